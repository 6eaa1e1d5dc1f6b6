package comity.terminal;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/**
 * Reads what a program says to its terminal out of its output (SES-13). What it can't understand is
 * nothing; a malformed progress is no notification either.
 */
public final class Signals implements Output {

  /** Of the number that says what a string is about: none has more. */
  private static final int MAX_DIGITS = 9;

  private static final int DEL = 0x7F;

  private final Consumer<Signal> told;
  private final Notices notices;
  private boolean visible;

  /** Tells {@code told} of each. */
  public Signals(Consumer<Signal> told) {
    this.told = told;
    this.notices = new Notices(told);
  }

  /** Whether anything was shown since the last time that was asked. */
  public boolean takeVisible() {
    boolean was = visible;
    visible = false;
    return was;
  }

  @Override
  public void text(byte[] bytes, int from, int to) {
    for (int at = from; at < to && !visible; at++) {
      int b = bytes[at];
      // A byte of a character outside ASCII is below 0 here.
      visible = (b > ' ' || b < 0) && b != DEL;
    }
  }

  @Override
  public void bell() {
    told.accept(new Signal.Bell());
  }

  @Override
  public void escape(int intermediates, int last) {
    if (intermediates == 0 && last == 'c') {
      notices.forget();
      told.accept(new Signal.Reset());
    } else if (intermediates == 0 && last == 'Z') {
      told.accept(new Signal.Asked(new Query.Abilities()));
    }
  }

  @Override
  public void control(Csi csi) {
    switch (csi.last()) {
      case 'c', 'n', 'p', 'q', 'u' -> ask(csi);
      default -> {
        // Others are about what is shown.
      }
    }
  }

  private void ask(Csi csi) {
    Optional<Query> query = Optional.empty();
    int first = csi.parameter(0, 0);
    if (csi.is(0, 0, 'c') && first == 0) {
      query = Optional.of(new Query.Abilities());
    } else if (csi.is('>', 0, 'c') && first == 0) {
      query = Optional.of(new Query.Model());
    } else if (csi.is('>', 0, 'q') && first == 0) {
      query = Optional.of(new Query.Version());
    } else if (csi.is(0, 0, 'n') && first == 5) {
      query = Optional.of(new Query.Health());
    } else if ((csi.is(0, 0, 'n') || csi.is('?', 0, 'n')) && first == 6) {
      query = Optional.of(new Query.Cursor(csi.marker() == '?'));
    } else if (csi.is('?', 0, 'u')) {
      query = Optional.of(new Query.Keyboard());
    } else if (csi.is(0, '$', 'p') || csi.is('?', '$', 'p')) {
      query = Optional.of(new Query.Mode(first, csi.marker() == '?'));
    }
    query.map(Signal.Asked::new).ifPresent(told);
  }

  @Override
  public void string(StringKind kind, byte[] bytes, int length, boolean byBell) {
    if (kind != StringKind.OSC) {
      return;
    }
    int at = 0;
    int code = 0;
    while (at < length && bytes[at] != ';') {
      int digit = bytes[at++] - '0';
      if (digit < 0 || digit > 9 || at > MAX_DIGITS) {
        return;
      }
      code = code * 10 + digit;
    }
    boolean more = at < length;
    String rest = more ? new String(bytes, at + 1, length - at - 1, StandardCharsets.UTF_8) : "";
    switch (code) {
      case 0, 2 -> told.accept(new Signal.Title(Titles.clipped(rest)));
      case 4 -> palette(rest, byBell);
      case 7 -> told.accept(new Signal.Folder(rest));
      case 9 -> nine(rest, more);
      case 10, 11, 12 -> {
        if (rest.equals("?")) {
          told.accept(new Signal.Asked(new Query.Colour(code, 0, byBell)));
        }
      }
      case 99 -> notices.take(rest);
      case 133 -> prompt(rest);
      case 777 -> notify(rest);
      case 1337 -> {
        if (rest.equals("Capabilities")) {
          told.accept(new Signal.Asked(new Query.Capabilities()));
        }
      }
      case 7501 -> status(rest);
      default -> {
        // Others are about what is shown.
      }
    }
  }

