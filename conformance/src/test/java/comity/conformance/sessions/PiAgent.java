package comity.conformance.sessions;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Pi. */
record PiAgent() implements RealAgent {
  @Override
  public String provider() {
    return "pi";
  }

  @Override
  public void prepare(Place place) throws IOException, InterruptedException {
    AgentPackages installed = AgentPackages.install();
    installed.script(place, "pi", "@earendil-works/pi-coding-agent/dist/cli.js");
    RealAgent.write(
        place.home().resolve(".pi/agent/models.json"),
        """
        {"providers": {"mock": {
          "baseUrl": "http://127.0.0.1:%s/v1", "api": "openai-completions", "apiKey": "none",
          "models": [{
            "id": "mock-model", "name": "mock", "contextWindow": 100000, "maxTokens": 1000, "input": ["text"],
            "reasoning": false, "cost": {"input": 0, "output": 0, "cacheRead": 0, "cacheWrite": 0}
          }]
        }}}
        """
            .formatted(place.port()));
  }

  @Override
  public Map<String, String> environment(Place place) {
    return Map.of("PI_OFFLINE", "1");
  }

  @Override
  public List<String> command() {
    return List.of("pi", "--provider", "mock", "--model", "mock-model", "--approve");
  }

  @Override
  public List<String> printing() {
    return List.of("-p");
  }

  @Override
  public String ready() {
    return "mock-model";
  }

  @Override
  public String clear() {
    return "/new";
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
    return false;
  }

  @Override
  public List<Path> configuration(Place place) {
    return List.of(place.home().resolve(".pi/agent/models.json"));
  }

  @Override
  public Path conversations(Place place) {
    return place.home().resolve(".pi/agent/sessions");
  }

  @Override
  public Use reads(Path file) {
    return new Use("read", JsonObject.empty().with("path", file.toString()));
  }
}
