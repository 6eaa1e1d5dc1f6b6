package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Adds an agent to config.toml; a running hub takes it over by itself.",
      "Words after -- are the program that is run for each message: on standard input it reads a"
          + " line that names the sender and then the text, each line of it behind \"| \"; what it"
          + " prints is the reply. All settings are in docs/configuration.md."
    },
    footer = {
      "  comity agent add clock -- date",
      "  comity agent add shout -- sh -c \"sed -n 's/^| //p' | tr a-z A-Z\"",
      "  comity agent add notes --runner inbox --allow 'agent://example.org/*'"
    })
final class AgentAdd implements Command {
  @CommandLine.Parameters(
      index = "0",
      paramLabel = "ID",
      converter = Forms.NewAgent.class,
      description = "its agent-id, such as qa or muse/build")
  private String id = "";

  @CommandLine.Parameters(
      index = "1..*",
      paramLabel = "-- COMMAND",
      description = "the program and its arguments")
  private List<String> command = new ArrayList<>();

  @CommandLine.Option(
      names = "--runner",
      paramLabel = "RUNNER",
      description = "echo, command or inbox (default: command where one is given, else inbox)")
  private @Nullable String runner;

  @CommandLine.Option(names = "--name", paramLabel = "NAME", description = "its name on its card")
  private @Nullable String name;

  @CommandLine.Option(
      names = "--description",
      paramLabel = "TEXT",
      description = "what it is for, on its card")
  private @Nullable String description;

  @CommandLine.Option(
      names = "--allow",
      paramLabel = "PATTERN",
      converter = Forms.Agents.class,
      description = "whose messages are taken (default: everyone's who has a key)")
  private List<String> allowed = new ArrayList<>();

  @CommandLine.Option(
      names = "--no-key",
      description = "take messages from this machine without a key")
  private boolean withoutKey;

  @CommandLine.Option(names = "--default", description = "make its card the hub's card")
  private boolean isDefault;

  @Override
  public Outcome run(Context context) throws IOException {
    JsonObject values =
        JsonObject.empty()
            .with("runner", runner == null ? (command.isEmpty() ? "inbox" : "command") : runner);
    if (name != null) {
      values = values.with("name", name);
    }
    if (description != null) {
      values = values.with("description", description);
    }
    if (!command.isEmpty()) {
      values = values.with("command", strings(program(context)));
    }
    if (isDefault) {
      values = values.with("default", true);
    }
    JsonObject access = JsonObject.empty();
    if (withoutKey) {
      access = access.with("require_auth", false);
    }
    if (!allowed.isEmpty()) {
      access = access.with("allowed_agents", strings(allowed));
    }
    if (!access.members().isEmpty()) {
      values = values.with("access", access);
    }
    return ConfigChange.append(
        context, List.of("agents", id), values, "agent " + id, JsonObject.empty().with("id", id));
  }

  /** The command as it is written: the hub runs it in a folder of its own. */
  private List<String> program(Context context) {
    List<String> words = new ArrayList<>(command);
    String name = words.getFirst();
    Path folder = context.surroundings().folder();
    if (name.contains("/")) {
      Path file = folder.resolve(name).normalize();
      words.set(0, file.toString());
      if (!Files.isRegularFile(file) || !Files.isExecutable(file)) {
        context.warn("there is no program " + file + "; the agent is added nonetheless");
      }
      return words;
    }
    if (context.onPath(name).isEmpty()) {
      context.warn("there is no program " + name + " in PATH; the agent is added nonetheless");
    }
    return words;
  }

  private static JsonArray strings(List<String> texts) {
    return JsonArray.of(texts.stream().map(JsonString::new).toList());
  }
}
