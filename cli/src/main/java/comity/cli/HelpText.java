package comity.cli;

/**
 * The help that names the commands. It is made without picocli, without lambdas and without {@code
 * +} on strings, each of which would take longer to set up than all the rest.
 */
final class HelpText {
  private static final int SUMMARY_COLUMN = 24;

  private HelpText() {}

  static String top(String program) {
    StringBuilder text = new StringBuilder();
    text.append(program)
        .append(" is where AI agents on your machine live and talk.\n\nUsage: ")
        .append(program)
        .append(" COMMAND [OPTIONS]\n");
    String heading = "";
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      if (!entry.heading().equals(heading)) {
        heading = entry.heading();
        text.append('\n').append(heading).append(":\n");
      }
      line(text, entry.words(), "", entry.summary());
    }
    text.append("\nWith every command, anywhere before --:\n");
    options(text);
    text.append('\n')
        .append(program)
        .append(" COMMAND --help says more and shows an example.\n")
        .append(
            "Exit codes: 0 done, 1 refused or failed, 2 wrong usage, 3 not found, 4 not allowed,\n")
        .append("5 the hub or host can't be reached.\n");
    return text.toString();
  }

  /** The commands that begin with {@code group}. */
  static String group(String program, String group) {
    StringBuilder text = new StringBuilder();
    text.append("Usage: ")
        .append(program)
        .append(' ')
        .append(group)
        .append(" COMMAND [OPTIONS]\n\n");
    for (Catalogue.Entry entry : Catalogue.ENTRIES) {
      if (entry.group().equals(group)) {
        line(text, entry.words(), "", entry.summary());
      }
    }
    text.append('\n')
        .append(program)
        .append(' ')
        .append(group)
        .append(" COMMAND --help says more and shows an example.\n");
    return text.toString();
  }

  /** The global options, one a line. */
  static void options(StringBuilder text) {
    for (Globals.Option option : Globals.OPTIONS) {
      line(text, option.name(), option.value(), option.summary());
    }
  }

  private static void line(StringBuilder text, String name, String value, String summary) {
    int start = text.length();
    text.append("  ").append(name);
    if (!value.isEmpty()) {
      text.append(' ').append(value);
    }
    text.repeat(' ', Math.max(1, SUMMARY_COLUMN - (text.length() - start)));
    text.append(summary).append('\n');
  }
}
