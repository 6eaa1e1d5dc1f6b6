package comity.cli;

import comity.json.JsonObject;
import comity.recall.MemoryInstall;
import java.util.List;

/** What the commands say that add and remove the section about memory. */
final class MemorySection {
  private MemorySection() {}

  static Outcome report(MemoryInstall.Change change) {
    return switch (change) {
      case MemoryInstall.Change.Done(boolean changed) ->
          new Outcome.Deed(
              JsonObject.empty().with("changed", changed),
              List.of(changed ? "done" : "it was so already"));
      case MemoryInstall.Change.Refused(String why) ->
          Outcome.Failure.of(ExitCode.REFUSED, "nothing was changed", why, "");
    };
  }
}
