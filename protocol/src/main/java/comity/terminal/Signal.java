package comity.terminal;

import java.util.OptionalInt;

/** What a program says to its terminal beside what it shows (SES-13). Texts are as it sent them. */
public sealed interface Signal {
  /**
   * How far it is: {@code OSC 9;4}.
   *
   * @param percent where it said so, 0 to 100
   */
  record Progress(State state, OptionalInt percent) implements Signal {
    /** What it means by its number. */
    public enum State {
      CLEAR,
      VALUE,
      ERROR,
      BUSY,
      PAUSED
    }
  }

  /**
   * It wants to be looked at: {@code OSC 9}, {@code OSC 777;notify} or {@code OSC 99}.
   *
   * @param by which of them: 9, 777 or 99
   * @param title empty where there is none
   * @param body empty where there is none
   */
  record Notification(int by, String title, String body) implements Signal {}

  /** A BEL outside of strings. */
  record Bell() implements Signal {}

  /** Its title: {@code OSC 0} or {@code OSC 2}; empty where it takes it back. */
  record Title(String text) implements Signal {}

  /** The folder it is in, as a URI or a path: {@code OSC 7} or {@code OSC 9;9}. */
  record Folder(String place) implements Signal {}

  /**
   * A mark of a shell: {@code OSC 133}.
   *
   * @param exit of the command that ended, where it said so
   */
  record Prompt(Mark mark, OptionalInt exit) implements Signal {
    /** Where it stands. */
    public enum Mark {
      /** Before the prompt: no program of the shell runs. */
      PROMPT,
      /** Before what is typed. */
      INPUT,
      /** Before the output of a command. */
      OUTPUT,
      /** A command has ended. */
      ENDED
    }
  }

  /** What it is at: {@code OSC 7501}. */
  record Status(StatusReport report) implements Signal {}

  /** It asks the terminal something and waits for the answer. */
  record Asked(Query query) implements Signal {}

  /** The terminal is as new: {@code ESC c}. */
  record Reset() implements Signal {}
}
