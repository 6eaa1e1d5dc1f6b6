package comity.cli;

import comity.files.Home;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.ProjectTexts;
import comity.project.RoleChanges;
import comity.roles.Lines;
import comity.roles.Preferences;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows the settings in USER.md, or one of them, or changes one: lines such as - KEY: VALUE and"
          + " **KEY**: VALUE, and rows of tables. A KEY that is not there is added.",
      "Where CLAUDE.md has a line with the same KEY, it is changed too. Every other line stays as it"
          + " is. It is the owner's command. With --json: \"settings\" with \"key\", \"value\", \"line\""
          + " and, where CLAUDE.md says otherwise, \"claude_md\"; of a change \"key\", \"value\" and"
          + " \"files\"."
    },
    footer = {
      "  comity settings",
      "  comity settings language",
      "  comity settings 语言 中文",
      "  comity settings --json"
    })
final class Settings implements Command {
  private static final String FILE = "USER.md";
  private static final String RULES = "CLAUDE.md";

  @CommandLine.Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "KEY",
      description = "the setting; case, blanks, - and _ do not count")
  private @Nullable String key;

  @CommandLine.Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "VALUE",
      description = "what it is to be, in one line")
  private @Nullable String value;

  @Override
  public Outcome run(Context context) {
    return switch (Acting.of(context)) {
      case Acting.Finding.Missing(Outcome outcome) -> outcome;
      case Acting.Finding.Found(Acting acting) -> run(acting, context.surroundings().columns());
    };
  }

  private Outcome run(Acting acting, int width) {
    ProjectTexts texts = new ProjectTexts(acting.at().project(), acting::wrote);
    return key != null && value != null
        ? set(acting.at().home(), texts, key, value)
        : show(texts, width);
  }

  private Outcome show(ProjectTexts texts, int width) {
    Lines rules = texts.read(RULES);
    List<JsonObject> rows = new ArrayList<>();
    for (Preferences.Setting setting : Preferences.read(texts.read(FILE))) {
      if (key != null && !setting.isNamed(key)) {
        continue;
      }
      JsonObject row =
          JsonObject.empty()
              .with("key", setting.key())
              .with("value", setting.value())
              .with("line", (long) setting.line() + 1);
      Optional<Preferences.Setting> other = Preferences.find(rules, setting.key());
      if (other.isPresent() && !other.get().value().equals(setting.value())) {
        row = row.with("claude_md", other.get().value());
      }
      rows.add(row);
    }
    if (key != null && rows.isEmpty()) {
      return Outcome.Failure.of(
          ExitCode.NOT_FOUND,
          "",
          "USER.md has no setting " + key,
          "comity settings shows all, comity settings " + key + " VALUE adds it");
    }
    boolean differs = rows.stream().anyMatch(row -> row.get("claude_md") != null);
    List<String> columns = differs ? List.of("key", "value", "claude_md") : List.of("key", "value");
    List<String> lines =
        key != null && rows.size() == 1
            ? List.of(Table.text(rows.getFirst(), "value"))
            : Table.lines(
                rows,
                "USER.md has no settings; comity settings KEY VALUE adds one",
                width,
                columns);
    return new Outcome.Answer(JsonObject.empty().with("settings", JsonArray.of(rows)), lines);
  }

  private static Outcome set(Home home, ProjectTexts texts, String key, String value) {
    boolean keyIsOne =
        key.matches("(?s)\\s*[\\p{L}\\p{N}].*") && key.codePoints().noneMatch(Settings::endsKey);
    if (!keyIsOne || key.codePointCount(0, key.length()) > Preferences.MAX_KEY) {
      return Outcome.Failure.usage(
          "\"" + key + "\" can be no key",
          "write one line of at most 60 characters that begins with a letter or digit and has none of : | * `");
    }
    if (!value.equals(value.strip()) || value.codePoints().anyMatch(Settings::isControl)) {
      return Outcome.Failure.usage("a value is one line without blanks around it", "mend it");
    }
    return RoleChanges.alone(home, () -> changed(texts, key.strip(), value));
  }

  private static Outcome changed(ProjectTexts texts, String key, String value) {
    // First where it is added if need be: whoever is interrupted here does the same again.
    Lines user =
        texts.edit(
            FILE,
            lines ->
                Preferences.find(lines, key)
                    .map(setting -> Preferences.with(lines, setting, value))
                    .orElseGet(() -> Preferences.add(lines, key, value)));
    boolean inRules = Preferences.find(texts.read(RULES), key).isPresent();
    if (inRules) {
      texts.edit(
          RULES,
          lines ->
              Preferences.find(lines, key)
                  .map(setting -> Preferences.with(lines, setting, value))
                  .orElse(lines));
    }
    Preferences.Setting now = Preferences.find(user, key).orElseThrow();
    List<String> files = inRules ? List.of(FILE, RULES) : List.of(FILE);
    return new Outcome.Deed(
        JsonObject.empty()
            .with("key", now.key())
            .with("value", now.value())
            .with("files", Bye.strings(files)),
        List.of(now.key() + " is " + now.value() + " in " + String.join(" and ", files)));
  }

  private static boolean endsKey(int c) {
    return isControl(c) || ":：|*`".indexOf(c) >= 0;
  }

  private static boolean isControl(int c) {
    return Character.isISOControl(c) || c == '\u2028' || c == '\u2029';
  }
}
