package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonValue;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Sends a message to an agent, of this hub or another.",
      "An agent of this hub can be named by its id alone. Attachments follow the text."
    },
    footer = {
      "  comity send echo hello --wait 10",
      "  comity send agent://example.org/qa 'Why does this fail?' --file build.log",
      "  git diff | comity send agent://example.org/review - --conversation conv-…"
    })
final class Send implements Command {
  /** The hub waits no longer. */
  private static final int LONGEST_WAIT = 600;

  /** The hub sets it for an agent's program: how many messages led to the one that it runs for. */
  private static final String HOPS = "COMITY_HOPS";

  @CommandLine.Parameters(
      index = "0",
      paramLabel = "TARGET",
      description = "agent://authority/agent-id, or the id of an agent of this hub")
  private String target = "";

  @CommandLine.Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "TEXT",
      description = "the message; - reads it from standard input")
  private @Nullable String text;

  @CommandLine.Option(names = "--file", paramLabel = "FILE", description = "attach a file")
  private List<String> files = new ArrayList<>();

  @CommandLine.Option(
      names = "--image",
      paramLabel = "FILE|URL",
      description = "attach an image, or the URL of one")
  private List<String> images = new ArrayList<>();

  @CommandLine.Option(
      names = "--code",
      paramLabel = "FILE",
      description = "attach a source file as code")
  private List<String> code = new ArrayList<>();

  @CommandLine.Option(
      names = "--content",
      paramLabel = "FILE",
      description = "a JSON array of content blocks, or {\"content\":[…]}; - reads standard input")
  private @Nullable String content;

  @CommandLine.Option(
      names = "--conversation",
      paramLabel = "ID",
      description = "go on in this conversation")
  private @Nullable String conversation;

  @CommandLine.Option(
      names = "--from",
      paramLabel = "URI",
      description = "the sender, of this hub (default: the owner)")
  private @Nullable String from;

  @CommandLine.Option(
      names = "--wait",
      paramLabel = "SECONDS",
      description = "wait that long for the reply, at most 600")
  private int wait;

  @Override
  public Outcome run(Context context) throws IOException {
    if (wait < 0 || wait > LONGEST_WAIT) {
      return Outcome.Failure.usage("--wait is 0 to " + LONGEST_WAIT + " seconds", "");
    }
    List<JsonValue> blocks = new ArrayList<>();
    Attachments attachments = new Attachments(context.surroundings());
    if (content != null) {
      blocks.addAll(attachments.blocks(content));
    }
    if (text != null) {
      String words = text.equals("-") ? attachments.standardInput() : text;
      blocks.addFirst(JsonObject.empty().with("type", "text").with("text", words));
    }
    for (String file : files) {
      blocks.add(attachments.file(file));
    }
    for (String image : images) {
      blocks.add(attachments.image(image));
    }
    for (String source : code) {
      blocks.add(attachments.code(source));
    }
    if (blocks.isEmpty()) {
      return Outcome.Failure.usage("there is nothing to send", "give a TEXT, - or an attachment");
    }
    return send(context, JsonArray.of(blocks)).outcome("the message was not sent", this::report);
  }

  /** An id alone is an agent of the hub that is asked, and only its card tells its address. */
  private Asking send(Context context, JsonArray blocks) throws IOException {
    HubClient hub = context.hub();
    String to = target;
    if (!target.contains("://")) {
      Asking asked = hub.get("/api/card?agent=" + HubClient.encoded(target));
      switch (asked) {
        case Asking.Answered(JsonObject card) -> to = card.string("agent_id").orElse(target);
        case Asking.Refused _, Asking.NoHub _ -> {
          return asked;
        }
      }
    }
    return hub.post(
        "/api/send", caused(body(to, blocks), context.environment(HOPS)), Duration.ofSeconds(wait));
  }

  private JsonObject body(String to, JsonArray blocks) {
    JsonObject body = JsonObject.empty().with("to", to).with("content", blocks);
    if (conversation != null) {
      body = body.with("conversation_id", conversation);
    }
    if (from != null) {
      body = body.with("from", from);
    }
    return wait > 0 ? body.with("wait", wait) : body;
  }

  /** What an agent's program sends counts as caused by the message that it runs for (MSG-47). */
  private static JsonObject caused(JsonObject body, @Nullable String hops) {
    return hops != null && hops.matches("[0-9]{1,10}")
        ? body.with("metadata", JsonObject.empty().with("hops", Long.parseLong(hops) + 1))
        : body;
  }

  private Outcome report(JsonObject answer) {
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
    if (wait > 0) {
      return new Outcome.Failure(
          ExitCode.REFUSED,
          "the message was sent",
          "no reply came within " + wait + " s, " + state(answer),
          "comity conversation show " + id + " shows it when it comes",
          answer);
    }
    return new Outcome.Deed(answer, List.of(Table.text(answer, "status") + ", conversation " + id));
  }

  /** An agent that failed answers too, so that its sender knows; that is no answer of its own. */
  private static Outcome replied(JsonObject answer, JsonObject reply) {
    boolean failed = reply.object("metadata").flatMap(m -> m.object("error")).isPresent();
    return failed
        ? new Outcome.Failure(
            ExitCode.REFUSED,
            Table.text(reply, "from") + " failed",
            String.join("\n", Content.lines(reply)),
            "",
            answer)
        : new Outcome.Answer(answer, Content.lines(reply));
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
