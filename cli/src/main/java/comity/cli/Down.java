package comity.cli;

import comity.files.Home;
import comity.files.HomeLock;
import comity.json.JsonObject;
import java.nio.file.Files;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Ends the hub of this home and returns when it has ended.",
      "It finishes what it answers; runs that are under way go on at the next start."
    },
    footer = "  comity down")
final class Down implements Command {
  /** A hub gives those it answers a few seconds, and then closes its store. */
  private static final int LONGEST_END_SECONDS = 60;

  @Override
  public Outcome run(Context context) throws InterruptedException {
    Home home = context.home();
    Optional<HomeLock.Holder> holder =
        Files.isDirectory(home.run()) ? HomeLock.holder(home) : Optional.empty();
    if (holder.isEmpty() || holder.get().pid().isEmpty()) {
      return new Outcome.Deed(
          JsonObject.empty().with("stopped", false),
          List.of("no hub is running for " + home.root()));
    }
    long pid = holder.get().pid().getAsLong();
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    if (process.isEmpty() || !process.get().destroy()) {
      return Outcome.Failure.of(
          ExitCode.NOT_ALLOWED,
          "the hub was not ended",
          "process " + pid + " is not one that this user may end",
          "end it as its owner");
    }
    try {
      process.get().onExit().get(LONGEST_END_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException | ExecutionException stuck) {
      return Outcome.Failure.of(
          ExitCode.REFUSED,
          "the hub has not ended",
          "process " + pid + " still runs after " + LONGEST_END_SECONDS + " s",
          "kill -9 " + pid + " loses nothing that was acknowledged");
    }
    return new Outcome.Deed(
        JsonObject.empty().with("stopped", true).with("pid", pid),
        List.of("the hub has ended (process " + pid + ")"));
  }
}
