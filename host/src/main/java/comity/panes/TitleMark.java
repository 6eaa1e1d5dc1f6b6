package comity.panes;

import comity.terminal.Screen;
import comity.terminal.Signal;
import java.nio.charset.StandardCharsets;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * What stands before a session's own title in its viewers' terminals while other sessions need
 * their person (SES-15). It goes when they were seen, and the own title is there again: where the
 * program set none, the one that the terminal had before, which viewers let it keep (XTWINOPS 22).
 */
final class TitleMark {
  private static final String BEFORE = "\u001b[23;2t\u001b[22;2t";

  private final Screen screen;
  private final BooleanSupplier free;
  private final Consumer<byte[]> viewers;
  private String mark = "";
  private boolean due;

  /** Whether a title was ever shown: some viewer's terminal may still have it. */
  private boolean titled;

  /**
   * @param free whether something may be sent between two sequences of the program
   * @param viewers takes what is for their terminals
   */
  TitleMark(Screen screen, BooleanSupplier free, Consumer<byte[]> viewers) {
    this.screen = screen;
    this.free = free;
    this.viewers = viewers;
  }

  /** Says this from now on; nothing where it is empty. */
  void say(String text) {
    if (!mark.equals(text)) {
      mark = text;
      due = true;
      show();
    }
  }

  /** A title of the program takes its place. */
  void told(Signal signal) {
    if (signal instanceof Signal.Title) {
      titled = true;
      due |= !mark.isEmpty();
    }
  }

  /** The screen was drawn, with its own title where it has one. */
  void covered() {
    due |= !mark.isEmpty() || (titled && screen.title().isEmpty());
  }

  /** Shows what is due, as soon as that may be. */
  void show() {
    if (due && free.getAsBoolean()) {
      due = false;
      titled |= !mark.isEmpty();
      String own = screen.title();
      String text = own.isEmpty() || mark.isEmpty() ? mark + own : mark + " – " + own;
      viewers.accept(
          ("\u001b]2;" + text + "\u001b\\" + (text.isEmpty() ? BEFORE : ""))
              .getBytes(StandardCharsets.UTF_8));
    }
  }
}
