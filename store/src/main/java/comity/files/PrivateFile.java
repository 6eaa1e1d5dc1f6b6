package comity.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Set;

/** Files that are their owner's alone, 0600, from the moment they are there. */
public final class PrivateFile {
  private PrivateFile() {}

  /** Opens a file of a home to write at its end; makes it where it is missing. */
  public static FileChannel append(Path file) throws IOException {
    return FileChannel.open(
        file,
        Set.of(StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS),
        Access.attributes(file.resolveSibling("."), Access.FILE));
  }
}
