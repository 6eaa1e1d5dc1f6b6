package comity.cli;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import comity.control.Configuration;
import comity.files.ConfigFile;
import comity.files.Home;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.util.List;

/** Adds to the {@code config.toml} of a home, for the commands that do. */
final class ConfigChange {
  private ConfigChange() {}

  /**
   * Adds a table.
   *
   * @param what for a person, such as {@code agent qa}
   * @param json what the command prints
   */
  static Outcome append(
      Context context, List<String> path, JsonObject values, String what, JsonObject json) {
    Home home;
    switch (context.home().open()) {
      case Home.Opening.Opened(Home opened) -> home = opened;
      case Home.Opening.Refused(String reason) -> {
        return Outcome.Failure.of(ExitCode.REFUSED, what + " was not added", reason, "");
      }
    }
    ConfigFile file = ConfigFile.of(home);
    Configuration present;
    switch (file.read()) {
      case ConfigCheck.Checked(Configuration checked) -> present = checked;
      case ConfigCheck.Faulty(List<ConfigFault> faults) -> {
        return refused(what, faults.stream().map(fault -> text(fault, home)).toList());
      }
    }
    return switch (file.append(path, values)) {
      case ConfigCheck.Checked _ -> {
        takeOver(context);
        yield new Outcome.Deed(
            json.with("file", home.config().toString()),
            List.of("added " + what + " to " + home.config()));
      }
      case ConfigCheck.Faulty _ when namesAgent(present, path) ->
          refused(
              what,
              List.of(
                  "there is an agent "
                      + path.getLast()
                      + " already in "
                      + home.config().getFileName()));
      // Nothing was written, so that the lines of these faults are in no file.
      case ConfigCheck.Faulty(List<ConfigFault> faults) ->
          refused(
              what,
              faults.stream().map(fault -> (fault.key() + " " + fault.message()).strip()).toList());
    };
  }

  /** A hub that runs reads the file by itself, but not before the next command may be there. */
  private static void takeOver(Context context) {
    try {
      Asking asking = context.hub().post("/api/reload", JsonObject.empty());
      String faults =
          asking instanceof Asking.Answered(JsonObject answer)
              ? Table.text(answer, "config_faults")
              : "";
      if (!faults.isEmpty()) {
        context.warn("the hub that runs does not take it over: " + faults);
      }
    } catch (IOException unknown) {
      // What was added is in the file, and that no hub can be found is told by who needs one.
    }
  }

  private static boolean namesAgent(Configuration present, List<String> path) {
    // The agent that is there while none is named is not in the file.
    boolean none =
        ConfigFile.check(new byte[0]) instanceof ConfigCheck.Checked(Configuration empty)
            && empty.agents().equals(present.agents());
    return !none
        && path.size() == 2
        && present.agents().stream().anyMatch(agent -> agent.id().equals(path.getLast()));
  }

  private static Outcome refused(String what, List<String> faults) {
    return new Outcome.Failure(
        ExitCode.REFUSED,
        what + " was not added",
        String.join("\n  ", faults),
        "",
        JsonObject.empty()
            .with("faults", JsonArray.of(faults.stream().map(JsonString::new).toList())));
  }

  static String text(ConfigFault fault, Home home) {
    return fault.text(home.config().toString());
  }
}
