package comity.cli;

import comity.hookfiles.HookFiles;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.sessions.Provider;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows where agents' programs have their hooks, and whether Comity's are among them: ready,"
          + " outdated, absent, or unfit where the file can't be used. An agent is found where its"
          + " program is on PATH and it has a folder of its own; a folder alone may be left of one"
          + " that was removed.",
      "Agents that Comity starts need none where the table in docs/sessions.md says so."
    },
    footer = {"  comity hooks status", "  comity hooks status claude --json"})
final class HooksStatus implements Command {
  @CommandLine.Parameters(
      arity = "0..*",
      paramLabel = "PROVIDER",
      description = "whose (default: all)")
  private List<String> names = List.of();

  @Override
  public Outcome run(Context context) {
    return switch (HookTargets.find(context, context.home(), names, true)) {
      case HookTargets.Finding.Missing(Outcome outcome) -> outcome;
      case HookTargets.Finding.Found(HookTargets targets) -> {
        List<JsonObject> rows = new ArrayList<>();
        for (Provider each : targets.providers()) {
          HookFiles.Status status = targets.files().status(each);
          status.notes().forEach(note -> context.warn(each.name() + ": " + note));
          rows.add(row(context, each, status));
        }
        yield new Outcome.Answer(
            JsonObject.empty().with("providers", JsonArray.of(rows)),
            Table.lines(
                rows.stream().map(HooksStatus::shown).toList(),
                "no provider",
                context.surroundings().columns(),
                List.of("provider", "agent", "hooks", "file")));
      }
    };
  }

  private static JsonObject shown(JsonObject row) {
    boolean program = row.string("program").isPresent();
    boolean folder = new JsonBoolean(true).equals(row.get("folder"));
    String agent =
        program
            ? (folder ? "found" : "program, no folder")
            : (folder ? "folder, no program" : "not found");
    return row.with("agent", agent).with("hooks", Table.text(row, "state"));
  }

  private static JsonObject row(Context context, Provider provider, HookFiles.Status status) {
    Optional<Path> program =
        provider.programs().stream().flatMap(name -> context.onPath(name).stream()).findFirst();
    JsonObject plain =
        JsonObject.empty()
            .with("provider", provider.name())
            .with("state", status.state().name().toLowerCase(Locale.ROOT))
            .with("installed", program.isPresent())
            .with("folder", status.installed());
    JsonObject row = program.map(file -> plain.with("program", file.toString())).orElse(plain);
    JsonObject placed = status.file().map(file -> row.with("file", file.toString())).orElse(row);
    return placed.with(
        "notes", JsonArray.of(status.notes().stream().map(JsonString::new).toList()));
  }
}
