package comity.hookfiles;

import comity.files.FileException;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;

/** The folders that are made for a file of hooks, and go with it. */
final class MadeFolders {
  private MadeFolders() {}

  /** Those above a file that are not there. */
  static List<Path> missing(Path file) {
    List<Path> missing = new ArrayList<>();
    Path folder = file.getParent();
    while (folder != null && !Files.exists(folder, LinkOption.NOFOLLOW_LINKS)) {
      missing.add(folder);
      folder = folder.getParent();
    }
    return missing;
  }

  /** Takes away what is empty; where something else came to be in one, it stays. */
  static void remove(Collection<Path> made) {
    for (Path folder :
        made.stream().sorted(Comparator.comparingInt(Path::getNameCount).reversed()).toList()) {
      try {
        if (Files.isDirectory(folder, LinkOption.NOFOLLOW_LINKS)) {
          Files.delete(folder);
        }
      } catch (DirectoryNotEmptyException used) {
        // Others use it.
      } catch (IOException e) {
        throw FileException.of("Removing", folder, e);
      }
    }
  }
}
