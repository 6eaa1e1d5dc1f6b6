package comity.cli;

import comity.json.JsonObject;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Tells this hub where the agents of another hub are reached, and with which key.",
      "The entry goes to config.toml; a running hub takes it over by itself."
    },
    footer = {
      "  comity peer add 'agent://example.org/*' https://example.org --key - < key.txt",
      "  comity peer add 'agent://other.test/*' http://127.0.0.1:7421"
    })
final class PeerAdd implements Command {
  @CommandLine.Parameters(
      index = "0",
      paramLabel = "PATTERN",
      converter = Forms.Agents.class,
      description = "which agents, such as agent://example.org/*")
  private String match = "";

  @CommandLine.Parameters(
      index = "1",
      paramLabel = "URL",
      description = "the base URL of their hub")
  private String url = "";

  @CommandLine.Option(
      names = "--key",
      paramLabel = "KEY",
      description = "the key that their hub made for us; - reads it from standard input")
  private @Nullable String key;

  @CommandLine.Option(
      names = "--allow-private",
      description = "their host may be on loopback or in a private network")
  private boolean allowPrivate;

  @Override
  public Outcome run(Context context) throws IOException {
    JsonObject values = JsonObject.empty().with("match", match).with("url", url);
    if (key != null) {
      String given =
          key.equals("-")
              ? firstLine(new Attachments(context.surroundings()).standardInput())
              : key;
      values = values.with("key", given);
    }
    if (allowPrivate) {
      values = values.with("allow_private", true);
    }
    return ConfigChange.append(
        context,
        List.of("peers"),
        values,
        "peer " + match,
        JsonObject.empty().with("match", match).with("url", url));
  }

  /** A key is one line; what a person wrote below it is not part of it. */
  private static String firstLine(String text) {
    return text.strip().lines().findFirst().orElse("").strip();
  }
}
