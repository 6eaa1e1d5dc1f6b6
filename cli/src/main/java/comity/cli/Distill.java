package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.Distillation;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Keeps what matters of old notes: each line of memory/YYYY-MM-DD.md that begins with Lesson:,"
          + " Decision: or Fact: (教训：决定：事实：) goes into MEMORIES.md with the file and line that"
          + " it is from, unless MEMORIES.md says it already. The notes are moved to"
          + " memory/archive/.",
      "It is the owner's command. Where it is interrupted, the next run finishes what was begun. With"
          + " --json: \"kept\" with \"text\" and \"source\", \"known\" (how many were there"
          + " already), \"archived\" with \"from\" and \"to\", \"left\" with \"file\" and \"why\"."
    },
    footer = {"  comity distill", "  comity distill --older-than 30 --json"})
final class Distill implements Command {
  @CommandLine.Option(
      names = "--older-than",
      paramLabel = "DAYS",
      converter = Forms.Days.class,
      description = "leave the notes of the last DAYS days, beside today's (default: 7)")
  private int days = 7;

  @Override
  public Outcome run(Context context) {
    return switch (Acting.of(context)) {
      case Acting.Finding.Missing(Outcome outcome) -> outcome;
      case Acting.Finding.Found(Acting acting) -> run(acting);
    };
  }

  private Outcome run(Acting acting) {
    Workplace at = acting.at();
    String before = Workplace.now().toLocalDate().minusDays(days).toString();
    Distillation.Distilled done =
        new Distillation(at.home(), at.project(), acting::wrote).run(before);
    List<String> lines = new ArrayList<>();
    List<JsonObject> kept = new ArrayList<>();
    done.kept()
        .forEach(each -> {
          lines.add("kept       " + each.text() + "  (" + each.source() + ")");
          kept.add(JsonObject.empty().with("text", each.text()).with("source", each.source()));
        });
    List<JsonObject> archived = new ArrayList<>();
    done.archived()
        .forEach((from, to) -> {
          lines.add("archived   " + from + " as " + to);
          archived.add(JsonObject.empty().with("from", from).with("to", to));
        });
    List<JsonObject> left = new ArrayList<>();
    done.left()
        .forEach((name, why) -> {
          lines.add("left       " + name + ": " + why);
          left.add(JsonObject.empty().with("file", name).with("why", why));
        });
    if (lines.isEmpty()) {
      lines.add("there are no notes from before " + before);
    }
    JsonObject json =
        JsonObject.empty()
            .with("kept", JsonArray.of(kept))
            .with("known", (long) done.known())
            .with("archived", JsonArray.of(archived))
            .with("left", JsonArray.of(left));
    return new Outcome.Deed(json, lines);
  }
}
