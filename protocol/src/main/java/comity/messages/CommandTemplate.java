package comity.messages;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * The command of an agent, whose words may hold placeholders: {@code claude -p --resume
 * {session_id}}.
 *
 * <p>There is no shell. Each word stays one argument, whatever is put into it, and what was put in
 * is not looked at again for placeholders.
 *
 * @param words the program, which holds no placeholder, and its arguments
 */
public record CommandTemplate(List<String> words) {

  /** What can be put into a word. */
  public enum Placeholder {
    /** The provider's own id of the conversation. */
    SESSION_ID,
    /** The path of the file that holds what the agent is told. */
    PROMPT_FILE,
    /** The path of the folder of this run. */
    RUN_DIR,
    CONVERSATION_ID;

    /** As it stands in a word, with its braces. */
    public String text() {
      return "{" + name().toLowerCase(Locale.ROOT) + "}";
    }

    static Optional<Placeholder> of(String text) {
      return Arrays.stream(values()).filter(p -> p.text().equals(text)).findFirst();
    }
  }

  /** What came of reading the words of a configuration. */
  public sealed interface Reading {
    /** They can be run. */
    record Accepted(CommandTemplate template) implements Reading {}

    /**
     * A word is wrong.
     *
     * @param word the index of the word that is wrong, from 0
     * @param reason one clause for the person who wrote it
     */
    record Refused(int word, String reason) implements Reading {}
  }

  /** What came of filling the template in. */
  public sealed interface Filling {
    /** The program and its arguments. */
    record Filled(List<String> argv) implements Filling {
      public Filled {
        argv = List.copyOf(argv);
      }
    }

    /**
     * A value does not fit.
     *
     * @param reason one clause that names the placeholder
     */
    record Refused(String reason) implements Filling {}
  }

  /** JSON and most formats use braces in other ways, and those are left as they are. */
  private static final Pattern PLACEHOLDER = Pattern.compile("\\{[A-Za-z][A-Za-z0-9_]*\\}");

  public CommandTemplate {
    words = List.copyOf(words);
    Optional<Reading.Refused> refused = check(words);
    if (refused.isPresent()) {
      throw new IllegalArgumentException(refused.get().reason());
    }
  }

  /** Reads the words as a person wrote them. */
  public static Reading read(List<String> words) {
    return check(words)
        .<Reading>map(refused -> refused)
        .orElseGet(() -> new Reading.Accepted(new CommandTemplate(words)));
  }

  public boolean uses(Placeholder placeholder) {
    return words.stream().anyMatch(word -> word.contains(placeholder.text()));
  }

  /**
   * The command with these values in place.
   *
   * <p>A value that is missing, empty or has a control character is refused, and so is one that
   * begins with a dash where its word begins: the program would take it as an option, and a value
   * can come from outside.
   */
  public Filling fill(Map<Placeholder, String> values) {
    List<String> argv = new ArrayList<>();
    for (String word : words) {
      StringBuilder filled = new StringBuilder();
      Matcher m = PLACEHOLDER.matcher(word);
      while (m.find()) {
        Placeholder placeholder = Placeholder.of(m.group()).orElseThrow();
        String value = values.getOrDefault(placeholder, "");
        Optional<String> fault = fault(value, m.start() == 0);
        if (fault.isPresent()) {
          return new Filling.Refused("the value of " + placeholder.text() + " " + fault.get());
        }
        m.appendReplacement(filled, Matcher.quoteReplacement(value));
      }
      m.appendTail(filled);
      argv.add(filled.toString());
    }
    return new Filling.Filled(argv);
  }

  private static Optional<String> fault(String value, boolean beginsWord) {
    if (value.isEmpty()) {
      return Optional.of("is not known");
    }
    if (value.chars().anyMatch(Character::isISOControl)) {
      return Optional.of("has a control character in it");
    }
    return beginsWord && value.startsWith("-")
        ? Optional.of("begins with a dash and would be taken as an option")
        : Optional.empty();
  }

  private static Optional<Reading.Refused> check(List<String> words) {
    if (words.isEmpty() || words.getFirst().isBlank()) {
      return Optional.of(new Reading.Refused(0, "no program is named"));
    }
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      if (word.indexOf('\0') >= 0) {
        return Optional.of(new Reading.Refused(i, "a word has a NUL character in it"));
      }
      Matcher m = PLACEHOLDER.matcher(word);
      while (m.find()) {
        if (i == 0) {
          return Optional.of(
              new Reading.Refused(0, "the program itself cannot be a placeholder: " + m.group()));
        }
        if (Placeholder.of(m.group()).isEmpty()) {
          return Optional.of(
              new Reading.Refused(i, m.group() + " is no placeholder; there are " + allTexts()));
        }
      }
    }
    return Optional.empty();
  }

  private static String allTexts() {
    return Arrays.stream(Placeholder.values())
        .map(Placeholder::text)
        .collect(Collectors.joining(", "));
  }
}
