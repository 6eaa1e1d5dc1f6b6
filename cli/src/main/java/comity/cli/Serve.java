package comity.cli;

import comity.hub.Hub;
import comity.hub.HubOptions;
import comity.hub.Starting;
import comity.json.Json;
import comity.json.JsonObject;
import java.io.PrintStream;
import java.util.Optional;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Runs the hub in the foreground until it gets SIGTERM or SIGINT.",
      "When it can answer it prints one line: listening on http://127.0.0.1:PORT."
    },
    footer = {"  comity serve", "  comity serve --port 7500 --home /srv/comity"})
final class Serve implements Command {
  private static final int MAX_PORT = 65_535;

  @CommandLine.Option(
      names = "--port",
      paramLabel = "PORT",
      description = "the port, in place of the configured one; 0 takes a free one")
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

  @Override
  public Outcome run(Context context) throws InterruptedException {
    if (port != null && (port < 0 || port > MAX_PORT)) {
      return Outcome.Failure.usage(port + " is no port", "ports are 0 to " + MAX_PORT);
    }
    HubOptions options =
        new HubOptions(
            context.home().root(),
            port == null ? OptionalInt.empty() : OptionalInt.of(port),
            Optional.ofNullable(bind),
            openToStrangers);
    return switch (Hub.start(options)) {
      case Starting.Refused(String why) ->
          Outcome.Failure.of(ExitCode.REFUSED, "the hub did not start", why, "");
      case Starting.Running(Hub hub) -> serve(hub, context);
    };
  }

  private static Outcome serve(Hub hub, Context context) throws InterruptedException {
    PrintStream out = context.surroundings().out();
    Runtime.getRuntime()
        .addShutdownHook(
            new Thread(
                () -> {
                  hub.stop();
                  out.flush();
                  // Ended as it was asked to: 0, not the number of the signal.
                  Runtime.getRuntime().halt(ExitCode.DONE.number());
                },
                "stop"));
    out.println(
        context.globals().json()
            ? Json.text(JsonObject.empty().with("url", hub.url()))
            : "listening on " + hub.url());
    out.flush();
    hub.await();
    return new Outcome.Streamed(JsonObject.empty());
  }
}
