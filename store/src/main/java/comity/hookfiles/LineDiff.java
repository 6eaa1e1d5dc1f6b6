package comity.hookfiles;

import java.util.ArrayList;
import java.util.List;

/** What would change in a file, line by line, in the form of {@code diff -u}. */
public final class LineDiff {
  /** Lines around a change that show where it is. */
  private static final int CONTEXT = 3;

  /** Comparing takes the product of the lines between the first change and the last. */
  private static final int MOST = 2000;

  private record Line(char sign, String text) {}

  private LineDiff() {}

  /**
   * The lines of the difference; none where there is no difference.
   *
   * @param name of the file, for the first two lines
   */
  public static List<String> of(String name, String before, String after) {
    if (before.equals(after)) {
      return List.of();
    }
    List<Line> lines = lines(split(before), split(after));
    List<String> out = new ArrayList<>(List.of("--- " + name, "+++ " + name));
    int old = 1;
    int fresh = 1;
    int i = 0;
    while (i < lines.size()) {
      if (lines.get(i).sign() == ' ' && !near(lines, i)) {
        old++;
        fresh++;
        i++;
        continue;
      }
      List<String> hunk = new ArrayList<>();
      int oldFrom = old;
      int freshFrom = fresh;
      while (i < lines.size() && (lines.get(i).sign() != ' ' || near(lines, i))) {
        Line line = lines.get(i);
        hunk.add(line.sign() + line.text());
        old += line.sign() == '+' ? 0 : 1;
        fresh += line.sign() == '-' ? 0 : 1;
        i++;
      }
      out.add(
          "@@ -%s +%s @@"
              .formatted(range(oldFrom, old - oldFrom), range(freshFrom, fresh - freshFrom)));
      out.addAll(hunk);
    }
    return out;
  }

  private static String range(int from, int count) {
    return (count == 0 ? from - 1 : from) + "," + count;
  }

  private static boolean near(List<Line> lines, int at) {
    for (int i = Math.max(0, at - CONTEXT); i <= at + CONTEXT && i < lines.size(); i++) {
      if (lines.get(i).sign() != ' ') {
        return true;
      }
    }
    return false;
  }

  private static List<String> split(String text) {
    List<String> lines = new ArrayList<>(List.of(text.split("\n", -1)));
    if (lines.getLast().isEmpty()) {
      lines.removeLast();
    }
    return lines.stream()
        .map(line -> line.endsWith("\r") ? line.substring(0, line.length() - 1) : line)
        .toList();
  }

  private static List<Line> lines(List<String> a, List<String> b) {
    int head = 0;
    while (head < a.size() && head < b.size() && a.get(head).equals(b.get(head))) {
      head++;
    }
    int tail = 0;
    while (tail < a.size() - head
        && tail < b.size() - head
        && a.get(a.size() - 1 - tail).equals(b.get(b.size() - 1 - tail))) {
      tail++;
    }
    List<Line> lines = new ArrayList<>();
    a.subList(0, head).forEach(line -> lines.add(new Line(' ', line)));
    lines.addAll(between(a.subList(head, a.size() - tail), b.subList(head, b.size() - tail)));
    a.subList(a.size() - tail, a.size()).forEach(line -> lines.add(new Line(' ', line)));
    return lines;
  }

  private static List<Line> between(List<String> a, List<String> b) {
    List<Line> lines = new ArrayList<>();
    if (a.size() > MOST || b.size() > MOST) {
      a.forEach(line -> lines.add(new Line('-', line)));
      b.forEach(line -> lines.add(new Line('+', line)));
      return lines;
    }
    int[][] common = new int[a.size() + 1][b.size() + 1];
    for (int i = a.size() - 1; i >= 0; i--) {
      for (int j = b.size() - 1; j >= 0; j--) {
        common[i][j] =
            a.get(i).equals(b.get(j))
                ? common[i + 1][j + 1] + 1
                : Math.max(common[i + 1][j], common[i][j + 1]);
      }
    }
    int i = 0;
    int j = 0;
    while (i < a.size() || j < b.size()) {
      if (i < a.size() && j < b.size() && a.get(i).equals(b.get(j))) {
        lines.add(new Line(' ', a.get(i)));
        i++;
        j++;
      } else if (i < a.size() && (j == b.size() || common[i + 1][j] >= common[i][j + 1])) {
        lines.add(new Line('-', a.get(i)));
        i++;
      } else {
        lines.add(new Line('+', b.get(j)));
        j++;
      }
    }
    return lines;
  }
}
