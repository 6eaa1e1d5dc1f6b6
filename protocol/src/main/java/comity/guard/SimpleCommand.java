package comity.guard;

import comity.guard.ShellTokens.Token;
import java.util.ArrayList;
import java.util.List;

/** One command of a line: its words, redirections and the lines that it is given as input. */
final class SimpleCommand {
  private final List<ShellWord> words = new ArrayList<>();
  private final List<Token.Redirect> redirects = new ArrayList<>();
  private final List<ShellWord> inputs = new ArrayList<>();
  private final StringBuilder input = new StringBuilder();
  private boolean hasInput;

  void add(Token token) {
    switch (token) {
      case Token.Word(ShellWord word) -> words.add(word);
      case Token.Redirect redirect -> redirects.add(redirect);
      case Token.Document document -> {
        input.append(document.body());
        inputs.add(document.lines());
        hasInput = true;
      }
      case Token.Operator _ -> {}
    }
  }

  boolean isEmpty() {
    return words.isEmpty() && redirects.isEmpty() && !hasInput;
  }

  List<ShellWord> words() {
    return List.copyOf(words);
  }

  List<Token.Redirect> redirects() {
    return List.copyOf(redirects);
  }

  boolean hasInput() {
    return hasInput || redirects.stream().anyMatch(r -> r.operator().startsWith("<"));
  }

  /** Its documents, each as one word. */
  List<ShellWord> inputs() {
    return List.copyOf(inputs);
  }

  /** What stands in its document; empty where it has none. */
  String input() {
    return input.toString();
  }
}
