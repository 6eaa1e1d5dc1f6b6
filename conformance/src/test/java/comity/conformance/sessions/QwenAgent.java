package comity.conformance.sessions;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Qwen Code. */
record QwenAgent() implements RealAgent {
  @Override
  public String provider() {
    return "qwen";
  }

  @Override
  public void prepare(Place place) throws IOException, InterruptedException {
    AgentPackages installed = AgentPackages.install();
    installed.script(place, "qwen", "@qwen-code/qwen-code/cli.js");
    RealAgent.write(
        place.home().resolve(".qwen/settings.json"),
        """
        {
          "security": {"auth": {"selectedType": "openai"}},
          "general": {"enableAutoUpdate": false},
          "ui": {"autoModeAcknowledged": true},
          "$version": 4
        }
        """);
  }

  @Override
  public Map<String, String> environment(Place place) {
    return Map.of(
        "OPENAI_API_KEY",
        "none",
        "OPENAI_BASE_URL",
        "http://127.0.0.1:" + place.port() + "/v1",
        "OPENAI_MODEL",
        "mock-model");
  }

  @Override
  public List<String> command() {
    return List.of("qwen");
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
    return Optional.of("/compress");
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
    return List.of(place.home().resolve(".qwen/settings.json"));
  }

  @Override
  public Path conversations(Place place) {
    return place.home().resolve(".qwen");
  }

  @Override
  public Use reads(Path file) {
    return new Use("read_file", JsonObject.empty().with("file_path", file.toString()));
  }
}
