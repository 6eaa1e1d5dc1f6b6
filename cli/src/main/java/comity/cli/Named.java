package comity.cli;

import comity.control.Nearest;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the words of a command line name. */
sealed interface Named {
  /** {@code --help}, {@code help} or nothing. */
  record Top() implements Named {}

  /** {@code --version}. */
  record Version() implements Named {}

  /** The first of two words with {@code --help}, or alone: what is under it is listed. */
  record Group(String word) implements Named {}

  /**
   * A command.
   *
   * @param words its one or two words
   * @param help whether its help was asked for
   */
  record Found(String words, List<String> arguments, boolean help) implements Named {
    public Found {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * No command.
   *
   * @param nearest the command that may have been meant; empty where none is near
   */
  record Unknown(String words, String nearest) implements Named {
    String why() {
      return "there is no command " + words;
    }

    String todo(String program) {
      return nearest.isEmpty()
          ? program + " --help lists the commands"
          : "did you mean " + program + " " + nearest + "?";
    }
  }

  /** Finds the command in words from which the global options were taken out. */
  static Named find(List<String> words) {
    List<String> left = new ArrayList<>(words);
    boolean help = takeHelp(left);
    if (left.isEmpty()) {
      return new Top();
    }
    String first = left.removeFirst();
    if (first.equals("--version") || first.equals("-V")) {
      return new Version();
    }
    if (isCommand(first)) {
      return new Found(first, left, help);
    }
    if (!isGroup(first)) {
      return new Unknown(first, Nearest.of(first, firstWords()).orElse(""));
    }
    if (left.isEmpty()) {
      return new Group(first);
    }
    String both = first + " " + left.removeFirst();
    return isCommand(both)
        ? new Found(both, left, help)
        : new Unknown(both, Nearest.of(both, under(first)).orElse(""));
  }

  /** Takes {@code help} in front, and {@code --help} and {@code -h} before {@code --}, out. */
  private static boolean takeHelp(List<String> words) {
    boolean help = !words.isEmpty() && words.getFirst().equals("help");
    if (help) {
      words.removeFirst();
    }
    int end = words.indexOf("--");
    List<String> options = end < 0 ? words : words.subList(0, end);
    return options.removeIf(word -> word.equals("--help") || word.equals("-h")) || help;
  }

  private static boolean isCommand(String words) {
    return Catalogue.ENTRIES.stream().anyMatch(entry -> entry.words().equals(words));
  }

  private static boolean isGroup(String word) {
    return Catalogue.ENTRIES.stream().anyMatch(entry -> entry.group().equals(word));
  }

  private static List<String> firstWords() {
    return Catalogue.ENTRIES.stream()
        .flatMap(entry -> Stream.of(entry.group().isEmpty() ? entry.words() : entry.group()))
        .distinct()
        .toList();
  }

  private static List<String> under(String group) {
    return Catalogue.ENTRIES.stream()
        .filter(entry -> entry.group().equals(group))
        .map(Catalogue.Entry::words)
        .toList();
  }
}
