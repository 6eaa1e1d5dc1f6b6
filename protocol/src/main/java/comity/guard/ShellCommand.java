package comity.guard;

import comity.guard.ShellTokens.Token;
import comity.guard.ShellWord.Value;
import comity.roles.Isolation.Access;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * What a line of shell may read and write, as far as it can be told without running it (ROLE-17).
 *
 * <p>Words are taken apart as the shell does, variables that the line itself sets are put in, and
 * each program's words are sorted by what that program does with files ({@link Programs}). What
 * only the shell can know, such as the output of another command, is no trouble as long as nothing
 * is done with it that reads or writes files; else it is {@link #unclear}. A program that the line
 * starts can still do anything: a build runs whatever the project's files tell it to.
 */
public final class ShellCommand {
  /** No agent writes longer lines by itself; each level of the parser goes through all of it. */
  private static final int LONGEST = 1 << 16;

  private static final int DEEPEST = 8;

  /** What makes a shell take names with a dot for a {@code *} too. */
  private static final Pattern DOTS = Pattern.compile("(?i)dotglob|GLOBIGNORE|glob_?dots|BASHOPTS");

  /** As many working folders are kept in mind. */
  private static final int MOST_BASES = 8;

  private final List<Touch> touches = new ArrayList<>();
  private final List<String> unclear = new ArrayList<>();
  private final Map<String, List<Value>> variables = new HashMap<>();
  private List<String> bases = List.of("");
  private List<String> before = List.of("");
  private boolean lost;

  /** Whether a pattern stands for names with a dot before them too. */
  private boolean dots;

  private final int depth;

  private ShellCommand(Map<String, String> environment, int depth) {
    environment.forEach(
        (name, value) -> variables.put(name, List.of(new Value(value, true, false))));
    this.depth = depth;
  }

  /**
   * Reads a line.
   *
   * @param environment variables whose values are known, such as {@code HOME} and {@code PWD}
   */
  public static ShellCommand read(String line, Map<String, String> environment) {
    ShellCommand command = new ShellCommand(environment, 0);
    command.run(line);
    return command;
  }

  /** What it reads and writes. */
  public List<Touch> touches() {
    return List.copyOf(touches);
  }

  /** Why it can't be told what else it touches; empty where it can. */
  public List<String> unclear() {
    return List.copyOf(unclear);
  }

  private void run(String line) {
    if (line.length() > LONGEST || depth > DEEPEST) {
      unclear("the command is too long or too deep to be looked through");
      return;
    }
    if (line.contains("COMITY_ROLE")
        || line.contains("MUSTER_AGENT_SESSION_ID")
        || line.contains("COMITY_ROOMS")
        || line.contains("COMITY_GUARD")
        || line.contains("COMITY_MEMORY")
        || line.contains("COMITY_PROJECT_ROOT")
        || line.contains("COMITY_HOME")) {
      unclear("the command names the variables that say whose session this is");
    }
    dots |= DOTS.matcher(line).find();
    ShellTokens.Cut cut = ShellTokens.cut(line);
    if (cut.open()) {
      unclear("a quote or bracket of the command is not closed");
    }
    cut.nested().forEach(this::nested);
    List<SimpleCommand> pipe = new ArrayList<>();
    List<List<String>> outer = new ArrayList<>();
    SimpleCommand current = new SimpleCommand();
    for (Token token : cut.tokens()) {
      if (!(token instanceof Token.Operator(String operator))) {
        current.add(token);
        continue;
      }
      if (!current.isEmpty()) {
        pipe.add(current);
        current = new SimpleCommand();
      }
      if (!operator.equals("|")) {
        pipeline(pipe);
        pipe.clear();
        after(operator, outer);
      }
    }
    if (!current.isEmpty()) {
      pipe.add(current);
    }
    pipeline(pipe);
  }

  /** Which working folders the next command may have. */
  private void after(String operator, List<List<String>> outer) {
    switch (operator) {
      case "(" -> outer.add(bases);
      case ")" -> bases = outer.isEmpty() ? bases : outer.removeLast();
      case "&&" -> {}
      default -> {
        // What changed the folder may have failed.
        List<String> all = new ArrayList<>(bases);
        before.stream().filter(base -> !all.contains(base)).forEach(all::add);
        lost |= all.size() > MOST_BASES;
        bases = all.size() > MOST_BASES ? bases : List.copyOf(all);
        before = bases;
      }
    }
  }

  /** A command within a word, or as the text of another: it has this one's folder and variables. */
  void nested(String line) {
    ShellCommand inner = new ShellCommand(Map.of(), depth + 1);
    inner.variables.putAll(variables);
    inner.bases = bases;
    inner.before = bases;
    inner.lost = lost;
    inner.dots = dots;
    inner.run(line);
    touches.addAll(inner.touches);
    unclear.addAll(inner.unclear);
  }

  private void pipeline(List<SimpleCommand> pipe) {
    for (int i = 0; i < pipe.size(); i++) {
      SimpleCommand command = pipe.get(i);
      command.redirects().forEach(this::redirect);
      new CommandReading(this, command, i == 0 ? List.of() : pipe.subList(0, i)).read();
    }
  }

  private void redirect(Token.Redirect redirect) {
    String operator = redirect.operator();
    if (operator.endsWith("&") && redirect.file().plain().matches("[0-9]*-?")) {
      return;
    }
    Access access = operator.contains(">") ? Access.WRITE : Access.READ;
    for (Value value : values(redirect.file())) {
      touch(access, value, Touch.Extent.ONE, true);
    }
  }

  List<Value> values(ShellWord word) {
    return word.values(variables);
  }

  void set(String name, List<Value> values) {
    variables.put(name, values);
  }

  void unclear(String why) {
    if (!unclear.contains(why)) {
      unclear.add(why);
    }
  }

  /** The folder changes to one of these. */
  void enter(List<Value> folders) {
    List<String> next = new ArrayList<>();
    for (Value folder : folders) {
      if (!folder.known() || folder.text().equals("-") || folder.pattern()) {
        lost = true;
        return;
      }
      for (String base : bases) {
        next.add(Touch.one(Access.READ, home(folder.text())).within(base).path());
      }
    }
    before = bases;
    lost |= next.size() > MOST_BASES;
    bases = next.size() > MOST_BASES ? bases : List.copyOf(next);
  }

  /** As {@link #enter}, to a folder that can't be told. */
  void lose() {
    lost = true;
  }

  void lose(boolean now) {
    lost = now;
  }

  boolean isLost() {
    return lost;
  }

  private String home(String path) {
    boolean own = path.equals("~") || path.startsWith("~/");
    return own && variables.containsKey("HOME")
        ? variables.get("HOME").getFirst().text() + path.substring(1)
        : path;
  }

  /**
   * A file is touched.
   *
   * @param strict whether it is refused where the path can't be told
   */
  void touch(Access access, Value value, Touch.Extent extent, boolean strict) {
    touch(access, value, extent, strict, false);
  }

  void touch(Access access, Value value, Touch.Extent extent, boolean strict, boolean guessed) {
    if (Programs.DEVICES.contains(value.text()) || value.text().isEmpty()) {
      return;
    }
    if (!value.known()) {
      if (strict || Mentions.mayBe(value.text())) {
        unclear("which file " + value.shown() + " is can't be told before the command runs");
      }
      return;
    }
    String path = home(value.text());
    if (lost && !path.startsWith("/")) {
      if (strict || Mentions.mayBe(path)) {
        unclear("in which folder " + path + " lies can't be told before the command runs");
      }
      return;
    }
    boolean pattern = value.pattern() && extent == Touch.Extent.ONE;
    if (pattern && dots) {
      String fixed = Wildcard.fixed(path);
      path = fixed.isEmpty() ? "." : fixed;
      extent = Touch.Extent.TREE;
      pattern = false;
    }
    for (String base : bases) {
      touches.add(
          new Touch(access, path, pattern ? Touch.Extent.PATTERN : extent, guessed).within(base));
    }
  }
}
