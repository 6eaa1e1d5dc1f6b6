package comity.sessions;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The agent that a process is, as its command line tells.
 *
 * @param name one of the names that agents are known by
 * @param script whether a runtime such as node runs it, so that it can be the shim of a program
 * @param arguments behind the program or script, as far as they are known
 * @param whole whether these are all
 */
record AgentProgram(String name, boolean script, List<String> arguments, boolean whole) {
  private static final Set<String> RUNTIMES =
      Set.of("node", "nodejs", "bun", "deno", "python", "python3", "tsx");
  private static final Set<String> SHELLS = Set.of("sh", "bash", "dash", "zsh", "ksh", "ash");

  /** Options of runtimes whose value is a word of its own. */
  private static final Set<String> WITH_VALUE =
      Set.of(
          "-r",
          "--require",
          "--import",
          "--loader",
          "--experimental-loader",
          "-C",
          "--conditions",
          "--env-file",
          "-W",
          "-X");

  /** What follows is the program itself, and no file. */
  private static final Set<String> INLINE = Set.of("-e", "--eval", "-p", "--print", "-", "-m");

  private static final Set<String> EXTENSIONS =
      Set.of(".js", ".mjs", ".cjs", ".ts", ".py", ".sh", ".exe");

  private static final String PACKAGES = "node_modules/";

  /** How the kernel names a process of node. */
  private static final Set<String> NAMES_OF_NODE = Set.of("node", "MainThread", "node-MainThread");

  AgentProgram {
    arguments = List.copyOf(arguments);
  }

  /** The agent; empty where it is none of these names. */
  static Optional<AgentProgram> of(CapturedProcess process, Set<String> names) {
    List<String> words = process.words();
    if (words.isEmpty()) {
      return named(process.name(), names).map(name -> new AgentProgram(name, false, words, false));
    }
    int script = script(words);
    boolean whole = words.size() < CapturedProcess.MAX_WORDS;
    if (script > 0) {
      return ofScript(words.get(script), names)
          .map(
              name -> new AgentProgram(name, true, words.subList(script + 1, words.size()), whole));
    }
    // A program that gave itself a title has that alone for its command line.
    boolean titled = words.size() == 1 && NAMES_OF_NODE.contains(process.name());
    List<String> arguments = words.subList(1, words.size());
    return ofPath(words.getFirst(), names)
        .or(() -> named(process.name(), names))
        .map(name -> new AgentProgram(name, titled, arguments, whole && !titled));
  }

  /** By what a process is known where no name is given for it; empty for shells and runtimes. */
  static Optional<String> own(CapturedProcess process) {
    if (process.words().isEmpty()) {
      return Optional.empty();
    }
    int script = script(process.words());
    String name =
        script > 0
            ? withoutExtension(base(process.words().get(script)))
            : program(process.words().getFirst());
    return Optional.of(name)
        .filter(each -> !SHELLS.contains(each) && !RUNTIMES.contains(each) && !each.isEmpty());
  }

  /**
   * Whether this one only starts that one, which is its child: the agent's script is its own
   * argument, and it hands its arguments on as they are.
   */
  boolean isShimOf(AgentProgram child) {
    if (!script || !name.equals(child.name)) {
      return false;
    }
    if (whole && child.whole) {
      return arguments.equals(child.arguments);
    }
    int known = Math.min(arguments.size(), child.arguments.size());
    return arguments.subList(0, known).equals(child.arguments.subList(0, known));
  }

  /** Where in a command line the script stands that its program runs; 0 where none does. */
  private static int script(List<String> words) {
    String program = program(words.getFirst());
    boolean shell = SHELLS.contains(program);
    if (!shell && !RUNTIMES.contains(program)) {
      return 0;
    }
    for (int at = 1; at < words.size(); at++) {
      String word = words.get(at);
      if (INLINE.contains(word) || (shell && word.matches("-[a-z]*c[a-z]*"))) {
        return 0;
      }
      if (WITH_VALUE.contains(word)) {
        at++;
      } else if (!word.startsWith("-") && !(at == 1 && word.equals("run"))) {
        return at;
      }
    }
    return 0;
  }

  private static Optional<String> ofPath(String path, Set<String> names) {
    // Claude Code keeps its programs as claude/versions/2.1.0.
    String folder = "/versions/";
    int versions = path.lastIndexOf(folder);
    Optional<String> kept =
        versions < 0 || path.indexOf('/', versions + folder.length()) >= 0
            ? Optional.empty()
            : named(base(path.substring(0, versions)), names);
    return named(program(path), names).or(() -> kept);
  }

  private static Optional<String> ofScript(String path, Set<String> names) {
    Optional<String> byName = named(withoutExtension(base(path)), names);
    int packages = path.lastIndexOf(PACKAGES);
    if (byName.isPresent() || packages < 0) {
      return byName;
    }
    String inside = path.substring(packages + PACKAGES.length());
    String unscoped = inside.startsWith("@") ? inside.substring(inside.indexOf('/') + 1) : inside;
    int end = unscoped.indexOf('/');
    return ofPackage(end < 0 ? unscoped : unscoped.substring(0, end), names);
  }

  /** {@code claude-code}, {@code gemini-cli} and {@code opencode-ai} begin with the program. */
  private static Optional<String> ofPackage(String unscoped, Set<String> names) {
    Optional<String> longest = Optional.empty();
    for (String name : names) {
      boolean fits = unscoped.equals(name) || unscoped.startsWith(name + "-");
      if (fits && name.length() > longest.map(String::length).orElse(0)) {
        longest = Optional.of(name);
      }
    }
    return longest;
  }

  private static Optional<String> named(String name, Set<String> names) {
    return names.contains(name) ? Optional.of(name) : Optional.empty();
  }

  /**
   * The program's name: without its folder, without a login shell's dash, without a title's rest.
   */
  private static String program(String word) {
    int space = word.indexOf(' ');
    String name = base(space > 0 && word.charAt(0) != '/' ? word.substring(0, space) : word);
    return withoutExtension(name.startsWith("-") ? name.substring(1) : name);
  }

  private static String base(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String withoutExtension(String name) {
    int dot = name.lastIndexOf('.');
    return dot > 0 && EXTENSIONS.contains(name.substring(dot)) ? name.substring(0, dot) : name;
  }
}
