package comity.recall;

import comity.memory.Passage;
import comity.search.Found;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Makes passages of what was found in a log: the whole entry under its heading, with its date, not
 * the lone paragraph. An entry that is too long stays a paragraph with its heading.
 */
final class Sections {
  /** An entry of more lines is a document. */
  private static final int MAX_LINES = 40;

  /** What fits much worse than the best is not what was meant. */
  private static final double WORTH = 0.25;

  private static final Pattern HEADING = Pattern.compile(" {0,3}#{2,6}[ \\t].*");

  private final List<String> lines;

  Sections(String text) {
    this.lines = text.lines().toList();
  }

  /** The entries that were found, the best first, each once. */
  List<Passage> of(List<Found.Hit> hits) {
    Map<Integer, Passage> byLine = new LinkedHashMap<>();
    double best = hits.stream().mapToDouble(Found.Hit::score).max().orElse(0);
    for (Found.Hit hit : hits) {
      boolean isTitle = hit.firstLine() == 1 && hit.lastLine() == 1;
      // The file may have become shorter since it was searched.
      boolean isThere = hit.lastLine() <= lines.size();
      if (hit.score() > 0 && hit.score() >= best * WORTH && !isTitle && isThere) {
        for (Passage passage : entry(hit)) {
          byLine.putIfAbsent(passage.line(), passage);
        }
      }
    }
    return List.copyOf(byLine.values());
  }

  private List<Passage> entry(Found.Hit hit) {
    int from = Math.min(hit.firstLine(), lines.size()) - 1;
    while (from > 0 && !HEADING.matcher(lines.get(from)).matches()) {
      from--;
    }
    int to = hit.lastLine();
    while (to < lines.size() && !HEADING.matcher(lines.get(to)).matches()) {
      to++;
    }
    boolean headed = from >= 0 && from < lines.size() && HEADING.matcher(lines.get(from)).matches();
    if (headed && to - from <= MAX_LINES) {
      return List.of(passage(from, to, hit.score()));
    }
    List<Passage> parts = new ArrayList<>();
    if (headed && from < hit.firstLine() - 1) {
      parts.add(passage(from, from + 1, hit.score()));
    }
    parts.add(passage(hit.firstLine() - 1, Math.min(hit.lastLine(), lines.size()), hit.score()));
    return parts;
  }

  private Passage passage(int from, int to, double score) {
    int end = to;
    while (end > from + 1 && lines.get(end - 1).isBlank()) {
      end--;
    }
    return new Passage(from + 1, String.join("\n", lines.subList(from, end)) + "\n", score);
  }
}
