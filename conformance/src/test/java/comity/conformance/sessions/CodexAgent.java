package comity.conformance.sessions;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Codex. */
record CodexAgent(Path own) implements RealAgent {
  /** Its own folder must not be below the one for temporary files. */
  static CodexAgent make() throws IOException {
    Path build = Path.of("..", "build").toAbsolutePath().normalize();
    return new CodexAgent(Files.createTempDirectory(Files.createDirectories(build), "codex-"));
  }

  @Override
  public String provider() {
    return "codex";
  }

  @Override
  public void prepare(Place place) throws IOException, InterruptedException {
    AgentPackages.install().program(place, "codex", ".bin/codex");
    Files.writeString(
        own.resolve("config.toml"),
        """
        # mine
        model = "mock-model"
        model_provider = "mock"
        check_for_update_on_startup = false
        [model_providers.mock]
        name = "mock"
        base_url = "http://127.0.0.1:%s/v1"
        wire_api = "responses"
        env_key = "MOCK_KEY"
        [analytics]
        enabled = false
        [projects."%s"]
        trust_level = "trusted"
        """
            .formatted(place.port(), place.work()));
  }

  @Override
  public Map<String, String> environment(Place place) {
    return Map.of("CODEX_HOME", own.toString(), "MOCK_KEY", "none");
  }

  @Override
  public List<String> command() {
    return List.of("codex");
  }

  @Override
  public List<String> printing() {
    return List.of("exec", "--skip-git-repo-check");
  }

  @Override
  public String ready() {
    return "›";
  }

  @Override
  public String clear() {
    return "/clear";
  }

  @Override
  public Optional<String> compact() {
    return Optional.of("/compact");
  }

  @Override
  public String exit() {
    return "/exit";
  }

  @Override
  public boolean hooksInFiles() {
    return false;
  }

  @Override
  public String persons(String text) {
    int notes = text.indexOf("\n[tui");
    return notes < 0 ? text : text.substring(0, notes);
  }

  @Override
  public List<Path> configuration(Place place) {
    return List.of(own.resolve("config.toml"));
  }

  @Override
  public Path conversations(Place place) {
    return own.resolve("sessions");
  }

  @Override
  public Use reads(Path file) {
    return new Use("exec_command", JsonObject.empty().with("cmd", "cat " + file));
  }

  @Override
  public boolean tellsTranscript() {
    return true;
  }
}
