package comity.guard;

import comity.guard.ShellWord.Value;
import comity.guard.Touch.Extent;
import comity.roles.Isolation.Access;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What the words of a command name anywhere within them, whatever its program is: a program that
 * nobody thought of, or a variable that another program runs, is then no way around the rules.
 */
final class LastNet {
  /** What is in no protected name, and so ends one. */
  private static final Pattern ENDS = Pattern.compile("[\\s'\"`=:,;|&<>(){}@!$^\\\\]+");

  /** Their words are looked at otherwise, or show nothing of what is in a file. */
  private static final Set<String> APART =
      Set.of("comity", "muster", "cd", "pushd", "popd", "test", "[", "[[");

  private static final List<String> FOLDERS = List.of(".muse", "memory");

  /** A pattern with fewer signs of its own is no hint at a name. */
  private static final int FEWEST_SIGNS = 3;

  private final ShellCommand line;

  LastNet(ShellCommand line) {
    this.line = line;
  }

  /**
   * Looks through a command.
   *
   * @param rest the words from its program on
   */
  void over(SimpleCommand command, List<ShellWord> rest) {
    int before = command.words().size() - rest.size();
    words(command.words().subList(0, Math.max(0, before)));
    String program = rest.isEmpty() ? "" : rest.getFirst().plain();
    if (APART.contains(program)) {
      return;
    }
    words(command.inputs());
    boolean pattern = Programs.GREPS.contains(CommandReading.base(program));
    boolean commit = program.equals("git") && rest.size() > 1 && rest.get(1).is("commit");
    for (int at = 0; at < rest.size(); at++) {
      String text = rest.get(at).plain();
      String last = at == 0 ? "" : rest.get(at - 1).plain();
      if (at > 0 && pattern && !text.startsWith("-")) {
        // The first is what is looked for.
        pattern = false;
      } else if (!commit || !last.matches("-[a-z]*m|--message")) {
        words(rest.subList(at, at + 1));
      }
    }
  }

  private void words(List<ShellWord> all) {
    for (ShellWord word : all) {
      for (Value value : line.values(word)) {
        names(value);
      }
    }
  }

  private void names(Value value) {
    Set<String> found = new LinkedHashSet<>();
    for (String text : List.of(value.text(), Mentions.joined(value.text()))) {
      for (String piece : ENDS.split(text, -1)) {
        found.add(piece);
        found.add(piece.replaceFirst("^-{1,2}\\w", ""));
      }
    }
    for (String piece : found) {
      boolean pattern = Wildcard.has(piece);
      if (pattern ? isHint(piece) : Mentions.anyIn(piece)) {
        Value name = new Value(piece, true, pattern);
        line.touch(Access.READ, name, Extent.ONE, false, true);
        // A program may be run in a folder below this one.
        String above = piece.replaceFirst("^(\\./|\\.\\./)+", "");
        line.touch(Access.READ, new Value(above, true, pattern), Extent.ONE, false, true);
      }
    }
  }

  private static boolean isHint(String pattern) {
    for (String segment : pattern.split("/", -1)) {
      boolean own = segment.replaceAll("\\[[^\\]]*\\]|[*?]", "").length() >= FEWEST_SIGNS;
      if (own && FOLDERS.stream().anyMatch(name -> Wildcard.matches(segment, name))) {
        return true;
      }
    }
    return Mentions.anyIn(pattern);
  }
}
