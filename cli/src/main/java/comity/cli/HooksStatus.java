package comity.cli;

import comity.hookfiles.HookFiles;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.sessions.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows where agents' programs have their hooks, and whether Comity's are among them: ready,"
          + " outdated, absent, or unfit where the file can't be used. An agent is found where it"
          + " has a folder of its own.",
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
          rows.add(row(each, status));
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
    return row.with(
            "agent", new JsonBoolean(true).equals(row.get("installed")) ? "found" : "not found")
        .with("hooks", Table.text(row, "state"));
  }

  private static JsonObject row(Provider provider, HookFiles.Status status) {
    JsonObject row =
        JsonObject.empty()
            .with("provider", provider.name())
            .with("state", status.state().name().toLowerCase(Locale.ROOT))
            .with("installed", status.installed());
    JsonObject placed = status.file().map(file -> row.with("file", file.toString())).orElse(row);
    return placed.with(
        "notes", JsonArray.of(status.notes().stream().map(JsonString::new).toList()));
  }
}
