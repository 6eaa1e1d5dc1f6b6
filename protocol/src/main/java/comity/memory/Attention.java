package comity.memory;

import comity.roles.Capture;
import comity.roles.Lines;
import comity.roles.Task;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** {@code attention.md} (MEM-14): tasks, and how far they are. */
final class Attention {
  private static final Pattern TASKS =
      Pattern.compile(
          "(?i)(open |active |current |pending )?(tasks?|todos?|to-dos?)|active|current( focus)?"
              + "|待办|待办事项|任务|(当前|进行中的?)(任务|重点|焦点|工作)?");
  private static final Pattern PAST =
      Pattern.compile("(?i)done|completed|finished|archived?|已完成|完成|归档");

  /** What Comity itself writes behind a task. */
  private static final Pattern BEHIND =
      Pattern.compile(
          "[ \\t]*(?:\\(from [^()\\s]+\\)|\\(blocked(?:: [^()]*)?\\)|（受阻(?:：[^（）]*)?）)[ \\t]*$");

  private static final Pattern BLOCKED =
      Pattern.compile("[ \\t]*(?:\\(blocked(?:: [^()]*)?\\)|（受阻(?:：[^（）]*)?）)");

  /** What parts a blocked task from why it is so. */
  private static final Pattern REASON =
      Pattern.compile("[ \\t]+[—–-]+[ \\t]+|[:：][ \\t]*|[ \\t]+because[ \\t]+|[，,][ \\t]*因为");

  private static final String ITEM = "^(?:[-*+][ \\t]+)?";

  private enum State {
    OPEN("(?:\\[ \\]|🔲|☐)[ \\t]*|(?:todo|to-do|task|待办|任务)[ \\t]*[:：][ \\t]*"),
    REOPENED("(?:open|reopen|reopened|重新打开)[ \\t]*[:：][ \\t]*"),
    STARTED("\\[/\\][ \\t]*|(?:started|starting|doing|in progress|开始|进行中)[ \\t]*[:：][ \\t]*"),
    BLOCKED("(?:⛔|🚧)\\uFE0F?[ \\t]*|(?:blocked|阻塞|受阻|卡住)[ \\t]*[:：][ \\t]*"),
    DONE(
        "(?:\\[[xX]\\]|✅|☑)\\uFE0F?[ \\t]*"
            + "|(?:done|finished|completed|完成|已完成|搞定)[ \\t]*[:：][ \\t]*");

    private final Pattern begins;

    State(String begins) {
      this.begins =
          Pattern.compile(
              ITEM + "(?:" + begins + ")(?<text>\\S.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);
    }
  }

  /** What was said of a task. */
  private record Said(State state, String text) {
    static Said read(String text) {
      String line = Prose.oneLine(text);
      for (State state : State.values()) {
        Matcher begins = state.begins.matcher(line);
        if (begins.matches()) {
          return new Said(state, begins.group("text"));
        }
      }
      return new Said(State.OPEN, line.replaceFirst(ITEM, ""));
    }
  }

  private Attention() {}

  static Lines with(Lines file, Entry entry) {
    Said said = Said.read(entry.text());
    Outline outline = Outline.of(file);
    List<Task> tasks = tasks(outline);
    List<Task> same = tasks.stream().filter(task -> isSame(task.text(), said.text())).toList();
    Optional<Task> undone =
        same.stream().filter(task -> task.state() != Task.State.DONE).findFirst();
    List<Task> alike = same.isEmpty() ? alike(tasks, said) : List.of();
    if (same.isEmpty() && alike.isEmpty() && wasDone(tasks, said)) {
      return file;
    }
    if (alike.size() > 1 && entry.source().isEmpty()) {
      // Whoever said it is told, and can say which; what was taken from a transcript is kept below.
      return file;
    }
    if (alike.size() == 1) {
      undone = Optional.of(alike.getFirst());
    }
    return switch (said.state()) {
      case OPEN -> {
        String from = entry.source().map(Entry.Source::citation).orElse("");
        boolean known =
            undone.isPresent()
                || (!from.isEmpty()
                    && same.stream().anyMatch(task -> task.text().contains("(from " + from + ")")));
        yield known ? file : added(outline, tasks, "[ ]", said.text(), entry);
      }
      case REOPENED ->
          undone.isPresent()
              ? unblocked(file, undone.get())
              : same.isEmpty()
                  ? added(outline, tasks, "[ ]", said.text(), entry)
                  : boxed(file, same.getLast(), Task.State.OPEN);
      case STARTED ->
          undone.isPresent()
              ? boxed(unblocked(file, undone.get()), undone.get(), Task.State.STARTED)
              : same.isEmpty() ? added(outline, tasks, "[/]", said.text(), entry) : file;
      case DONE ->
          undone.isPresent()
              ? boxed(unblocked(file, undone.get()), undone.get(), Task.State.DONE)
              : same.isEmpty() ? added(outline, tasks, "[x]", said.text(), entry) : file;
      case BLOCKED -> blocked(outline, tasks, said.text(), entry);
    };
  }

  /**
   * What whoever gave an entry should know of where it went; empty where there is nothing to say.
   *
   * @param file before it
   */
  static String note(Lines file, Entry entry) {
    Said said = Said.read(entry.text());
    List<Task> tasks = tasks(Outline.of(file));
    List<Task> alike = alike(tasks, said);
    if (tasks.stream().anyMatch(task -> isSame(task.text(), said.text()))) {
      return "";
    }
    if (alike.size() > 1) {
      return "several open tasks have these words, so none was changed; say one as it stands: "
          + alike.stream().map(Task::text).collect(Collectors.joining("; "));
    }
    return alike.isEmpty() && said.state() == State.DONE && !wasDone(tasks, said)
        ? "no open task has these words, so it was added as one that is done"
        : "";
  }

