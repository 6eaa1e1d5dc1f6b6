package comity.guard;

import comity.guard.ShellWord.Value;
import comity.guard.Touch.Extent;
import comity.roles.Isolation.Access;
import java.util.ArrayList;
import java.util.List;

/** What one command of a line touches: first which program it is, then what that does. */
final class CommandReading {
  private final ShellCommand line;
  private final SimpleCommand command;
  private final List<SimpleCommand> producers;
  private final List<ShellWord> words;

  /**
   * Of one command.
   *
   * @param producers the commands whose output it reads
   */
  CommandReading(ShellCommand line, SimpleCommand command, List<SimpleCommand> producers) {
    this.line = line;
    this.command = command;
    this.producers = producers;
    this.words = new ArrayList<>(command.words());
  }

  void read() {
    boolean more = true;
    while (more && !words.isEmpty()) {
      more = skipAssignment() || skipKeyword() || skipWrapper();
    }
    new LastNet(line).over(command, words);
    if (words.isEmpty()) {
      return;
    }
    ShellWord first = words.removeFirst();
    List<Value> names = line.values(first);
    for (Value name : names) {
      if (name.known()) {
        program(name.text());
      } else {
        unknownProgram(name);
      }
    }
  }

  private void unknownProgram(Value name) {
    if (!words.isEmpty()) {
      line.unclear("which program " + name.shown() + " is can't be told before the command runs");
    }
  }

  private boolean skipAssignment() {
    ShellWord word = words.getFirst();
    String text = word.plain();
    int equals = text.indexOf('=');
    if (equals <= 0 || !text.substring(0, equals).matches("\\w+\\+?") || !startsBare(word)) {
      return false;
    }
    assign(word, text.substring(0, equals));
    words.removeFirst();
    return true;
  }

  private static boolean startsBare(ShellWord word) {
    return word.parts().getFirst() instanceof ShellWord.Part.Text(String text, boolean quoted)
        && !quoted
        && text.indexOf('=') > 0;
  }

  private void assign(ShellWord word, String name) {
    List<Value> values = new ArrayList<>();
    for (Value value : line.values(word)) {
      String text = value.text();
      values.add(new Value(text.substring(text.indexOf('=') + 1), value.known(), value.pattern()));
    }
    line.set(name.replace("+", ""), name.endsWith("+") ? unknown() : values);
  }

  private static List<Value> unknown() {
    return List.of(new Value("*", false, false));
  }

  private boolean skipKeyword() {
    String text = words.getFirst().plain();
    if (Programs.CLOSING.contains(text)) {
      words.clear();
      return false;
    }
    if (text.equals("for") || text.equals("select")) {
      loop();
      return false;
    }
    if (text.equals("case")) {
      words.clear();
      return false;
    }
    if (text.equals("function")) {
      words.subList(0, Math.min(2, words.size())).clear();
      return true;
    }
    if (!Programs.KEYWORDS.contains(text)) {
      return false;
    }
    words.removeFirst();
    return true;
  }

  /** {@code for NAME in WORDS}: what is done with the name is done with each of the words. */
  private void loop() {
    List<Value> values = new ArrayList<>();
    if (words.size() > 2 && words.get(2).is("in")) {
      words.subList(3, words.size()).forEach(word -> values.addAll(line.values(word)));
    }
    if (words.size() > 1) {
      line.set(words.get(1).plain(), values.isEmpty() ? unknown() : values);
    }
    words.clear();
  }

  private boolean skipWrapper() {
    String name = words.isEmpty() ? "" : base(words.getFirst().plain());
    if (!Programs.WRAPPERS.contains(name) || !words.getFirst().isLiteral()) {
      return false;
    }
    words.removeFirst();
    while (!words.isEmpty()) {
      String text = words.getFirst().plain();
      boolean clears =
          name.equals("env") && text.matches("-i|-u.*|-S.*|--ignore.*|--unset.*|--split.*");
      if (clears || (name.equals("env") && text.equals("-"))) {
        line.unclear("env takes away or puts together what the command gets");
      }
      if (name.equals("env") && text.matches("-C.*|--chdir.*")) {
        line.lose();
      }
      if (name.equals("time") && text.matches("-o.*|--output.*")) {
        new Outputs(line, name, words, List.of()).read();
        words.subList(0, text.matches("-o|--output") ? Math.min(2, words.size()) : 1).clear();
        continue;
      }
      boolean value = words.size() > 1 && text.matches("-[nucpskgC]|--signal|--adjustment");
      if (!text.startsWith("-") && !text.matches("\\w+=.*|[0-9.]+[smhd]?")) {
        return true;
      }
      words.removeFirst();
      if (value && !words.isEmpty() && !name.equals("command")) {
        words.removeFirst();
      }
    }
    return true;
  }

