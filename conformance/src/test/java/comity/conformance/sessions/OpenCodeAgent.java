package comity.conformance.sessions;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** OpenCode. */
record OpenCodeAgent() implements RealAgent {
  @Override
  public String provider() {
    return "opencode";
  }

  @Override
  public void prepare(Place place) throws IOException, InterruptedException {
    AgentPackages installed = AgentPackages.install();
    installed.program(place, "opencode", ".bin/opencode");
    RealAgent.write(
        place.home().resolve(".config/opencode/opencode.jsonc"),
        """
        {
          // mine
          "$schema": "https://opencode.ai/config.json",
          "provider": {
            "mock": {
              "npm": "@ai-sdk/openai-compatible",
              "options": {"baseURL": "http://127.0.0.1:%s/v1", "apiKey": "none"},
              "models": {"mock-model": {"name": "mock"}}
            }
          },
          "model": "mock/mock-model",
          "small_model": "mock/mock-model"
        }
        """
            .formatted(place.port()));
    // It would fetch this at its first start.
    Path plugin = AgentPackages.openCodePlugin();
    for (String name : List.of("node_modules", "package.json", "package-lock.json")) {
      Files.createSymbolicLink(
          place.home().resolve(".config/opencode").resolve(name), plugin.resolve(name));
    }
  }

  @Override
  public Map<String, String> environment(Place place) {
    return Map.of(
        "OPENCODE_DISABLE_AUTOUPDATE",
        "1",
        "OPENCODE_DISABLE_MODELS_FETCH",
        "1",
        "OPENCODE_DISABLE_LSP_DOWNLOAD",
        "1");
  }

  @Override
  public List<String> command() {
    return List.of("opencode");
  }

  @Override
  public List<String> printing() {
    return List.of("run");
  }

  @Override
  public String ready() {
    return "ctrl+p commands";
  }

  @Override
  public String clear() {
    return "/new";
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
    return true;
  }

  @Override
  public List<Path> configuration(Place place) {
    return List.of(place.home().resolve(".config/opencode/opencode.jsonc"));
  }

  @Override
  public Path conversations(Place place) {
    return place.home().resolve(".local/share/opencode");
  }

  @Override
  public Use reads(Path file) {
    return new Use("read", JsonObject.empty().with("filePath", file.toString()));
  }
}
