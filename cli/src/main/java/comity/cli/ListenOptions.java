package comity.cli;

import comity.hub.HubOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

/** Where a hub listens, whether it runs in the foreground or in the background. */
final class ListenOptions {
  @CommandLine.Option(
      names = "--port",
      paramLabel = "PORT",
      converter = Forms.Port.class,
      description = "the port, in place of the configured one (7420); 0 takes a free one")
  private @Nullable Integer port;

  @CommandLine.Option(
      names = "--bind",
      paramLabel = "ADDR",
      description = "the address to listen on, in place of the configured one")
  private @Nullable String bind;

  @CommandLine.Option(
      names = "--open-to-strangers",
      description = "listen beyond this machine although an agent takes messages without a key")
  private boolean openToStrangers;

  HubOptions of(Path home) {
    return new HubOptions(
        home,
        port == null ? OptionalInt.empty() : OptionalInt.of(port),
        Optional.ofNullable(bind),
        openToStrangers);
  }

  /** The same for another command line. */
  List<String> words() {
    List<String> words = new ArrayList<>();
    if (port != null) {
      words.addAll(List.of("--port", port.toString()));
    }
    if (bind != null) {
      words.addAll(List.of("--bind", bind));
    }
    if (openToStrangers) {
      words.add("--open-to-strangers");
    }
    return words;
  }
}
