package comity.memory;

import java.util.List;

/**
 * A file that a message may need: a row of the routing table, and what is in the file.
 *
 * @param file relative to the group's folder, as the index names it
 * @param phrases the trigger phrases of the row, each by itself
 * @param headings those of the file, without their marks
 * @param text the whole file; empty where it can't be read
 */
public record Candidate(
    String file, Priority priority, List<String> phrases, List<String> headings, String text) {

  public Candidate {
    phrases = List.copyOf(phrases);
    headings = List.copyOf(headings);
  }

  /** Whether a message can lead to it; to conventions only a loaded file does (MEM-7). */
  public boolean isRoutable() {
    String plain = Scope.fold(file.startsWith("./") ? file.substring(2) : file);
    return !plain.startsWith("conventions/") && !plain.contains("/conventions/");
  }
}
