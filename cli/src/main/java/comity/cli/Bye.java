package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.project.Farewell;
import comity.project.ProjectTexts;
import comity.project.RoleFiles;
import comity.roles.Capture;
import comity.roles.Directive;
import comity.roles.Lint;
import comity.roles.RoleFile;
import comity.roles.Task;
import java.io.IOException;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Writes down what was done, at the end of the work: the summary goes into today's notes,"
          + " memory/YYYY-MM-DD.md; tasks that it calls done (- [x] TASK, Done: TASK) are ticked in"
          + " the role's file, whose header is brought up to date; up to five lines that begin with"
          + " Lesson:, Decision: or Fact: (教训：决定：事实：) go into MEMORIES.md, unless it says so"
          + " already.",
      "Then it says what is still open. Nothing is written that the summary does not say. With"
          + " --json: \"noted\", \"file\", \"ticked\", \"kept\" and \"reminders\"."
    },
    footer = {
      "  comity bye --role build --summary 'Done: release notes'",
      "  comity bye --role build --summary - < summary.md",
      "  comity bye --json"
    })
final class Bye implements Command {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);

  @CommandLine.Option(
      names = "--summary",
      paramLabel = "TEXT",
      description = "what was done; - reads it from standard input")
  private @Nullable String summary;

  @Override
  public Outcome run(Context context) throws IOException {
    return switch (Acting.of(context)) {
      case Acting.Finding.Missing(Outcome outcome) -> outcome;
      case Acting.Finding.Found(Acting acting) -> run(context, acting);
    };
  }

  private Outcome run(Context context, Acting acting) throws IOException {
    String words = summary == null ? "" : summary;
    if (words.equals("-")) {
      words = new Attachments(context.surroundings()).standardInput();
    }
    ZonedDateTime now = Workplace.now();
    String date = now.toLocalDate().toString();
    Farewell.Written written =
        new Farewell(acting.at().home(), acting.at().project(), acting::wrote)
            .write(new Farewell.Said(words, date, TIME.format(now)), acting.role());
    List<String> reminders = reminders(acting, written);
    if (words.isBlank()) {
      reminders.addFirst("there was no --summary, so that nothing was noted");
    }
    return report(written, ProjectTexts.notes(date), reminders);
  }

  private static List<String> reminders(Acting acting, Farewell.Written written) {
    List<String> reminders = new ArrayList<>();
    written.unknown().forEach(what -> reminders.add("no open task says: " + what));
    if (written.over() > 0) {
      reminders.add(
          written.over()
              + " more marked lines were not kept in MEMORIES.md; they are in the notes, from which"
              + " comity distill takes them");
    }
    if (acting.role().isPresent() && written.role().isPresent()) {
      RoleFiles.Role role = acting.role().get();
      RoleFile file = written.role().get();
      Workplace at = acting.at();
      int waiting = at.directives().waiting(at.project(), role.name()).size();
      if (waiting > 0) {
        reminders.add(
            amount(waiting, "directive waits", "directives wait")
                + " to be picked up: comity resume "
                + role.name());
      }
      for (Directive directive : file.received()) {
        if (directive.isPending()) {
          reminders.add(
              directive.id()
                  + " is not done: "
                  + directive.title()
                  + " (comity directive done "
                  + directive.id()
                  + " --role "
                  + role.name()
                  + ")");
        }
      }
      if (file.openTasks() > 0) {
        reminders.add(amount(file.openTasks(), "task is open", "tasks are open"));
      }
      if (file.lines().size() > Lint.MAX_LINES) {
        reminders.add(
            ".muse/"
                + role.name()
                + ".md has "
                + file.lines().size()
                + " lines; move what is done to .muse/archive/");
      }
    }
    return reminders;
  }

  private static String amount(long number, String one, String more) {
    return number + " " + (number == 1 ? one : more);
  }

  private static Outcome report(Farewell.Written written, String notes, List<String> reminders) {
    List<String> lines = new ArrayList<>();
    if (written.entry()) {
      lines.add("noted in   " + notes);
    }
    written.ticked().forEach(task -> lines.add("ticked     " + task.text()));
    written.captured().forEach(each -> lines.add("kept       " + each.text()));
    reminders.forEach(reminder -> lines.add("remember   " + reminder));
    JsonObject json =
        JsonObject.empty()
            .with("noted", written.entry())
            .with("file", notes)
            .with("ticked", strings(written.ticked().stream().map(Task::text).toList()))
            .with("kept", strings(written.captured().stream().map(Capture::text).toList()))
            .with("reminders", strings(reminders));
    return new Outcome.Deed(json, lines);
  }

  static JsonArray strings(List<String> texts) {
    return JsonArray.of(texts.stream().map(JsonString::new).toList());
  }
}
