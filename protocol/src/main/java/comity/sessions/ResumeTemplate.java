package comity.sessions;

import comity.sessions.ShellLine.Part;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How a conversation of some agent is taken up again: a line for the shell in which {@code
 * {session_id}} stands for the agent's own id of it (SES-19). Without one the id is its last
 * argument.
 */
public final class ResumeTemplate {
  /** Stands for the id, in quotes where the shell needs them. */
  public static final String PLACEHOLDER = "{session_id}";

  private static final Pattern PLACEHOLDER_LIKE = Pattern.compile("\\{[A-Za-z_-]+}");

  private static final Set<String> TO_FILES =
      Set.of("<", ">", ">>", "<&", ">&", "<>", ">|", "&>", "&>>");

  private ResumeTemplate() {}

  /** Whether an id that is put into a template arrives as one argument. */
  public static CommandCheck check(String template) {
    if (template.isBlank()) {
      return new CommandCheck.Refused(1, "the resume command is empty");
    }
    ShellLine line = ShellLine.read(template);
    if (!template.contains(PLACEHOLDER)) {
      return misspelt(line.parts()).orElseGet(() -> LaunchLine.check(template));
    }
    if (line.flaw().isPresent()) {
      return new CommandCheck.Refused(line.flaw().get().column(), line.flaw().get().why());
    }
    for (int at = template.indexOf(PLACEHOLDER);
        at >= 0;
        at = template.indexOf(PLACEHOLDER, at + 1)) {
      Optional<CommandCheck.Refused> refused = placed(line.parts(), at + 1);
      if (refused.isPresent()) {
        return refused.get();
      }
    }
    return new CommandCheck.Accepted();
  }

  /**
   * What looks like another placeholder: an agent would be asked for a conversation of that name.
   */
  private static Optional<CommandCheck> misspelt(List<Part> parts) {
    return parts.stream()
        .flatMap(part -> part instanceof Part.Word word ? Stream.of(word) : Stream.empty())
        .filter(word -> PLACEHOLDER_LIKE.matcher(word.text()).matches())
        .<CommandCheck>map(word ->
            new CommandCheck.Refused(
                word.column(), word.text() + ": only " + PLACEHOLDER + " stands for the id"))
        .findFirst();
  }

  /** Why the id must not stand in that column; empty where it may. */
  private static Optional<CommandCheck.Refused> placed(List<Part> parts, int column) {
    boolean first = true;
    Optional<String> redirection = Optional.empty();
    for (Part part : parts) {
      switch (part) {
        case Part.Operator operator -> {
          redirection = Optional.of(operator.text()).filter(TO_FILES::contains);
          first = first || redirection.isEmpty();
        }
        case Part.Comment comment -> {
          if (comment.column() < column) {
            return refused(column, "it stands in a comment");
          }
        }
        case Part.Word word -> {
          if (column >= word.column() && column < word.column() + word.text().length()) {
            return of(word, column, first, redirection);
          }
          first = first && (redirection.isPresent() || LaunchLine.isAssignment(word));
          redirection = Optional.empty();
        }
      }
    }
    return refused(column, "it is no word");
  }

  private static Optional<CommandCheck.Refused> of(
      Part.Word word, int column, boolean first, Optional<String> redirection) {
    if (!word.text().equals(PLACEHOLDER)) {
      boolean quoted = word.plain().isEmpty();
      return refused(
          column,
          quoted
              ? "it stands in quotes or in a part of a word; leave the quotes out, they come by"
                  + " themselves"
              : "it is a part of a word; put a space before and after it");
    }
    if (redirection.isPresent()) {
      return refused(column, "it is the file of a redirection, and no argument");
    }
    return first ? refused(column, "it is the program, and no argument") : Optional.empty();
  }

  private static Optional<CommandCheck.Refused> refused(int column, String why) {
    return Optional.of(new CommandCheck.Refused(column, PLACEHOLDER + ": " + why));
  }

  /**
   * The command line that takes a conversation up again.
   *
   * @param template one that was accepted
   */
  public static String filled(String template, String id) {
    String quoted = ShellQuote.of(id);
    return template.contains(PLACEHOLDER)
        ? template.replace(PLACEHOLDER, quoted)
        : template.stripTrailing() + " " + quoted;
  }
}
