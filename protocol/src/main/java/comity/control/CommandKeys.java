package comity.control;

import comity.control.AgentKeys.RunnerName;
import comity.messages.CommandTemplate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.stream.Collectors;

/** The keys of an agent whose runner is {@code command}. */
final class CommandKeys {
  private static final Kind<List<String>> WORDS =
      Kinds.list(Words.argument(), 1, 256, "a program and its arguments");

  private static final Kind<CommandTemplate> COMMAND_LINE =
      new Kind<>(
          "array of strings",
          "1 to 256 items (a program and its arguments) with the placeholders " + placeholders(),
          CommandKeys::template,
          template -> WORDS.shown().apply(template.words()));

  static final Key<CommandTemplate> COMMAND =
      Key.optional(
          "command",
          COMMAND_LINE,
          "*required* with `command`",
          "The program and its arguments; no shell is involved. `{session_id}` stands for an id where"
              + " `session_id` is `assigned`.");
  static final Key<CommandTemplate> RESUME =
      Key.optional(
          "resume",
          COMMAND_LINE,
          "each message is on its own",
          "What is run instead for the later messages of a conversation; `{session_id}` stands for"
              + " the session's id.");
  static final Key<Runner.SessionId> SESSION_ID =
      Key.optional(
          "session_id",
          Words.sessionId(),
          "*required* with `resume`",
          "Where the id of the program's own session comes from: `assigned` by the hub, or the JSON"
              + " pointer at which the program's output tells it.");
  static final Key<OnResumeFailure> ON_RESUME_FAILURE =
      Key.optional(
          "on_resume_failure",
          Kinds.choice(OnResumeFailure.values()),
          "`\"new_session\"`",
          "What is done when `resume` fails: `new_session` runs `command` with a new id where the"
              + " agent has never answered in the conversation; `fail` never does.");
  static final Key<String> REPLY =
      Key.optional(
          "reply",
          Words.pointer(),
          "all of the output",
          "The JSON pointer at which the program's output has the answer.");
  static final Key<String> FOLDER =
      Key.optional("folder", Words.folder(), "a folder of its own", "Where the program runs.");
  static final Key<List<Map.Entry<String, String>>> ENVIRONMENT =
      Key.optional(
          "environment",
          Kinds.named(
              "variables", 256, "Linux keeps them beside the arguments", CommandKeys::variable),
          "none",
          "Variables that are added to the hub's own environment, which every program inherits; each"
              + " a string; names with `COMITY_` are the hub's.");

  static final List<Key<?>> ALL =
      List.of(COMMAND, RESUME, SESSION_ID, ON_RESUME_FAILURE, REPLY, FOLDER, ENVIRONMENT);

  private static final Kind<String> VALUE = Words.argument();

  private CommandKeys() {}

  private static Optional<Map.Entry<String, String>> variable(
      String name, ConfigValue value, Place place) {
    if (!name.matches("[A-Za-z_][A-Za-z0-9_]*")) {
      place.fault(value, "must have a name of letters, digits and _ that begins with no digit");
    } else if (name.startsWith("COMITY_")) {
      place.fault(value, "is set by the hub itself");
    }
    return VALUE.reader().read(value, place).map(text -> Map.entry(name, text));
  }

  /** What holds between the keys of an agent. */
  static void rules(Values v) {
    Optional<RunnerName> runner = v.find(AgentKeys.RUNNER);
    if (runner.isEmpty()) {
      return;
    }
    if (runner.get() != RunnerName.COMMAND) {
      for (Key<?> key : ALL) {
        if (v.given(key)) {
          v.fault(key, "has a meaning only with runner = \"command\"");
        }
      }
      return;
    }
    if (!v.given(COMMAND)) {
      v.fault(COMMAND, "is missing: runner = \"command\" needs the program to run");
    }
    sessionRules(v);
  }

  private static void sessionRules(Values v) {
    if (v.given(RESUME) && !v.given(SESSION_ID)) {
      v.fault(RESUME, "needs session_id, which says where the session's id comes from");
    }
    if (v.given(SESSION_ID) && !v.given(RESUME)) {
      v.fault(SESSION_ID, "needs resume, which says what is done with the id");
    }
    if (v.given(ON_RESUME_FAILURE) && !v.given(RESUME)) {
      v.fault(ON_RESUME_FAILURE, "needs resume");
    }
    if (v.find(RESUME).filter(line -> !hasId(line)).isPresent()) {
      v.fault(RESUME, "must have a word with {session_id}, which the id replaces");
    }
    Optional<CommandTemplate> command = v.find(COMMAND);
    if (command.isEmpty()) {
      return;
    }
    Optional<Runner.SessionId> id = v.find(SESSION_ID);
    boolean assigned = id.filter(Runner.SessionId.Assigned.class::isInstance).isPresent();
    if (assigned && !hasId(command.get())) {
      v.fault(COMMAND, "must have a word with {session_id}, since session_id is \"assigned\"");
    }
    boolean faulty = id.isEmpty() && v.given(SESSION_ID);
    if (!assigned && !faulty && hasId(command.get())) {
      v.fault(COMMAND, "has {session_id}, but there is an id only with session_id = \"assigned\"");
    }
  }

  private static boolean hasId(CommandTemplate line) {
    return line.uses(CommandTemplate.Placeholder.SESSION_ID);
  }

  private static String placeholders() {
    return Arrays.stream(CommandTemplate.Placeholder.values())
        .map(p -> "`" + p.text() + "`")
        .collect(Collectors.joining(", "));
  }

  private static Optional<CommandTemplate> template(ConfigValue value, Place place) {
    Optional<List<String>> words = WORDS.reader().read(value, place);
    if (words.isEmpty() || !(value instanceof ConfigValue.Array array)) {
      return Optional.empty();
    }
    return switch (CommandTemplate.read(words.get())) {
      case CommandTemplate.Reading.Accepted(CommandTemplate template) -> Optional.of(template);
      case CommandTemplate.Reading.Refused(int word, String reason) -> {
        place.item(word).fault(array.items().get(word), "cannot be run: " + reason);
        yield Optional.empty();
      }
    };
  }

  static Runner.Command build(Values v) {
    SequencedMap<String, String> environment = new LinkedHashMap<>();
    for (Map.Entry<String, String> variable : v.find(ENVIRONMENT).orElse(List.of())) {
      environment.put(variable.getKey(), variable.getValue());
    }
    Optional<Runner.Resume> resume =
        v.find(RESUME)
            .map(line ->
                new Runner.Resume(
                    line.words(),
                    v.get(SESSION_ID),
                    v.find(ON_RESUME_FAILURE).orElse(OnResumeFailure.NEW_SESSION)));
    return new Runner.Command(
        v.get(COMMAND).words(), resume, v.find(REPLY), environment, v.find(FOLDER));
  }
}
