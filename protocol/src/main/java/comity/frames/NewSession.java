package comity.frames;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.sessions.CommandForm;
import comity.terminal.Size;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A session that is to begin.
 *
 * @param name for people; never an identity
 * @param project its root folder
 * @param provider by name; none for whom the program's name tells
 * @param resume a resume template of its own
 * @param folder where the program starts, absolute
 * @param environment of whoever asks, in which the program runs
 */
public record NewSession(
    Optional<String> name,
    Optional<String> project,
    Optional<String> role,
    Optional<String> provider,
    Optional<String> resume,
    String folder,
    CommandForm command,
    Map<String, String> environment,
    Size size) {
  public NewSession {
    environment = Map.copyOf(environment);
  }

  JsonObject toJson() {
    JsonObject json = JsonObject.empty();
    json = with(json, "name", name);
    json = with(json, "project", project);
    json = with(json, "role", role);
    json = with(json, "provider", provider);
    json = with(json, "resume", resume);
    return json.with("folder", folder)
        .with("command", words(command))
        .with("environment", Ask.strings(environment))
        .with("columns", size.columns())
        .with("rows", size.rows());
  }

  private static JsonObject with(JsonObject json, String key, Optional<String> value) {
    return value.map(text -> json.with(key, text)).orElse(json);
  }

  private static JsonArray words(CommandForm command) {
    return JsonArray.of(command.words().stream().map(JsonString::new).toList());
  }

  static Optional<NewSession> read(JsonObject json) {
    List<String> words = new ArrayList<>();
    if (json.get("command") instanceof JsonArray array) {
      for (JsonValue each : array.elements()) {
        if (each instanceof JsonString(String word)) {
          words.add(word);
        }
      }
    }
    Optional<String> folder =
        json.string("folder").filter(path -> path.startsWith("/") && path.indexOf('\0') < 0);
    if (words.isEmpty() || folder.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new NewSession(
            json.string("name"),
            json.string("project"),
            json.string("role"),
            json.string("provider"),
            json.string("resume"),
            folder.get(),
            CommandForm.of(words),
            Ask.strings(json.object("environment")),
            Ask.size(json)));
  }
}
