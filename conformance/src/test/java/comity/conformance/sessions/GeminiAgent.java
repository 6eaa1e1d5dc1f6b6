package comity.conformance.sessions;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Gemini CLI. */
record GeminiAgent() implements RealAgent {
  @Override
  public String provider() {
    return "gemini";
  }

  @Override
  public void prepare(Place place) throws IOException, InterruptedException {
    AgentPackages installed = AgentPackages.install();
    installed.script(place, "gemini", "@google/gemini-cli/bundle/gemini.js");
    RealAgent.write(
        place.home().resolve(".gemini/settings.json"),
        """
        {
          // mine
          "security": {"auth": {"selectedType": "gemini-api-key"}},
          "general": {"enableAutoUpdate": false, "enableAutoUpdateNotification": false},
          "ui": {"hideTips": true},
          "hooksConfig": {"enabled": true}
        }
        """);
  }

  @Override
  public Map<String, String> environment(Place place) {
    return Map.of(
        "GEMINI_API_KEY",
        "none",
        "GOOGLE_GEMINI_BASE_URL",
        "http://127.0.0.1:" + place.port(),
        "GEMINI_TELEMETRY_ENABLED",
        "false");
  }

  @Override
  public List<String> command() {
    return List.of("gemini", "--skip-trust", "--model", "gemini-2.5-flash");
  }

  @Override
  public List<String> printing() {
    return List.of("-p");
  }

  @Override
  public String leavesShell() {
    return "\u001b";
  }

  @Override
  public String ready() {
    return "Type your message";
  }

  @Override
  public String clear() {
    return "/clear";
  }

  @Override
  public Optional<String> compact() {
    // It makes no context of a few turns shorter.
    return Optional.empty();
  }

  @Override
  public String exit() {
    return "/quit";
  }

  @Override
  public boolean hooksInFiles() {
    return true;
  }

  @Override
  public List<Path> configuration(Place place) {
    return List.of(place.home().resolve(".gemini/settings.json"));
  }

  @Override
  public Path conversations(Place place) {
    return place.home().resolve(".gemini/tmp");
  }

  @Override
  public Use reads(Path file) {
    return new Use("read_file", JsonObject.empty().with("file_path", file.toString()));
  }

  @Override
  public boolean tellsTranscript() {
    return true;
  }
}
