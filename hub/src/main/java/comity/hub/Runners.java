package comity.hub;

import comity.control.AgentSettings;
import comity.control.Runner;
import comity.files.Home;
import comity.host.Leftovers;
import comity.host.ProcessMark;
import comity.store.Interrupted;
import comity.store.Run;
import comity.store.Runs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** Finds the runner of an agent. */
final class Runners {
  private final Home home;
  private final Path runsFolder;
  private final Path userHome;
  private final Runs runs;
  private final Clock clock;
  private final Supplier<String> url;
  private final HubLog log;
  private final LargeAnswers large = new LargeAnswers();
  private final Leftovers leftovers;

  Runners(Home home, Path userHome, Runs runs, Clock clock, Supplier<String> url, HubLog log) {
    this.home = home;
    this.runsFolder = new HubFiles(home).runs();
    this.leftovers =
        new Leftovers(home, (other, run) -> Files.exists(new HubFiles(other).runs().resolve(run)));
    this.userHome = userHome;
    this.runs = runs;
    this.clock = clock;
    this.url = url;
    this.log = log;
  }

  /**
   * A runner for one run.
   *
   * @param settings of its agent, empty where that is not configured any more
   */
  AgentRunner of(Run run, Optional<AgentSettings> settings) {
    return switch (settings.map(AgentSettings::runner).orElse(new Runner.Inbox())) {
      case Runner.Echo _ -> new EchoRunner();
      case Runner.Command command ->
          new CommandRunner(
              settings.orElseThrow(),
              command,
              home,
              runsFolder,
              userHome,
              url.get(),
              runs,
              clock,
              large.place());
      case Runner.Inbox _ -> new Gone(run.agent());
    };
  }

  /** Ends what still lives of a run that was under way when the hub ended. */
  void endLeftovers(Interrupted left) {
    if (left.runId().isEmpty()) {
      return;
    }
    var survivors =
        leftovers.end(
            ProcessMark.parse(left.process()).orElse(null), left.runId(), CommandRunner.GRACE);
    if (!survivors.isEmpty()) {
      log.warning("of run " + left.runId() + " these could not be ended: " + survivors);
    }
  }

  /** Deletes the folders of runs that a crash left. */
  void deleteFolders() {
    try {
      RunFolder.deleteAll(runsFolder);
    } catch (IOException e) {
      log.warning("what is left of runs in " + runsFolder + ": " + e.getMessage());
    }
  }

  /** The agent was there when the message came and is not, or not to be run, now. */
  private record Gone(String agent) implements AgentRunner {
    @Override
    public Result run(Run run) {
      return new Result.Failed("The agent " + agent + " is not configured any more");
    }

    @Override
    public void stop() {
      // Nothing runs.
    }
  }
}
