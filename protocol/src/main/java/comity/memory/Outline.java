package comity.memory;

import comity.roles.Lines;
import comity.roles.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The sections of a file, and where lines can be put into it. */
record Outline(Lines file, Structure structure) {

  /**
   * A heading with all below it.
   *
   * @param to the line after its last
   */
  record Part(Structure.Heading heading, int to) {}

  static Outline of(Lines file) {
    return new Outline(file, Structure.of(file.texts()));
  }

  /** Whether a line is no code, comment or quotation. */
  boolean isText(int line) {
    return structure.kind(line) == Structure.Kind.TEXT;
  }

  List<Part> parts() {
    List<Structure.Heading> headings = structure.headings();
    List<Part> parts = new ArrayList<>();
    for (int at = 0; at < headings.size(); at++) {
      int to = file.size();
      for (int next = at + 1; next < headings.size() && to == file.size(); next++) {
        to =
            headings.get(next).level() <= headings.get(at).level() ? headings.get(next).line() : to;
      }
      parts.add(new Part(headings.get(at), to));
    }
    return parts;
  }

  /** The first part below a heading of level 2 or deeper with such a title. */
  Optional<Part> part(Pattern title) {
    return parts().stream()
        .filter(part -> part.heading().level() > 1)
        .filter(part -> title.matcher(plain(part.heading().text())).matches())
        .findFirst();
  }

  /** A title without emoji before it and what follows in parentheses. */
  private static String plain(String title) {
    return title
        .replaceAll("^[^\\p{L}\\p{N}]+", "")
        .replaceAll("[*_`]", "")
        .replaceAll("\\s*[（(\\[【:：].*$", "")
        .strip();
  }

  /** The line after the last of a part that is not blank. */
  int end(Part part) {
    int end = Math.min(part.to(), Structure.end(upTo(part.to())));
    while (end > part.heading().line() + 1 && file.text(end - 1).isBlank()) {
      end--;
    }
    return end;
  }

  private Lines upTo(int to) {
    return to == file.size() ? file : file.remove(to, file.size());
  }

  /** The end of the file, before what is open there. */
  int end() {
    return Structure.end(file);
  }

  /** The file with lines at a place, parted by an empty line from what is around them. */
  Lines with(int at, List<String> lines) {
    List<String> parted = new ArrayList<>();
    if (at > 0 && !file.text(at - 1).isBlank()) {
      parted.add("");
    }
    parted.addAll(lines);
    if (at < file.size() && !file.text(at).isBlank()) {
      parted.add("");
    }
    return file.insert(at, parted);
  }

  boolean isChinese() {
    return structure.headings().stream().anyMatch(heading -> Prose.isChinese(heading.text()));
  }
}
