package comity.cli;

import comity.json.JsonNumber;
import comity.json.JsonObject;
import java.io.IOException;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows the steps of a trace as they are taken, until it is no longer running.",
      "With --json each step is an object on a line of its own."
    },
    footer = "  comity trace follow trace-018f…")
final class TraceFollow implements Command {
  /** Of one question; then it is asked again. */
  private static final Duration WAIT = Duration.ofSeconds(30);

  @CommandLine.Parameters(
      paramLabel = "ID",
      converter = Forms.Id.class,
      description = "the id of the trace, or of its conversation")
  private String id = "";

  @Override
  public Outcome run(Context context) throws IOException {
    PrintStream out = context.surroundings().out();
    HubClient hub = context.hub();
    long after = 0;
    // Steps that come with the end of the trace are fetched before it is believed to be over.
    boolean running = false;
    while (true) {
      Duration wait = running ? WAIT : Duration.ZERO;
      Asking asking =
          hub.get(
              "/api/traces/"
                  + HubClient.encoded(id)
                  + "?after="
                  + after
                  + "&wait="
                  + wait.toSeconds(),
              wait);
      if (!(asking instanceof Asking.Answered(JsonObject trace))) {
        return asking.outcome(
            "trace " + id + " is not followed", Asking.trace(id), Outcome.Streamed::new);
      }
      List<JsonObject> events = Table.objects(trace, "events");
      for (JsonObject event : events) {
        List<String> lines =
            context.globals().json()
                ? List.of(Harmless.json(event))
                : TraceShow.event(event, context.surroundings().columns());
        lines.forEach(out::println);
        if (event.get("number") instanceof JsonNumber number) {
          after = Math.max(after, number.asLong().orElse(after));
        }
      }
      out.flush();
      running = Table.text(trace, "status").equals("running");
      if (events.isEmpty() && !running) {
        return new Outcome.Streamed(trace);
      }
    }
  }
}