  static String base(String name) {
    return name.substring(name.lastIndexOf('/') + 1);
  }

  private void program(String path) {
    String name = base(path);
    if (path.indexOf('/') >= 0) {
      line.touch(Access.READ, new Value(path, true, false), Extent.ONE, false, true);
    }
    if (Programs.DECLARATIONS.contains(name)) {
      words.stream()
          .filter(word -> word.plain().indexOf('=') > 0)
          .forEach(word -> assign(word, word.plain().substring(0, word.plain().indexOf('='))));
    } else if (name.equals("cd") || name.equals("pushd") || name.equals("popd")) {
      folder(name);
    } else if (name.equals("eval") || name.equals("trap") || name.equals("alias")) {
      eval();
    } else if (name.equals("read")) {
      words.forEach(word -> line.set(word.plain(), unknown()));
    } else if (Programs.SHELLS.contains(name)) {
      shell();
    } else if (isInterpreter(name)) {
      interpreter(name);
    } else if (name.equals("xargs") || name.equals("parallel")) {
      xargs();
    } else if (name.equals("comity") || name.equals("muster")) {
      ours(path.equals(name));
    } else if (!Programs.NO_FILES.contains(name)) {
      new FileWords(line, name, words).read();
    }
  }

  /**
   * Our own commands on roles and memory ask the guard themselves; their words are no files. Those
   * that change the hub, which acts as the owner, are the owner's.
   */
  private void ours(boolean onPath) {
    List<ShellWord> named = named(words);
    List<Value> firsts = named.isEmpty() ? List.of() : line.values(named.getFirst());
    List<Value> seconds = named.size() < 2 ? List.of() : line.values(named.get(1));
    String first = firsts.isEmpty() ? "" : firsts.getFirst().text();
    boolean more = OwnersCommands.isGroup(first);
    if (firsts.size() > 1
        || firsts.stream().anyMatch(CommandReading::isUnclear)
        || (more && seconds.stream().anyMatch(CommandReading::isUnclear))) {
      line.unclear("which command of comity is given can't be told before it runs");
    }
    owners(first);
    seconds.forEach(second -> owners(first + " " + second.text()));
    if (!onPath || !Programs.JUDGED.contains(first)) {
      new FileWords(line, "comity", words).read();
    }
  }

  /** An option that is put in may take the word behind it away, a pattern may stand for several. */
  private static boolean isUnclear(Value word) {
    return !word.known() || word.pattern() || word.text().startsWith("-");
  }

  private void owners(String command) {
    if (OwnersCommands.has(command)) {
      line.unclear("comity " + command + " is a command of the owner, outside every role");
    }
  }

  /** The one or two words of the command: not the options, nor the values of those for all. */
  private static List<ShellWord> named(List<ShellWord> words) {
    List<ShellWord> named = new ArrayList<>();
    for (int at = 0; at < words.size() && named.size() < 2; at++) {
      String text = words.get(at).plain();
      if (Programs.OUR_VALUES.contains(text)) {
        at++;
      } else if (!text.startsWith("-") && !text.equals("help")) {
        named.add(words.get(at));
      }
    }
    return named;
  }

  private static boolean isInterpreter(String name) {
    return Programs.INTERPRETERS.contains(name.replaceAll("[0-9.]+$", ""))
        || Programs.INTERPRETERS.contains(name);
  }

  private void folder(String name) {
    List<ShellWord> folders = words.stream().filter(w -> !w.plain().matches("-[LPe]|--")).toList();
    if (folders.isEmpty() && name.equals("cd")) {
      line.enter(List.of(new Value("~", true, false)));
    } else if (folders.isEmpty() || name.equals("popd")) {
      line.lose();
    } else {
      line.enter(line.values(folders.getFirst()));
    }
  }

  private void eval() {
    StringBuilder text = new StringBuilder();
    for (ShellWord word : words) {
      List<Value> values = line.values(word);
      if (values.size() != 1 || !values.getFirst().known()) {
        line.unclear("what eval runs can't be told before it does");
        return;
      }
      text.append(values.getFirst().text()).append(' ');
    }
    line.nested(text.toString().replaceFirst("^\\s*\\w+=", ""));
  }

