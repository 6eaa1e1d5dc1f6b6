package comity.conformance.sessions;

import comity.conformance.messages.ClaudeCode;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Claude Code. */
record ClaudeAgent() implements RealAgent {
  /** It asks whether a key may be used, unless these of its characters were approved. */
  private static final int KEY_END = 20;

  @Override
  public String provider() {
    return "claude";
  }

  @Override
  public void prepare(Place place) throws IOException, InterruptedException {
    Files.createSymbolicLink(place.bin().resolve("claude"), ClaudeCode.install());
    String key =
        Objects.requireNonNull(
            ClaudeCode.environment(place.home(), place.port()).get("ANTHROPIC_API_KEY"));
    Files.writeString(
        place.home().resolve(".claude.json"),
        """
        {"hasCompletedOnboarding": true,
         "customApiKeyResponses": {"approved": ["%s"], "rejected": []},
         "projects": {"%s": {"hasTrustDialogAccepted": true}}}
        """
            .formatted(key.substring(key.length() - KEY_END), place.work()));
    Path own = Files.createDirectory(place.home().resolve(".claude"));
    Files.writeString(
        own.resolve("settings.json"),
        """
        {
          "hooks": {
            "SessionStart": [{"hooks": [{"type": "command", "command": "%s"}]}]
          }
        }
        """
            .formatted("{ cat; echo; } >> " + heard(place)));
  }

  /** What its hooks said, a line each, by a hook of the person's own. */
  static Path heard(Place place) {
    return place.home().resolve("heard.jsonl");
  }

  @Override
  public Map<String, String> environment(Place place) {
    return ClaudeCode.environment(place.home(), place.port());
  }

  @Override
  public List<String> command() {
    return List.of("claude");
  }

  @Override
  public List<String> printing() {
    return List.of("-p");
  }

  @Override
  public String ready() {
    return "❯";
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
  public List<Path> configuration(Place place) {
    return List.of(place.home().resolve(".claude/settings.json"));
  }

  @Override
  public Path conversations(Place place) {
    return place.home().resolve(".claude/projects");
  }

  @Override
  public Use reads(Path file) {
    return new Use("Read", JsonObject.empty().with("file_path", file.toString()));
  }

  @Override
  public boolean tellsTranscript() {
    return true;
  }
}
