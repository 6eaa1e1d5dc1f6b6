package comity.cli;

import comity.files.FileException;
import comity.files.Home;
import comity.hookfiles.HookFiles;
import comity.hookfiles.LineDiff;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.messages.SafeText;
import comity.sessions.Provider;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Sets hooks up or takes them out, provider by provider: what is refused of one keeps none back.
 */
final class HookChanges {
  private final Context context;
  private final boolean into;
  private final boolean dry;
  private final List<JsonObject> rows = new ArrayList<>();
  private final List<String> lines = new ArrayList<>();
  private boolean refused;

  private HookChanges(Context context, boolean into, boolean dry) {
    this.context = context;
    this.into = into;
    this.dry = dry;
  }

  static Outcome make(Context context, List<String> names, boolean into, boolean dry) {
    return switch (context.home().open()) {
      case Home.Opening.Refused(String reason) ->
          Outcome.Failure.of(ExitCode.REFUSED, "no hooks were touched", reason, "");
      case Home.Opening.Opened(Home home) ->
          switch (HookTargets.find(context, home, names, false)) {
            case HookTargets.Finding.Missing(Outcome outcome) -> outcome;
            case HookTargets.Finding.Found(HookTargets targets) ->
                new HookChanges(context, into, dry).all(targets);
          };
    };
  }

  private Outcome all(HookTargets targets) {
    for (Provider each : targets.providers()) {
      HookFiles files = targets.files();
      report(each, change(files, each));
    }
    JsonObject json = JsonObject.empty().with("providers", JsonArray.of(rows));
    return dry || refused
        ? new Outcome.Answer(refused ? ExitCode.REFUSED : ExitCode.DONE, json, lines)
        : new Outcome.Deed(json, lines);
  }

  private HookFiles.Change change(HookFiles files, Provider provider) {
    try {
      return into ? files.setUp(provider, dry) : files.remove(provider, dry);
    } catch (FileException e) {
      return new HookFiles.Change.Refused(String.valueOf(e.getMessage()), "");
    }
  }

  private void report(Provider provider, HookFiles.Change change) {
    JsonObject row = JsonObject.empty().with("provider", provider.name());
    switch (change) {
      case HookFiles.Change.Refused(String why, String todo) -> {
        refused = true;
        context.warn(provider.name() + ": " + why + (todo.isEmpty() ? "" : "; " + todo));
        rows.add(row.with("refused", why));
      }
      case HookFiles.Change.Done(List<HookFiles.Edit> edits, List<String> notes) -> {
        notes.forEach(note -> context.warn(provider.name() + ": " + note));
        if (edits.isEmpty()) {
          lines.add(provider.name() + ": nothing to change");
        }
        edits.forEach(edit -> lines.addAll(lines(provider, edit)));
        List<JsonString> files =
            edits.stream().map(edit -> new JsonString(edit.file().toString())).toList();
        List<JsonString> told = notes.stream().map(JsonString::new).toList();
        rows.add(row.with("changed", JsonArray.of(files)).with("notes", JsonArray.of(told)));
      }
    }
  }

  private List<String> lines(Provider provider, HookFiles.Edit edit) {
    if (dry) {
      return LineDiff.of(edit.file().toString(), text(edit.before()), text(edit.after())).stream()
          .map(SafeText::shownLine)
          .toList();
    }
    List<String> said = new ArrayList<>();
    String file = SafeText.shownLine(edit.file().toString());
    String what = edit.after().isEmpty() ? "removed " : into ? "hooks are in " : "no hooks are in ";
    said.add(provider.name() + ": " + what + file);
    if (into) {
      edit.backup().ifPresent(kept -> said.add("  what it had before: " + kept));
    }
    return said;
  }

  private static String text(Optional<byte[]> bytes) {
    return bytes.map(each -> new String(each, StandardCharsets.UTF_8)).orElse("");
  }
}
