package comity.project;

import comity.guard.ShellCommand;
import comity.guard.ToolCall;
import comity.guard.ToolUse;
import comity.guard.Touch;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.net.URI;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Whether an actor may use a tool of a provider as it is about to (ROLE-17). */
public final class ToolGuard {
  private static final Verdict.Allowed HARMLESS = new Verdict.Allowed("sources");

  /** A line of shell that touches more is looked at no further. */
  private static final int MOST_TOUCHES = 2_000;

  /** What a line names that means memory behind the gate, however it goes on. */
  private static final Pattern MEMORY =
      Pattern.compile("memory|group_names|comity|muster", Pattern.CASE_INSENSITIVE);

  private final Guard guard;
  private final Path folder;
  private final Optional<String> userHome;

  /**
   * A guard of tools.
   *
   * @param folder the working folder, where the provider does not tell it
   * @param userHome what {@code ~} stands for
   */
  public ToolGuard(Guard guard, Path folder, Optional<String> userHome) {
    this.guard = guard;
    this.folder = folder;
    this.userHome = userHome;
  }

  /** Whether it may; a refusal is logged. */
  public Verdict check(ToolCall call) {
    if (guard.actor().role().isEmpty() && !guard.hasMemory()) {
      return new Verdict.Allowed("owner");
    }
    Path at = call.folder().map(text -> in(folder, text)).orElse(folder);
    return switch (ToolUse.of(call)) {
      case ToolUse.Files(List<Touch> touches) ->
          touched(touches, at, "Name a folder such as src, or a glob such as *.java");
      case ToolUse.Shell(String line, Optional<String> own) ->
          shell(line, own.map(text -> in(at, text)).orElse(at));
      case ToolUse.Unknown _ when guard.actor().role().isEmpty() -> new Verdict.Allowed("owner");
      case ToolUse.Unknown(String why) ->
          guard.refuse(
              call.tool(),
              new Verdict.Refused(
                  "unknown-tool",
                  "It can't be told what this touches: " + why,
                  "Use the tools for files that the agent itself brings"));
    };
  }

  private static Path in(Path folder, String text) {
    try {
      return folder.resolve(text);
    } catch (InvalidPathException none) {
      // Nothing lies there, and no relative path is taken for one of the project.
      return folder.getRoot();
    }
  }

  private Verdict shell(String line, Path at) {
    Map<String, String> known = new LinkedHashMap<>();
    userHome.ifPresent(home -> known.put("HOME", home));
    known.put("PWD", at.toString());
    ShellCommand command = ShellCommand.read(line, known);
    Verdict verdict = touched(command.touches(), at, "Name a folder such as src");
    if (verdict instanceof Verdict.Refused || command.unclear().isEmpty()) {
      return verdict;
    }
    if (guard.actor().role().isEmpty() && !MEMORY.matcher(line).find()) {
      return HARMLESS;
    }
    return guard.refuse(
        line,
        new Verdict.Refused(
            "unclear-command",
            "It can't be told what this touches: " + command.unclear().getFirst(),
            "Write the paths out plainly, one command at a time, or use the tools for files"));
  }

  private Verdict touched(List<Touch> touches, Path at, String narrower) {
    Set<Touch> each = new LinkedHashSet<>(touches);
    if (each.size() > MOST_TOUCHES) {
      return guard.refuse(
          at.toString(),
          new Verdict.Refused(
              "unclear-command", "It touches too many files", "Do it in several steps"));
    }
    for (Touch touch : each) {
      Verdict verdict = judge(touch, at);
      if (verdict instanceof Verdict.Refused refused && !isGuess(touch, refused)) {
        return guard.logged(touch.access(), touch.path(), explained(touch, at, refused, narrower));
      }
    }
    return HARMLESS;
  }

  /** Who searches a whole folder named nothing in it: what is refused there says too little. */
  private Verdict.Refused explained(
      Touch touch, Path at, Verdict.Refused refused, String narrower) {
    boolean itself = judge(Touch.one(touch.access(), touch.path()), at) instanceof Verdict.Refused;
    if (touch.extent() != Touch.Extent.TREE || touch.access() != Access.READ || itself) {
      return refused;
    }
    boolean whole = guard.project().root().startsWith(in(at, touch.path()).normalize());
    return new Verdict.Refused(
        refused.rule(),
        "This looks through all of "
            + (whole ? "the project, .muse too" : touch.path())
            + ": "
            + refused.reason(),
        narrower);
  }

  /** What only may be a path is one where it leads to something with a rule in the project. */
  private static boolean isGuess(Touch touch, Verdict.Refused refused) {
    return touch.guessed()
        && (refused.rule().equals("outside-project") || refused.rule().equals("unknown-path"));
  }

  private Verdict judge(Touch touch, Path at) {
    Verdict verdict = HARMLESS;
    for (String path : readings(touch.path())) {
      verdict =
          switch (touch.extent()) {
            case ONE -> guard.judged(touch.access(), at, path, false);
            case TREE -> guard.judged(touch.access(), at, path, true);
            case PATTERN -> pattern(touch.access(), at, path);
          };
      if (verdict instanceof Verdict.Refused) {
        break;
      }
    }
    return verdict;
  }

  private Verdict pattern(Access access, Path at, String pattern) {
    Optional<List<Path>> all =
        pattern.contains("**") ? Optional.empty() : Expansion.of(at, pattern);
    if (all.isEmpty()) {
      String fixed = pattern.replaceAll("(^|(?<=/))[^/]*[*?\\[].*", "");
      return guard.judged(access, at, fixed.isEmpty() ? "." : fixed, true);
    }
    for (Path path : all.get()) {
      Verdict verdict = guard.judged(access, at, path.toString(), false);
      if (verdict instanceof Verdict.Refused) {
        return verdict;
      }
    }
    return HARMLESS;
  }

  /** Some tools take {@code ~} for the user's home, and addresses of files. */
  private Set<String> readings(String path) {
    Set<String> all = new LinkedHashSet<>(List.of(path));
    if (path.startsWith("~") && userHome.isPresent()) {
      all.add(path.replaceFirst("^~", Matcher.quoteReplacement(userHome.get())));
    }
    if (path.regionMatches(true, 0, "file:", 0, 5)) {
      try {
        all.add(Path.of(URI.create(path.replaceFirst("(?i)^file:/*", "file:///"))).toString());
      } catch (IllegalArgumentException none) {
        all.add("");
      }
    }
    return all;
  }
}
