package comity.cli;

import comity.hub.Hub;
import comity.hub.HubOptions;
import comity.hub.Starting;
import comity.json.JsonObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A hub in this process with the home {@code home} of a folder, and command lines that ask it. */
record RunningHub(Path folder, Hub hub) implements AutoCloseable {

  static RunningHub start(Path folder) {
    HubOptions options =
        new HubOptions(folder.resolve("home"), OptionalInt.of(0), Optional.empty(), false);
    return switch (Hub.start(options)) {
      case Starting.Running(Hub running) -> new RunningHub(folder, running);
      case Starting.Refused(String why) -> throw new AssertionError(why);
    };
  }

  String port() {
    return hub.url().substring(hub.url().lastIndexOf(':') + 1);
  }

  /** The address of an agent of it. */
  String address(String agent) {
    return "agent://127.0.0.1:" + port() + "/" + agent;
  }

  Ran run(String... arguments) {
    return Ran.in(folder, withHome(arguments));
  }

  /** On a terminal of so many columns. */
  Ran at(int columns, String... arguments) {
    return Ran.at(columns, folder, withHome(arguments));
  }

  private static String[] withHome(String... arguments) {
    List<String> all = new ArrayList<>(List.of("--home", "home"));
    all.addAll(Arrays.asList(arguments));
    return all.toArray(String[]::new);
  }

  JsonObject json(String... arguments) {
    List<String> all = new ArrayList<>(Arrays.asList(arguments));
    all.add("--json");
    Ran ran = run(all.toArray(String[]::new));
    if (ran.code() != 0) {
      throw new AssertionError(ran.err());
    }
    return ProgramTest.json(ran.out());
  }

  @Override
  public void close() {
    hub.stop();
  }
}
