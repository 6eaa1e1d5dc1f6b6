package comity.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Which of the memories that are open a command is about. */
final class OpenMemoryOption {
  @CommandLine.Option(
      names = "--session",
      paramLabel = "HANDLE",
      description = MemoryOptions.SESSION)
  private @Nullable String session;

  /** The handle that is named; empty for the session that the command runs in. */
  Optional<String> handle() {
    return Optional.ofNullable(session);
  }
}
