package comity.memory;

import comity.roles.Capture;
import comity.roles.Lines;
import comity.roles.Structure;
import java.nio.charset.StandardCharsets;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Turns what was said into entries (MEM-17), by rules: the same turns give the same entries, and
 * each names its message.
 *
 * <p>Lines that are labelled ({@code Decision: …}, {@code 待办：…}) count in all that people and
 * agents say; sentences with such words only in what people say and in the answer that ends a turn.
 * Code, quotations, questions, conditions and what tools gave back count for nothing. Secrets are
 * redacted.
 */
public final class Distiller {
  /** A longer sentence is a document. */
  public static final int MAX_TEXT = 600;

  /** More entries of one flush nobody reads. */
  public static final int MAX_ENTRIES = 200;

  /** Fewer letters say nothing. */
  private static final int MIN_LETTERS = 3;

  private static final Pattern GOES_ON =
      Pattern.compile(
          "[ \\t]*(?:[-*+][ \\t]+)?(?:\\*\\*|__)?(?:context|background|action|背景|原因|行动|措施)"
              + "(?:\\*\\*|__)?[ \\t]*[:：].*",
          Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

  private final String session;
  private final ZoneId zone;
  private final LocalDateTime now;
  private final List<Entry> entries = new ArrayList<>();
  private final Set<String> said = new HashSet<>();

  private Distiller(String session, ZoneId zone, LocalDateTime now) {
    this.session = session;
    this.zone = zone;
    this.now = now;
  }

  /**
   * The entries in some turns, in their order, each once.
   *
   * @param session its id, which entries are cited by
   * @param zone in which the person lives
   * @param now the time of turns that say none
   */
  public static List<Entry> distil(
      Iterator<Turn> turns, String session, ZoneId zone, LocalDateTime now) {
    Distiller distiller = new Distiller(session, zone, now);
    Optional<Turn> answer = Optional.empty();
    while (turns.hasNext()) {
      Turn turn = turns.next();
      switch (turn.role()) {
        case USER -> {
          answer.ifPresent(last -> distiller.read(last, true));
          answer = Optional.empty();
          distiller.read(turn, true);
        }
        case ASSISTANT -> {
          answer.ifPresent(last -> distiller.read(last, false));
          answer = Optional.of(turn);
        }
        case TOOL -> {
          // What a tool gave back was said by nobody.
        }
      }
    }
    answer.ifPresent(last -> distiller.read(last, true));
    return List.copyOf(distiller.entries);
  }

  private void read(Turn turn, boolean sentences) {
    Lines lines = Lines.of(turn.text().getBytes(StandardCharsets.UTF_8));
    Structure structure = Structure.of(lines.texts());
    for (int line = 0; line < lines.size(); line++) {
      String text = lines.text(line);
      if (structure.kind(line) != Structure.Kind.TEXT || text.isBlank()) {
        continue;
      }
      Optional<Cue> label = Cue.ofLine(text);
      if (label.isPresent()) {
        add(turn, label.get(), label.get().kind() == Entry.Kind.DECISION ? parts(lines, line) : "");
      } else if (sentences && !GOES_ON.matcher(text).matches()) {
        String bare = text.replaceFirst("^[ \\t]*(?:[-*+]|\\d{1,9}[.)]|#{1,6})[ \\t]+", "");
        for (String sentence : Sentences.of(bare)) {
          Cue.ofSentence(sentence).ifPresent(cue -> add(turn, cue, ""));
        }
      }
    }
  }

  /** The lines behind a decision that say why, and what comes of it. */
  private static String parts(Lines lines, int decision) {
    StringBuilder parts = new StringBuilder();
    for (int line = decision + 1;
        line < lines.size() && GOES_ON.matcher(lines.text(line)).matches();
        line++) {
      parts.append('\n').append(lines.text(line).strip());
    }
    return parts.toString();
  }

  private void add(Turn turn, Cue cue, String behind) {
    String text = Secrets.redacted(shortened(cue.text()) + behind);
    String bare = text.replaceAll("\\[REDACTED:[a-z0-9-]+\\]", "");
    long letters = bare.codePoints().filter(Character::isLetter).count();
    String normal = cue.kind() + Capture.normal(text);
    if (letters < MIN_LETTERS || entries.size() >= MAX_ENTRIES || !said.add(normal)) {
      return;
    }
    String entry =
        cue.kind() == Entry.Kind.DECISION && !behind.isEmpty() ? "Decision: " + text : text;
    LocalDateTime at = turn.time().map(time -> LocalDateTime.ofInstant(time, zone)).orElse(now);
    entries.add(
        new Entry(cue.kind(), entry, at, Optional.of(new Entry.Source(session, turn.id()))));
  }

  private static String shortened(String text) {
    if (text.codePointCount(0, text.length()) <= MAX_TEXT) {
      return text;
    }
    String cut = text.substring(0, text.offsetByCodePoints(0, MAX_TEXT));
    int word = cut.lastIndexOf(' ');
    return (word > MAX_TEXT / 2 ? cut.substring(0, word) : cut) + "…";
  }
}
