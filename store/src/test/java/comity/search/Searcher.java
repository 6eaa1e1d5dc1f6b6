package comity.search;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A process of its own that searches the same memory again and again while others write: {@code
 * Searcher NOTES INDEX TIMES WORD}. Prints {@code found N} for the last search.
 */
final class Searcher {
  private Searcher() {}

  public static void main(String[] arguments) throws IOException {
    Notes notes = new Notes(Path.of(arguments[0]));
    int found = 0;
    for (int n = 0; n < Integer.parseInt(arguments[2]); n++) {
      try (MemorySearch search = new MemorySearch(Path.of(arguments[1]), notes, Optional.empty())) {
        String marker = "marker" + ProcessHandle.current().pid() + "x" + n;
        notes.write(arguments[3] + ".md", arguments[3] + " " + marker + "\n");
        if (search.find(Question.of(marker, 10, Question.Mode.WORDS)).hits().size() != 1) {
          throw new IOException("the edit before was not found");
        }
        found = search.find(Question.of("shared", 1000, Question.Mode.WORDS)).hits().size();
      }
    }
    System.out.println("found " + found);
  }
}
