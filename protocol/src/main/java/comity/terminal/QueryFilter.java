package comity.terminal;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Takes what asks a terminal for an answer out of a program's output, for the viewers of it: the
 * question has been answered already, and a second answer would be typed into the program (SES-24).
 * All else stays as it is, byte for byte, however the bytes are cut; but that a control character
 * within a sequence comes before it, which is when a terminal does what it says, and a DEL goes.
 */
public final class QueryFilter {
  /** No question is longer; what is, is let through. */
  private static final int MAX_HELD = Parser.MAX_STRING;

  private static final byte BEL = 0x07;
  private static final byte ENQ = 0x05;
  private static final byte CAN = 0x18;
  private static final byte SUB = 0x1A;
  private static final byte ESC = 0x1B;
  private static final byte DEL = 0x7F;

  /** Colours and the clipboard, asked for with a question mark in place of a value. */
  private static final Pattern VALUE =
      Pattern.compile("(4|5|1[0-9]|21|22|52|104);(.*[;=])?\\?(;.*)?", Pattern.DOTALL);

  private static final Pattern OTHER =
      Pattern.compile(
          "99;(.*:)?p=\\?.*|1337;(Capabilities|Report).*|7501;\\?|4;.*;\\?.*", Pattern.DOTALL);

  private enum State {
    GROUND,
    ESCAPE,
    CONTROL,
    STRING,
    STRING_ESCAPE
  }

  private State state = State.GROUND;
  private byte[] held = new byte[64];
  private int length;

  /** Whether what is held has been let through, since it is too long for a question. */
  private boolean passing;

  private byte kind;

  /** For output that begins now. */
  public QueryFilter() {}

  /** Writes what is to be shown of the next bytes to {@code shown}. */
  public void take(byte[] bytes, int from, int to, ByteArrayOutputStream shown) {
    int at = from;
    while (at < to) {
      if (state == State.GROUND) {
        int end = at;
        while (end < to && bytes[end] != ESC && bytes[end] != ENQ) {
          end++;
        }
        shown.write(bytes, at, end - at);
        if (end < to && bytes[end] == ESC) {
          begin();
        }
        at = end + 1;
      } else {
        step(bytes[at], shown);
        at++;
      }
    }
  }

  private void begin() {
    state = State.ESCAPE;
    length = 0;
    passing = false;
    hold(ESC);
  }

  private void hold(byte b) {
    if (length == held.length) {
      held = Arrays.copyOf(held, 2 * length);
    }
    held[length++] = b;
  }

  private void step(byte b, ByteArrayOutputStream shown) {
    if (b == ESC && state != State.STRING) {
      // What was begun is cut off, and is a terminal's to drop.
      release(shown);
      begin();
      return;
    }
    if ((state == State.ESCAPE || state == State.CONTROL) && isAside(b)) {
      aside(b, shown);
      return;
    }
    add(b, shown);
    switch (state) {
      case ESCAPE -> escape(b, shown);
      case CONTROL -> {
        if (b >= '@') {
          end(isControlQuestion(), shown);
        } else if (b == CAN || b == SUB || b < 0) {
          end(false, shown);
        }
      }
      case STRING -> {
        if (b == ESC) {
          state = State.STRING_ESCAPE;
        } else if (b == CAN || b == SUB) {
          end(false, shown);
        } else if (b == BEL && kind == ']') {
          end(isStringQuestion(length - 1), shown);
        }
      }
      case STRING_ESCAPE -> {
        if (b == '\\') {
          end(isStringQuestion(length - 2), shown);
        } else {
          restart(b, shown);
        }
      }
      case GROUND -> throw new AssertionError("nothing is held");
    }
  }

  /** Whether a terminal does or skips it within a sequence, which goes on. */
  private static boolean isAside(byte b) {
    return b == DEL || (b >= 0 && b < ' ' && b != CAN && b != SUB);
  }

  private static void aside(byte b, ByteArrayOutputStream shown) {
    if (b != ENQ && b != DEL) {
      shown.write(b);
    }
  }

  /** The ESC that was taken for a string's end begins a sequence. */
  private void restart(byte b, ByteArrayOutputStream shown) {
    if (passing) {
      state = State.ESCAPE;
    } else {
      length -= 2;
      release(shown);
      begin();
      if (isAside(b)) {
        aside(b, shown);
        return;
      }
      hold(b);
    }
    escape(b, shown);
  }

  private void add(byte b, ByteArrayOutputStream shown) {
    if (!passing && length == MAX_HELD) {
      release(shown);
      passing = true;
    }
    if (passing) {
      shown.write(b);
    } else {
      hold(b);
    }
  }

  private void release(ByteArrayOutputStream shown) {
    shown.write(held, 0, length);
    length = 0;
  }

  private void escape(byte b, ByteArrayOutputStream shown) {
    switch (b) {
      case '[' -> state = State.CONTROL;
      case ']', 'P', '_', '^', 'X' -> {
        state = State.STRING;
        kind = b;
      }
      default -> {
        if (b >= '0' || b < 0 || b == CAN || b == SUB) {
          // The old way to ask what the terminal can.
          end(b == 'Z' && length == 2, shown);
        }
      }
    }
  }

  private void end(boolean question, ByteArrayOutputStream shown) {
    state = State.GROUND;
    if (question && !passing) {
      length = 0;
    } else {
      release(shown);
    }
    passing = false;
    if (held.length > 1024) {
      held = new byte[64];
    }
  }

  private boolean isControlQuestion() {
    if (passing) {
      return false;
    }
    byte last = held[length - 1];
    byte first = held[2];
    byte before = length > 3 ? held[length - 2] : 0;
    return switch (last) {
      case 'c' -> before != ' ' && first != '?';
      case 'n' -> first != '>';
      case 'q' -> first == '>';
      case 'u' -> first == '?' || before == '$';
      case 'm', 'S', 'g' -> first == '?';
      case 'p', 'w' -> before == '$';
      case 'y' -> before == '*';
      case 'x' -> before != '$' && before != '*';
      case 't' -> isReport(text(2, length - 1));
      default -> false;
    };
  }

  private static boolean isReport(String parameters) {
    return switch (parameters.split(";", 2)[0]) {
      case "11", "13", "14", "15", "16", "18", "19", "20", "21" -> true;
      default -> false;
    };
  }

  private boolean isStringQuestion(int end) {
    if (passing) {
      return false;
    }
    String text = text(2, end);
    return switch (kind) {
      case ']' -> VALUE.matcher(text).matches() || OTHER.matcher(text).matches();
      // Of tmux: it is not there, and what it would pass on is for the terminal around it.
      case 'P' -> text.startsWith("$q") || text.startsWith("+q") || text.startsWith("tmux;");
      case '_' -> text.startsWith("G") && (text + ",").split(";", 2)[0].contains("a=q");
      default -> false;
    };
  }

  private String text(int from, int end) {
    return new String(held, from, Math.max(0, end - from), StandardCharsets.ISO_8859_1);
  }
}
