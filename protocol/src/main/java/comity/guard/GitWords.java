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

  private static final Pattern HARMLESS =
      Pattern.compile("(?i)(user|color|advice|init|i18n)\\..*|core\\.(quotepath|autocrlf|eol)=.*");

  /** They take branches, not files. */
  private static final Pattern BRANCHES =
      Pattern.compile("clone|worktree|submodule|merge|rebase|cherry-pick|revert|pull|switch");

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
      new FileWords(line, "git", folder).touchAll(Access.READ, folder, Extent.ONE);
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
    if (what.equals("config")) {
      if (rest.stream().noneMatch(w -> w.plain().matches("--get.*|-l|--list|get|list"))) {
        line.touch(Access.WRITE, new Value(".git/config", true, false), Extent.ONE, true);
      }
    } else if (!Programs.GIT_READS.contains(what)) {
      line.touch(Access.WRITE, HERE, Extent.ONE, true);
      if (!BRANCHES.matcher(what).matches()) {
        files.touchAll(Access.WRITE, files.operands(), Extent.ONE);
      }
    }
    files.touchAll(Access.READ, files.operands(), Extent.ONE);
    files.guesses(rest);
  }
}
