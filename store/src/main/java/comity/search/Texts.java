package comity.search;

import java.io.IOException;
import java.util.List;

/**
 * The Markdown files of one scope. All reading of files goes through this, so that whoever makes it
 * decides what may be read. May be used by many threads at a time.
 */
public interface Texts {
  /**
   * A file that is there.
   *
   * @param name from the project's root, with {@code /}
   * @param stamp is another whenever the file's content is: made of its size, its time and what
   *     else the system tells
   */
  record Listed(String name, String stamp) {}

  /** All files of the scope as they are now; asked before each search. */
  List<Listed> list() throws IOException;

  /**
   * The content of a file of the list.
   *
   * @throws IOException where it is gone or can't be read; it is then left out of the search
   */
  byte[] read(String name) throws IOException;
}
