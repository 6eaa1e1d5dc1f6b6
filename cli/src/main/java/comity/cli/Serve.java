package comity.cli;

import comity.hub.Hub;
import comity.hub.Starting;
import comity.json.JsonObject;
import java.io.PrintStream;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Runs the hub in the foreground until it gets SIGTERM or SIGINT.",
      "When it can answer it prints one line: listening on http://127.0.0.1:PORT."
    },
    footer = {"  comity serve", "  comity serve --port 7500 --home /srv/comity"})
final class Serve implements Command {
  /** How a failure to start begins; {@code up} finds it in the log. */
  static final String UNSTARTED = "the hub did not start";

  @CommandLine.Mixin private ListenOptions options = new ListenOptions();

  @Override
  public Outcome run(Context context) throws InterruptedException {
    return switch (Hub.start(options.of(context.home().root()))) {
      case Starting.Refused(String why) -> Outcome.Failure.of(ExitCode.REFUSED, UNSTARTED, why, "");
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
            ? Harmless.json(JsonObject.empty().with("url", hub.url()))
            : "listening on " + hub.url());
    out.flush();
    hub.await();
    return new Outcome.Streamed(JsonObject.empty());
  }
}
