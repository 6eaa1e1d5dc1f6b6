package comity.cli;

import comity.json.JsonObject;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Sends again what was given up: one message, or all of them.",
    footer = {"  comity outbox retry", "  comity outbox retry msg-018f…"})
final class OutboxRetry implements Command {
  @CommandLine.Parameters(
      arity = "0..1",
      paramLabel = "MESSAGE",
      converter = Forms.Id.class,
      description = "the message's id; all where none is given")
  private @Nullable String message;

  @Override
  public Outcome run(Context context) throws IOException {
    JsonObject body =
        message == null ? JsonObject.empty() : JsonObject.empty().with("message_id", message);
    return context
        .hub()
        .post("/api/outbox/retry", body)
        .outcome(
            "nothing was sent again",
            new Asking.Missing(
                "no message that was given up has the id " + message,
                "comity outbox list shows them"),
            answer ->
                new Outcome.Deed(
                    answer, List.of("sending again: " + Table.text(answer, "retried"))));
  }
}
