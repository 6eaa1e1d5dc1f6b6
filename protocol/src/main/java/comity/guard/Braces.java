package comity.guard;

import java.util.ArrayList;
import java.util.List;

/** {@code a{b,c}d} stands for {@code abd} and {@code acd}. */
final class Braces {
  private Braces() {}

  /** All that it stands for; where those are more than {@code most}, a star. */
  static List<String> expand(String text, int most) {
    List<String> done = new ArrayList<>();
    List<String> left = new ArrayList<>(List.of(text));
    while (!left.isEmpty()) {
      String one = left.removeLast();
      int open = open(one);
      if (open < 0) {
        done.add(one);
      } else {
        int close = close(one, open);
        for (String choice : choices(one.substring(open + 1, close))) {
          left.add(one.substring(0, open) + choice + one.substring(close + 1));
        }
      }
      if (done.size() + left.size() > most) {
        return List.of("*");
      }
    }
    return done;
  }

  /** The first brace that has choices. */
  private static int open(String text) {
    for (int at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
      int close = close(text, at);
      if (close > 0 && choices(text.substring(at + 1, close)).size() > 1) {
        return at;
      }
    }
    return -1;
  }

  private static int close(String text, int open) {
    int depth = 0;
    for (int at = open; at < text.length(); at++) {
      depth += text.charAt(at) == '{' ? 1 : text.charAt(at) == '}' ? -1 : 0;
      if (depth == 0) {
        return at;
      }
    }
    return -1;
  }

  private static List<String> choices(String inside) {
    List<String> choices = new ArrayList<>();
    int depth = 0;
    int from = 0;
    for (int at = 0; at < inside.length(); at++) {
      char c = inside.charAt(at);
      depth += c == '{' ? 1 : c == '}' ? -1 : 0;
      if (c == ',' && depth == 0) {
        choices.add(inside.substring(from, at));
        from = at + 1;
      }
    }
    choices.add(inside.substring(from));
    // {a..c} counts its letters up: a star is all of them.
    return choices.size() == 1 && inside.contains("..") ? List.of("*", "*") : choices;
  }
}
