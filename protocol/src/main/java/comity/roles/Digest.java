package comity.roles;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Texts put together in a token budget (ROLE-24). What does not fit is cut at the end of a
 * paragraph, with a line that says what was left out. Short parts stay whole while long ones share
 * what is left by their weight.
 *
 * @param heading the first line
 * @param tokens of the whole {@link #text}, never more than the budget
 * @param dropped titles of parts for which there was no room at all
 */
public record Digest(
    String heading, List<Section> sections, long tokens, long budget, List<String> dropped) {
  /** Fewer tokens have no room for the headings. */
  public static final int MIN_BUDGET = 1_000;

  /** What the line about a cut takes, beside the name in it. */
  private static final long MARKER = TokenEstimate.of(marker(99_999, ""));

  /** What is kept of a part that is too long. */
  public enum Keep {
    BEGINNING,
    /** Of what grows at its end. */
    END
  }

  /**
   * A text to be shown.
   *
   * @param source the file, or empty
   * @param weight its share of what is left when not everything fits
   */
  public record Part(String title, String source, String text, Keep keep, int weight) {}

  /** A part as it is shown. */
  public record Section(String title, String source, String text, Optional<Cut> cut) {}

  /**
   * What is missing of a part.
   *
   * @param reason for a person
   */
  public record Cut(int paragraphs, String reason) {}

  public Digest {
    sections = List.copyOf(sections);
    dropped = List.copyOf(dropped);
  }

  /**
   * Puts parts together in their order; those without text are left out.
   *
   * @param budget in tokens, at least {@link #MIN_BUDGET}
   */
  public static Digest of(String heading, List<Part> parts, long budget) {
    List<Part> shown = new ArrayList<>(parts.stream().filter(p -> !p.text().isBlank()).toList());
    List<String> dropped = new ArrayList<>();
    String title = shortened(heading, MIN_BUDGET / 10);
    while (!shown.isEmpty() && base(title, shown, dropped) > budget / 2) {
      Part least = shown.getFirst();
      for (Part part : shown) {
        least = part.weight() < least.weight() ? part : least;
      }
      shown.remove(least);
      dropped.add(shortened(least.title(), MIN_BUDGET / 50));
    }
    long[] shares = shares(shown, budget - base(title, shown, dropped));
    List<Section> sections = new ArrayList<>();
    long spare = 0;
    for (int at = 0; at < shown.size(); at++) {
      Section section = section(shown.get(at), shares[at] + spare, budget);
      spare += shares[at] - TokenEstimate.of(section.text());
      sections.add(section);
    }
    String text = text(title, sections, dropped);
    return new Digest(title, sections, TokenEstimate.of(text), budget, dropped);
  }

  /** The whole of it as Markdown. */
  public String text() {
    return text(heading, sections, dropped);
  }

  private static String text(String heading, List<Section> sections, List<String> dropped) {
    StringBuilder text = new StringBuilder(heading).append('\n');
    for (Section section : sections) {
      text.append('\n').append(head(section.title(), section.source())).append("\n\n");
      text.append(section.text()).append('\n');
    }
    if (!dropped.isEmpty()) {
      text.append('\n').append(droppedLine(dropped)).append('\n');
    }
    return text.toString();
  }

  private static String head(String title, String source) {
    return source.isEmpty() ? "## " + title : "## " + title + " (" + source + ")";
  }

  private static String droppedLine(List<String> dropped) {
    return "[… no room for: " + String.join(", ", dropped) + "]";
  }

  private static String marker(int paragraphs, String source) {
    return "[… "
        + paragraphs
        + (paragraphs == 1 ? " paragraph" : " paragraphs")
        + (source.isEmpty() ? "" : " of " + source)
        + " left out, over the budget]";
  }

  /** A name can be of any length, and is not to take the budget. */
  private static String shortened(String heading, long most) {
    int end = heading.length();
    while (end > 0 && TokenEstimate.of(heading.substring(0, end)) > most) {
      end = heading.offsetByCodePoints(end, -1);
    }
    return heading.substring(0, end);
  }

  /** What everything but the texts takes. */
  private static long base(String heading, List<Part> parts, List<String> dropped) {
    long base = TokenEstimate.of(heading) + 1;
    for (Part part : parts) {
      base += TokenEstimate.of(head(part.title(), part.source())) + 4;
    }
    return dropped.isEmpty() ? base : base + TokenEstimate.of(droppedLine(dropped)) + 2;
  }

  /** Each part what it wants, or its share where that is less. */
  private static long[] shares(List<Part> parts, long available) {
    long[] wants = parts.stream().mapToLong(part -> TokenEstimate.of(trimmed(part))).toArray();
    long[] shares = new long[wants.length];
    boolean[] settled = new boolean[wants.length];
    long left = available;
    boolean changed = true;
    while (changed) {
      changed = false;
      long weights = 0;
      for (int at = 0; at < wants.length; at++) {
        weights += settled[at] ? 0 : parts.get(at).weight();
      }
      long toShare = left;
      for (int at = 0; at < wants.length; at++) {
        if (!settled[at]) {
          shares[at] = toShare * parts.get(at).weight() / weights;
          if (wants[at] <= shares[at]) {
            shares[at] = wants[at];
            left -= wants[at];
            settled[at] = true;
            changed = true;
          }
        }
      }
    }
    return shares;
  }

  private static String trimmed(Part part) {
    return part.text().strip();
  }

  private static Section section(Part part, long room, long budget) {
    String whole = trimmed(part);
    if (TokenEstimate.of(whole) <= room) {
      return new Section(part.title(), part.source(), whole, Optional.empty());
    }
    long left = room - MARKER - TokenEstimate.of(part.source());
    List<String> pieces = new ArrayList<>(Paragraphs.of(whole));
    List<String> kept = kept(pieces, part.keep(), left);
    if (kept.isEmpty()) {
      pieces = new ArrayList<>(List.of(whole.split("(?<=\n)", -1)));
      kept = kept(pieces, part.keep(), left);
    }
    int missing = pieces.size() - kept.size();
    String marker = marker(missing, part.source());
    String text = String.join("", kept).stripTrailing();
    String marked =
        text.isEmpty()
            ? marker
            : part.keep() == Keep.BEGINNING ? text + "\n\n" + marker : marker + "\n\n" + text;
    return new Section(
        part.title(),
        part.source(),
        left < 0 ? "" : marked,
        Optional.of(new Cut(missing, "over the budget of " + budget + " tokens")));
  }

  private static List<String> kept(List<String> pieces, Keep keep, long room) {
    List<String> kept = new ArrayList<>();
    long used = 0;
    for (int at = 0; at < pieces.size(); at++) {
      String piece = keep == Keep.BEGINNING ? pieces.get(at) : pieces.get(pieces.size() - 1 - at);
      used += TokenEstimate.of(piece) + 2;
      if (used > room) {
        break;
      }
      kept.add(keep == Keep.BEGINNING ? kept.size() : 0, piece);
    }
    return kept;
  }
}
