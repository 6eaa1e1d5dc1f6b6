package comity.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/** Files that are their owner's alone, 0600, from the moment they are there. */
public final class PrivateFile {
  private PrivateFile() {}

  /** Opens a file of a home to write at its end; makes it where it is missing. */
  public static FileChannel append(Path file) throws IOException {
    return open(file, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
  }

  /** Opens a file of a home to be locked, also through a link; makes it where it is missing. */
  public static FileChannel toLock(Path file) throws IOException {
    return open(file, StandardOpenOption.WRITE);
  }

  private static FileChannel open(Path file, OpenOption... how) throws IOException {
    Set<OpenOption> options = new HashSet<>(Set.of(how));
    options.add(StandardOpenOption.CREATE);
    return RegularFile.open(
        file, options, Access.attributes(file.resolveSibling("."), Access.FILE));
  }
}