  private void palette(String rest, boolean byBell) {
    String[] pairs = rest.split(";", -1);
    for (int i = 0; i + 1 < pairs.length; i += 2) {
      OptionalInt index = Numbers.read(pairs[i], 255);
      if (index.isPresent() && pairs[i + 1].equals("?")) {
        told.accept(new Signal.Asked(new Query.Colour(4, index.getAsInt(), byBell)));
      }
    }
  }

  /** ConEmu's sub-commands come first: only what is none of them is a text. */
  private void nine(String rest, boolean more) {
    int end = rest.indexOf(';');
    String word = end < 0 ? rest : rest.substring(0, end);
    boolean number = !word.isEmpty() && word.chars().allMatch(c -> c >= '0' && c <= '9');
    if (number && (end >= 0 || word.equals("4"))) {
      if (word.equals("4")) {
        progress(rest.substring(Math.min(rest.length(), 2)));
      } else if (word.equals("9")) {
        told.accept(new Signal.Folder(rest.substring(2)));
      }
    } else if (more && !rest.isEmpty()) {
      told.accept(new Signal.Notification(9, "", rest));
    }
  }

  private void progress(String rest) {
    String[] fields = rest.split(";", -1);
    boolean trailing = fields.length == 3 && fields[2].isEmpty();
    Optional<Signal.Progress.State> state = state(fields[0]);
    OptionalInt percent =
        fields.length < 2 || fields[1].isEmpty()
            ? OptionalInt.empty()
            : Numbers.read(fields[1], 100);
    boolean bad = fields.length > 1 && !fields[1].isEmpty() && percent.isEmpty();
    if (state.isPresent() && !bad && (fields.length < 3 || trailing)) {
      told.accept(new Signal.Progress(state.get(), percent));
    }
  }

  private static Optional<Signal.Progress.State> state(String number) {
    return switch (number) {
      case "", "0" -> Optional.of(Signal.Progress.State.CLEAR);
      case "1" -> Optional.of(Signal.Progress.State.VALUE);
      case "2" -> Optional.of(Signal.Progress.State.ERROR);
      case "3" -> Optional.of(Signal.Progress.State.BUSY);
      case "4" -> Optional.of(Signal.Progress.State.PAUSED);
      default -> Optional.empty();
    };
  }

  private void prompt(String rest) {
    if (rest.isEmpty() || (rest.length() > 1 && rest.charAt(1) != ';')) {
      return;
    }
    Optional<Signal.Prompt.Mark> mark =
        switch (rest.charAt(0)) {
          case 'A' -> Optional.of(Signal.Prompt.Mark.PROMPT);
          case 'B' -> Optional.of(Signal.Prompt.Mark.INPUT);
          case 'C' -> Optional.of(Signal.Prompt.Mark.OUTPUT);
          case 'D' -> Optional.of(Signal.Prompt.Mark.ENDED);
          default -> Optional.empty();
        };
    String[] fields = rest.split(";", -1);
    OptionalInt exit =
        rest.charAt(0) == 'D' && fields.length > 1 && !fields[1].isEmpty()
            ? Numbers.read(fields[1], 255)
            : OptionalInt.empty();
    mark.ifPresent(found -> told.accept(new Signal.Prompt(found, exit)));
  }

  /** The body may hold what parts the fields. */
  private void notify(String rest) {
    String[] fields = rest.split(";", 3);
    if (fields[0].equals("notify") && fields.length > 1) {
      told.accept(new Signal.Notification(777, fields[1], fields.length > 2 ? fields[2] : ""));
    }
  }

  private void status(String rest) {
    if (rest.equals("?")) {
      told.accept(new Signal.Asked(new Query.StatusProtocol()));
    } else {
      StatusReport.read(rest).map(Signal.Status::new).ifPresent(told);
    }
  }
}
