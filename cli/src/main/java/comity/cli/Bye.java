package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.project.Farewell;
import comity.project.NoteDesk;
import comity.roles.Capture;
import comity.roles.Task;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
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
  @CommandLine.Option(
      names = "--summary",
      paramLabel = "TEXT",
      description = "what was done; - reads it from standard input")
  private @Nullable String summary;

  @Override
  public Outcome run(Context context) throws IOException {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> {
        String words = summary == null ? "" : summary;
        if (words.equals("-")) {
          words = new Attachments(context.surroundings()).standardInput();
        }
        yield Workplace.outcome(at.desk().notes().bye(words), "nothing was noted", Bye::report);
      }
    };
  }

  private static Outcome report(NoteDesk.Ended ended) {
    Farewell.Written written = ended.written();
    String notes = ended.notes();
    List<String> lines = new ArrayList<>();
    if (written.entry()) {
      lines.add("noted in   " + notes);
    }
    written.ticked().forEach(task -> lines.add("ticked     " + task.text()));
    written.captured().forEach(each -> lines.add("kept       " + each.text()));
    ended.reminders().forEach(reminder -> lines.add("remember   " + reminder));
    JsonObject json =
        JsonObject.empty()
            .with("noted", written.entry())
            .with("file", notes)
            .with("ticked", strings(written.ticked().stream().map(Task::text).toList()))
            .with("kept", strings(written.captured().stream().map(Capture::text).toList()))
            .with("reminders", strings(ended.reminders()));
    return new Outcome.Deed(json, lines);
  }

  static JsonArray strings(List<String> texts) {
    return JsonArray.of(texts.stream().map(JsonString::new).toList());
  }
}
