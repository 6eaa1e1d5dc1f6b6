package comity.project;

import comity.roles.Lines;
import comity.roles.Structure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** The notes of a project: {@code memory/YYYY-MM-DD.md} and {@code MEMORIES.md}. */
final class Notes {
  private Notes() {}

  /** Notes with more in them. */
  static Lines add(
      Lines file, String date, String time, String who, String section, String content) {
    List<String> text = new ArrayList<>();
    Lines more = Lines.of(content.strip().getBytes(StandardCharsets.UTF_8));
    for (int i = 0; i < more.size(); i++) {
      text.add(more.text(i));
    }
    List<String> added = new ArrayList<>();
    if (file.size() == 0) {
      added.addAll(List.of("# " + date, ""));
    }
    int end = section.isBlank() ? -1 : end(file, section.strip());
    if (end < 0) {
      int last = Structure.end(file);
      added.addAll(parted(file, last));
      added.add(section.isBlank() ? ("## " + time + " " + who).strip() : "## " + section.strip());
      added.add("");
      added.addAll(text);
      if (last < file.size()) {
        added.add("");
      }
      return file.insert(last, added);
    }
    added.addAll(parted(file, end));
    added.addAll(text);
    if (end < file.size() && !file.text(end).isBlank()) {
      added.add("");
    }
    return file.insert(end, added);
  }

  private static List<String> parted(Lines file, int at) {
    return at > 0 && !file.text(at - 1).isBlank() ? List.of("") : List.of();
  }

  /** The line after the last of a section that is not blank, or -1. */
  private static int end(Lines file, String section) {
    int from = -1;
    for (int i = 0; i < file.size() && from < 0; i++) {
      from = file.text(i).strip().equalsIgnoreCase("## " + section) ? i : -1;
    }
    if (from < 0) {
      return -1;
    }
    int to = from + 1;
    while (to < file.size() && !file.text(to).matches("#{1,2}[ \\t].*")) {
      to++;
    }
    while (to > from + 1 && file.text(to - 1).isBlank()) {
      to--;
    }
    return to;
  }
}