  private void shell() {
    int at = 0;
    while (at < words.size() && words.get(at).plain().startsWith("-")) {
      String option = words.get(at).plain();
      at++;
      if (option.matches("-[a-z]*c[a-z]*") && at < words.size()) {
        inner(words.get(at));
        return;
      }
      at += option.matches("-[oO]|--rcfile|--init-file") ? 1 : 0;
    }
    if (at < words.size()) {
      line.values(words.get(at)).forEach(v -> line.touch(Access.READ, v, Extent.ONE, true));
    } else if (!producers.isEmpty()) {
      line.unclear("what a shell reads from another command can't be told before it runs");
    } else if (command.hasInput()) {
      line.nested(command.input());
    }
  }

  private void inner(ShellWord script) {
    for (Value value : line.values(script)) {
      if (!value.known()) {
        line.unclear("what the inner shell runs can't be told before it does");
      } else {
        line.nested(value.text());
      }
    }
  }

  private void interpreter(String name) {
    boolean inline = false;
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at).plain();
      if (!word.startsWith("-")) {
        break;
      }
      if (Programs.INLINE.contains(word)
          || word.matches("-[a-z]*[cerpE]")
          || word.startsWith("-e")) {
        inline = true;
        words.subList(at, words.size()).forEach(this::code);
        break;
      }
    }
    boolean fed = words.isEmpty() || words.getFirst().is("-");
    if (fed && !producers.isEmpty()) {
      line.unclear("what " + name + " reads from another command can't be told before it runs");
    }
    if (fed && command.hasInput()) {
      code(command.input(), true);
    }
    if (!inline) {
      new FileWords(line, name, words).read();
    }
  }

  private void code(ShellWord word) {
    for (Value value : line.values(word)) {
      code(value.text(), value.known());
    }
  }

  /** A program's text may write; which file it does can't be told, so sources must be its own. */
  private void code(String text, boolean known) {
    if (Mentions.anyIn(text) || Mentions.mayBuild(text) || (!known && text.length() > 1)) {
      line.unclear("what the program in the command reads and writes can't be told");
    }
    line.touch(Access.WRITE, new Value(".", true, false), Extent.ONE, false);
  }

  /** The names come from another command: as many as lie in the folders that it was given. */
  private void xargs() {
    while (!words.isEmpty() && words.getFirst().plain().startsWith("-")) {
      String option = words.removeFirst().plain();
      if (option.matches("-[InPLdsE]") && !words.isEmpty()) {
        words.removeFirst();
      }
    }
    if (words.isEmpty()) {
      return;
    }
    String name = base(words.getFirst().plain());
    if (Programs.SHELLS.contains(name) || isInterpreter(name)) {
      line.unclear("what " + name + " gets from xargs can't be told before it runs");
      return;
    }
    boolean writes =
        Programs.WRITERS.contains(name)
            || words.stream().anyMatch(w -> w.plain().matches("-i.*|--in-place.*|--write|--fix"));
    if (!writes && Programs.NO_FILES.contains(name)) {
      return;
    }
    Access access = writes ? Access.WRITE : Access.READ;
    SimpleCommand source = producers.isEmpty() ? new SimpleCommand() : producers.getFirst();
    List<ShellWord> given = source.words();
    String first = given.isEmpty() ? "" : base(given.getFirst().plain());
    if (first.equals("find") || first.equals("git") || Programs.GREPS.contains(first)) {
      boolean any = false;
      for (ShellWord word : given.subList(1, given.size())) {
        if (first.equals("find") && word.plain().matches("[-(!].*")) {
          break;
        }
        boolean path = first.equals("find") || word.plain().indexOf('/') >= 0;
        if (path && !word.plain().startsWith("-")) {
          any = true;
          line.values(word).forEach(v -> line.touch(access, v, Extent.TREE, true));
        }
      }
      if (!any) {
        line.touch(access, new Value(".", true, false), Extent.TREE, true);
      }
    } else {
      line.unclear("which files " + name + " gets from xargs can't be told before it runs");
    }
    List<ShellWord> own = new ArrayList<>(words.subList(1, words.size()));
    own.removeIf(word -> word.plain().contains("{}"));
    new FileWords(line, name, own).read();
  }
}
