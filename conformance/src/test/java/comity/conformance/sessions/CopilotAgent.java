package comity.conformance.sessions;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** GitHub Copilot CLI. */
record CopilotAgent() implements RealAgent {
  @Override
  public String provider() {
    return "copilot";
  }

  @Override
  public void prepare(Place place) throws IOException, InterruptedException {
    AgentPackages installed = AgentPackages.install();
    installed.program(place, "copilot", ".bin/copilot-linux-x64");
    RealAgent.write(
        place.home().resolve(".copilot/config.json"),
        """
        {"trusted_folders": ["%s"], "banner": "never"}
        """
            .formatted(place.work()));
  }

  @Override
  public Map<String, String> environment(Place place) {
    return Map.of(
        "COPILOT_OFFLINE",
        "true",
        "COPILOT_AUTO_UPDATE",
        "false",
        "COPILOT_PROVIDER_BASE_URL",
        "http://127.0.0.1:" + place.port() + "/v1",
        "COPILOT_PROVIDER_API_KEY",
        "none",
        "COPILOT_MODEL",
        "gpt-5",
        "COPILOT_PROVIDER_MODEL_ID",
        "gpt-5");
  }

  @Override
  public List<String> command() {
    return List.of("copilot");
  }

  @Override
  public List<String> printing() {
    return List.of("-p");
  }

  @Override
  public String ready() {
    return "? help";
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
    return true;
  }

  @Override
  public List<Path> configuration(Place place) {
    return List.of();
  }

  @Override
  public Path conversations(Place place) {
    return place.home().resolve(".copilot/session-state");
  }

  @Override
  public Use reads(Path file) {
    return new Use("view", JsonObject.empty().with("path", file.toString()));
  }
}
