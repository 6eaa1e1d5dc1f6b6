package comity.guard;

import comity.guard.ShellWord.Value;
import comity.guard.Touch.Extent;
import comity.roles.Isolation.Access;
import java.util.List;
import java.util.regex.Pattern;

/**
 * What a command of git touches. What it prints of old versions of files, as {@code git show} does,
 * is told only where a path says which.
 */
final class GitWords {
  private static final Value HERE = new Value(".", true, false);

  private static final ShellWord ALL = new ShellWord(List.of(new ShellWord.Part.Text(".", true)));

  private static final Pattern HARMLESS =
      Pattern.compile("(?i)(user|color|advice|init|i18n)\\..*|core\\.(quotepath|autocrlf|eol)=.*");

  /** They take branches, not files. */
  private static final Pattern BRANCHES =
      Pattern.compile("clone|worktree|submodule|merge|rebase|cherry-pick|revert|pull|switch");

  /** They print what is in files. */
  private static final Pattern PRINTS =
      Pattern.compile(
          "diff.*|log|show|whatchanged|blame|annotate|range-diff|cat-file|format-patch|stash"
              + "|archive");

  private static final Pattern OUTPUT = Pattern.compile("--output(?:=(.+))?()");

  /** Files of these kinds are none that have rules. */
  private static final Pattern OTHER_KIND =
      Pattern.compile(".*\\.(?!md$|markdown$|json)[a-z0-9+]+");

  private final ShellCommand line;
  private final List<ShellWord> words;

  GitWords(ShellCommand line, List<ShellWord> words) {
    this.line = line;
    this.words = words;
  }

  void read() {
    boolean lost = line.isLost();
    int at = 0;
    while (at < words.size() && words.get(at).plain().startsWith("-")) {
      at += option(at);
    }
    if (at < words.size()) {
      command(words.get(at).plain(), words.subList(at + 1, words.size()));
    }
    line.lose(lost);
  }

  /** An option before the command; gives how many words it has. */
  private int option(int at) {
    String option = words.get(at).plain();
    boolean setting = option.equals("-c");
    if (option.startsWith("--config-env")) {
      line.unclear("git runs what its settings say, and these are set by the command");
    }
    boolean place = option.equals("-C") || option.matches("--(git-dir|work-tree|exec-path)");
    if ((!setting && !place) || at + 1 >= words.size()) {
      new FileWords(line, "git", words.subList(at, at + 1)).guesses(words.subList(at, at + 1));
      return 1;
    }
    if (setting && !HARMLESS.matcher(words.get(at + 1).plain()).matches()) {
      line.unclear("git runs what its settings say, and these are set by the command");
    }
    if (place) {
      List<ShellWord> folder = words.subList(at + 1, at + 2);
      // To look for something there reads all of it, as far as it is known now where that is.
      boolean all = words.stream().anyMatch(word -> word.is("grep") || word.is("archive"));
      new FileWords(line, "git", folder)
          .touchAll(Access.READ, folder, all ? Extent.TREE : Extent.ONE);
      line.lose(true);
    }
    return 2;
  }

  private void command(String what, List<ShellWord> rest) {
    FileWords files = new FileWords(line, what.equals("grep") ? "rg" : "git", rest);
    if (what.equals("grep")) {
      files.grep();
      return;
    }
    boolean all = rest.stream().anyMatch(word -> word.is("--no-index"));
    if (all || what.equals("archive") || what.equals("bundle")) {
      line.touch(Access.READ, HERE, Extent.TREE, true);
    }
    if (PRINTS.matcher(what).matches()) {
      files.operands().forEach(this::printed);
    }
    files.outputs(OUTPUT);
    if (changesAll(what, rest)) {
      limited(what, rest, files).forEach(this::whole);
    }
    if (what.equals("config")) {
      if (rest.stream().noneMatch(w -> w.plain().matches("--get.*|-l|--list|get|list"))) {
        line.touch(Access.WRITE, new Value(".git/config", true, false), Extent.ONE, true);
      }
    } else if (!Programs.GIT_READS.contains(what) && !looks(what, rest)) {
      line.touch(Access.WRITE, HERE, Extent.ONE, true);
      if (!BRANCHES.matcher(what).matches()) {
        files.touchAll(Access.WRITE, files.operands(), Extent.ONE);
      }
    }
    files.touchAll(Access.READ, files.operands(), Extent.ONE);
    files.guesses(rest);
  }

  /** A pattern of git's own also stands for names below, and for those with a dot. */
  private void printed(ShellWord word) {
    for (Value value : line.values(word)) {
      String path = path(value.text());
      if (value.known() && Wildcard.has(path) && !OTHER_KIND.matcher(path).matches()) {
        String fixed = Wildcard.fixed(path);
        Value folder = fixed.isEmpty() ? HERE : new Value(fixed, true, false);
        line.touch(Access.READ, folder, Extent.TREE, true);
      }
    }
  }

  /** Without what git takes before a path: {@code :/}, {@code :(icase)}. */
  private static String path(String spec) {
    return spec.replaceFirst("^:(\\([^)]*\\)|/)", "");
  }

  private static boolean looks(String what, List<ShellWord> rest) {
    return what.equals("stash") && !rest.isEmpty() && rest.getFirst().plain().matches("list|show");
  }

  /** Whether it takes back or away whatever lies in the folder, unless it is told a part of it. */
  private static boolean changesAll(String what, List<ShellWord> rest) {
    return switch (what) {
      case "clean" -> !has(rest, "-[a-zA-Z]*n[a-zA-Z]*|--dry-run");
      case "checkout", "restore", "checkout-index" -> true;
      case "switch" -> has(rest, "-[a-z]*f[a-z]*|--force|--discard-changes");
      case "reset" -> has(rest, "--hard|--merge|--keep");
      case "read-tree" -> has(rest, "-[a-z]*u[a-z]*");
      case "sparse-checkout" -> !has(rest, "list");
      case "stash" ->
          rest.isEmpty()
              || !rest.getFirst()
                  .plain()
                  .matches("list|show|drop|clear|pop|apply|branch|create|store");
      case "rm" -> !has(rest, "--cached");
      default -> false;
    };
  }

  private static boolean has(List<ShellWord> rest, String option) {
    return rest.stream().anyMatch(word -> word.plain().matches(option));
  }

  /** The parts of the folder that it is told; the folder where it is told none. */
  private static List<ShellWord> limited(String what, List<ShellWord> rest, FileWords files) {
    boolean whole =
        what.matches("reset|read-tree|switch|sparse-checkout")
            || (what.equals("checkout") && has(rest, "-[a-z]*f[a-z]*|--force"))
            || (what.equals("checkout-index") && has(rest, "-[a-z]*a[a-z]*|--all"));
    List<ShellWord> parts = whole ? List.of() : files.operands();
    if (what.equals("stash") && !parts.isEmpty()) {
      parts = parts.getFirst().is("push") ? parts.subList(1, parts.size()) : List.of();
    }
    boolean branch = what.equals("checkout") && !whole;
    return parts.isEmpty() && !branch ? List.of(ALL) : parts;
  }

  private void whole(ShellWord part) {
    for (Value value : line.values(part)) {
      String path = Wildcard.fixed(path(value.text()));
      boolean all = path.isEmpty() || value.text().startsWith(":");
      Value folder = all ? HERE : new Value(path, value.known(), false);
      line.touch(Access.WRITE, folder, Extent.TREE, true);
    }
  }
}
