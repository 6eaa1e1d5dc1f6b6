package comity.cli;

import java.util.List;

/**
 * Every command with one line about it. Only plain strings, because the top help is printed from it
 * before anything else is loaded; the class of a command is loaded when {@link #create} is asked
 * for it.
 */
final class Catalogue {

  /**
   * @param words what a person types, for instance {@code key add}
   * @param heading the group it stands under in the top help
   */
  record Entry(String words, String heading, String summary) {
    /** The first word, where there are two; else empty. */
    String group() {
      int space = words.indexOf(' ');
      return space < 0 ? "" : words.substring(0, space);
    }
  }

  private static final String PROGRAM = "This program";

  static final List<Entry> ENTRIES =
      List.of(
          new Entry("completion", PROGRAM, "print the completion script of a shell"),
          new Entry(
              "install", PROGRAM, "put comity and muster on the PATH, with completion and manual"),
          new Entry("uninstall", PROGRAM, "take away what install put, and nothing else"));

  private Catalogue() {}

  static Command create(String words) {
    return switch (words) {
      case "completion" -> new Completion();
      case "install" -> new Install();
      case "uninstall" -> new Uninstall();
      default -> throw new IllegalArgumentException("no command " + words);
    };
  }
}
