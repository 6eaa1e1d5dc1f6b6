package comity.roles;

import comity.json.JsonObject;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A task of a role file (ROLE-8), written {@code - [ ] text} or {@code - 🔲 text}.
 *
 * @param text without its box
 * @param depth 0 for a task that is part of no other
 */
public record Task(State state, String text, int depth, int line) {
  private static final Pattern BOX =
      Pattern.compile(
          "(?<indent>[ \\t]*)(?:[-*+]|\\d{1,9}[.)])[ \\t]+(?<box>\\[[ xX/]\\]|🔲|✅|☐|☑)\\uFE0F?"
              + "(?:[ \\t]+(?<text>.*))?",
          Pattern.DOTALL);

  /** How far a task is. */
  public enum State {
    OPEN,
    STARTED,
    DONE;

    /** How programs name it. */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The state of that word.
     *
     * @throws IllegalArgumentException where it is none
     */
    public static State of(String word) {
      return valueOf(word.toUpperCase(Locale.ROOT));
    }
  }

  /** The task that is meant: by its number, from 1, or by its text, which no other may have. */
  public static Optional<Task> named(List<Task> tasks, String which) {
    if (which.matches("[1-9][0-9]{0,5}")) {
      int number = Integer.parseInt(which);
      return number <= tasks.size() ? Optional.of(tasks.get(number - 1)) : Optional.empty();
    }
    List<Task> same = tasks.stream().filter(task -> task.text().equals(which.strip())).toList();
    return same.size() == 1 ? Optional.of(same.getFirst()) : Optional.empty();
  }

  /** The task of a line, its depth not yet known; empty where the line is none. */
  public static Optional<Task> read(String text, int line) {
    Matcher box = BOX.matcher(text);
    if (!box.matches()) {
      return Optional.empty();
    }
    State state =
        switch (box.group("box")) {
          case "[ ]", "🔲", "☐" -> State.OPEN;
          case "[/]" -> State.STARTED;
          default -> State.DONE;
        };
    String what = box.group("text") == null ? "" : box.group("text").strip();
    return Optional.of(new Task(state, what, 0, line));
  }

  /** How far a line is indented; a tab reaches to the next multiple of four. */
  static int indent(String text) {
    int column = 0;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\t') {
        column += 4 - column % 4;
      } else if (c == ' ') {
        column++;
      } else {
        break;
      }
    }
    return column;
  }

  /**
   * For a program.
   *
   * @param number of the task in its file, from 1
   */
  public JsonObject toJson(int number) {
    return JsonObject.empty()
        .with("number", number)
        .with("state", state.word())
        .with("text", text)
        .with("depth", depth)
        .with("line", line + 1);
  }

  Task at(int level) {
    return new Task(state, text, level, line);
  }

  /** The box of a line as it stands. */
  public static String box(String text) {
    Matcher box = BOX.matcher(text);
    if (!box.matches()) {
      throw new IllegalArgumentException("no task: " + text);
    }
    return box.group("box");
  }

  /** The box that stands for a state, in the manner of the one that is there. */
  public static String box(String old, State state) {
    boolean brackets = old.startsWith("[");
    return switch (state) {
      case OPEN -> brackets ? "[ ]" : old.equals("☑") || old.equals("☐") ? "☐" : "🔲";
      case STARTED -> "[/]";
      case DONE -> brackets ? "[x]" : old.equals("☐") || old.equals("☑") ? "☑" : "✅";
    };
  }
}