  /** Whether what was said to be done is ticked already, in nearly these words. */
  private static boolean wasDone(List<Task> tasks, Said said) {
    return said.state() == State.DONE
        && tasks.stream()
            .anyMatch(task ->
                task.state() == Task.State.DONE && Alike.are(bare(task.text()), bare(said.text())));
  }

  /** The open tasks in nearly the words of what was said to be done or begun; each once. */
  private static List<Task> alike(List<Task> tasks, Said said) {
    if (said.state() != State.DONE && said.state() != State.STARTED) {
      return List.of();
    }
    Map<String, Task> alike = new LinkedHashMap<>();
    for (Task task : tasks) {
      if (task.state() != Task.State.DONE && Alike.are(bare(task.text()), bare(said.text()))) {
        alike.putIfAbsent(Capture.normal(task.text()), task);
      }
    }
    return List.copyOf(alike.values());
  }

  /** The tasks that stand in no code. */
  private static List<Task> tasks(Outline outline) {
    List<Task> tasks = new ArrayList<>();
    for (int line = 0; line < outline.file().size(); line++) {
      if (outline.isText(line)) {
        Task.read(outline.file().text(line), line).ifPresent(tasks::add);
      }
    }
    return tasks;
  }

  private static boolean isSame(String task, String said) {
    return Prose.maySay(task, said) && Prose.says(bare(task), bare(said));
  }

  private static String bare(String task) {
    String bare = task;
    for (Matcher behind = BEHIND.matcher(bare); behind.find(); behind = BEHIND.matcher(bare)) {
      bare = bare.substring(0, behind.start());
    }
    return bare;
  }

  private static Lines boxed(Lines file, Task task, Task.State state) {
    String box = Task.box(file.text(task.line()));
    return file.with(task.line(), box, Task.box(box, state));
  }

  private static Lines unblocked(Lines file, Task task) {
    Matcher blocked = BLOCKED.matcher(file.text(task.line()));
    return blocked.find() ? file.with(task.line(), blocked.group(), "") : file;
  }

  private static Lines blocked(Outline outline, List<Task> tasks, String text, Entry entry) {
    List<String[]> readings = new ArrayList<>(List.<String[]>of(new String[] {text, ""}));
    Matcher reason = REASON.matcher(text);
    while (reason.find()) {
      readings.add(new String[] {text.substring(0, reason.start()), text.substring(reason.end())});
    }
    for (String[] reading : readings) {
      for (Task task : tasks) {
        if (task.state() != Task.State.DONE && isSame(task.text(), reading[0])) {
          String mark = mark(task.text(), reading[1]);
          return task.text().contains(mark.strip())
              ? outline.file()
              : marked(unblocked(outline.file(), task), task, mark);
        }
      }
    }
    boolean done = tasks.stream().anyMatch(task -> isSame(task.text(), text));
    return done ? outline.file() : added(outline, tasks, "[ ]", text + mark(text, ""), entry);
  }

  private static Lines marked(Lines file, Task task, String mark) {
    String line = file.text(task.line());
    String bare = line.stripTrailing();
    return file.with(task.line(), bare + mark);
  }

  private static String mark(String task, String reason) {
    String plain = reason.strip().replaceAll("[()（）]", " ").replaceAll("\\s+", " ").strip();
    if (Prose.isChinese(task)) {
      return plain.isEmpty() ? "（受阻）" : "（受阻：" + plain + "）";
    }
    return plain.isEmpty() ? " (blocked)" : " (blocked: " + plain + ")";
  }

  private static Lines added(
      Outline outline, List<Task> tasks, String box, String text, Entry entry) {
    Lines file = outline.file();
    List<String> line = new ArrayList<>(List.of(text));
    entry.source().ifPresent(source -> Experience.cite(line, source));
    String item = box + " " + line.getFirst();
    if (file.size() == 0) {
      return file.insert(0, List.of("# Attention", "", "- " + item));
    }
    Optional<Outline.Part> part = outline.part(TASKS);
    BitSet past = part.isEmpty() ? past(outline) : new BitSet();
    Optional<Task> last =
        tasks.reversed().stream()
            .filter(task -> part.isEmpty() ? !past.get(task.line()) : isIn(part.get(), task))
            .findFirst();
    if (last.isPresent()) {
      int at = last.get().line() + 1;
      while (at < file.size() && file.text(at).matches("[ \\t]+\\S.*") && outline.isText(at)) {
        at++;
      }
      String bullet = file.text(last.get().line()).strip().substring(0, 1);
      return file.insert(at, List.of((bullet.matches("[-*+]") ? bullet : "-") + " " + item));
    }
    return outline.with(part.map(outline::end).orElseGet(outline::end), List.of("- " + item));
  }

  private static boolean isIn(Outline.Part part, Task task) {
    return task.line() > part.heading().line() && task.line() < part.to();
  }

  /** The lines in sections of what is done. */
  private static BitSet past(Outline outline) {
    BitSet past = new BitSet();
    for (Outline.Part part : outline.parts()) {
      if (PAST.matcher(part.heading().text()).matches()) {
        past.set(part.heading().line() + 1, part.to());
      }
    }
    return past;
  }
}
