package comity.cli;

import comity.json.JsonObject;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What {@code send} says of a message that the hub took.
 *
 * @param seconds that the reply was waited for
 * @param saving where the attachments of the reply go; absent where they go nowhere
 */
record SendReport(Context context, int seconds, @Nullable Saving saving) {

  Outcome of(JsonObject answer) {
    Optional<JsonObject> reply = answer.object("reply");
    if (reply.isPresent()) {
      return replied(answer, reply.get());
    }
    String id = Table.text(answer, "conversation_id");
    boolean outbox = answer.object("outbox").isPresent();
    if (answer.string("failed").isPresent()) {
      return new Outcome.Failure(
          ExitCode.REFUSED,
          outbox ? "the message was not delivered" : "the message is not answered",
          Table.text(answer, "failed"),
          outbox ? "comity outbox list shows it" : "comity conversation show " + id + " shows it",
          answer);
    }
    if (seconds > 0) {
      return new Outcome.Failure(
          ExitCode.REFUSED,
          "the message was sent",
          "no reply came within " + seconds + " s, " + state(answer),
          "comity conversation show " + id + " shows it when it comes",
          answer);
    }
    return new Outcome.Deed(answer, List.of(Table.text(answer, "status") + ", conversation " + id));
  }

  /** Standard output is the reply and nothing else. */
  private Outcome replied(JsonObject answer, JsonObject reply) {
    List<String> lines = Content.lines(reply);
    // An agent that failed answers too, so that its sender knows; that is no answer of its own.
    if (reply.object("metadata").flatMap(m -> m.object("error")).isPresent()) {
      return new Outcome.Failure(
          ExitCode.REFUSED,
          Table.text(reply, "from") + " failed",
          String.join("\n", lines),
          "",
          answer);
    }
    String show =
        "comity conversation show " + Table.text(answer, "conversation_id") + " --save DIR";
    if (saving == null) {
      if (Saving.has(reply)) {
        context.note("the reply has attachments; " + show + " saves them");
      }
      return new Outcome.Answer(answer, lines);
    }
    try {
      saving.save(reply);
    } catch (IOException failed) {
      return new Outcome.Failure(
          ExitCode.REFUSED,
          "the message was answered, but its attachments were not saved",
          Failures.text(failed),
          show + " saves them",
          answer);
    }
    saving.lines().forEach(context::note);
    return new Outcome.Answer(answer.with("saved", saving.json()), lines);
  }

  /** How far the message is that nobody has answered yet. */
  private static String state(JsonObject answer) {
    Optional<JsonObject> entry = answer.object("outbox");
    if (entry.isPresent()) {
      String reason = Table.text(entry.get(), "reason");
      return "it waits in the outbox" + (reason.isEmpty() ? "" : " (" + reason + ")");
    }
    JsonObject delivery = answer.object("delivery").orElse(JsonObject.empty());
    return "it is " + Table.text(delivery, "state");
  }
}
