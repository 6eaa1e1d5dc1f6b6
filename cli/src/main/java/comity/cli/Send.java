package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonValue;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Sends a message to an agent, of this hub or another.",
      "An agent of this hub can be named by its id alone. Attachments follow the text. With --wait"
          + " the reply is printed, and --save puts its images and files into a folder."
    },
    footer = {
      "  comity send echo hello --wait 10",
      "  comity send agent://example.org/qa 'Why does this fail?' --file build.log",
      "  comity send painter 'a cat' --wait 120 --save pictures",
      "  git diff | comity send review - --conversation conv-018f…",
      "  comity send me 'It is done.' --from notes --conversation conv-018f… --reply-to 1"
    })
final class Send implements Command {
  private static final String UNSENT = "the message was not sent";

  /** The hub sets it for an agent's program: how many messages led to the one that it runs for. */
  private static final String HOPS = "COMITY_HOPS";

  @CommandLine.Parameters(
      index = "0",
      paramLabel = "TARGET",
      converter = Forms.Agent.class,
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
      converter = Forms.Id.class,
      description = "go on in this conversation")
  private @Nullable String conversation;

  @CommandLine.Option(
      names = "--reply-to",
      paramLabel = "N",
      converter = Forms.Id.class,
      description = "answer this message of the conversation: its number there, or its message_id")
  private @Nullable String replyTo;

  @CommandLine.Option(
      names = "--from",
      paramLabel = "AGENT",
      converter = Forms.Agent.class,
      description = "the sender, of this hub: an id or address (default: me, the owner)")
  private @Nullable String from;

  @CommandLine.Option(
      names = "--wait",
      paramLabel = "SECONDS",
      converter = Forms.Wait.class,
      description = "wait that long for the reply, at most 600")
  private int wait;

  @CommandLine.Option(
      names = "--save",
      paramLabel = "DIR",
      description = "put the attachments of the reply into this folder; needs --wait")
  private @Nullable Path save;

  @Override
  public Outcome run(Context context) throws IOException {
    if (save != null && wait == 0) {
      return Outcome.Failure.usage(
          "--save is for the reply",
          "wait for it with --wait SECONDS, or fetch it later with comity conversation show ID"
              + " --save DIR");
    }
    if (replyTo != null && conversation == null) {
      return Outcome.Failure.usage("--reply-to is for a message of --conversation ID", "name it");
    }
    Saving saving = save == null ? null : new Saving(context.surroundings().folder().resolve(save));
    List<JsonValue> blocks = blocks(new Attachments(context.surroundings()));
    if (blocks.isEmpty()) {
      return Outcome.Failure.usage("there is nothing to send", "give a TEXT, - or an attachment");
    }
    HubClient hub = context.hub();
    String to;
    switch (HubAgents.find(hub, target, UNSENT)) {
      case HubAgents.Finding.Found(String address) -> to = address;
      case HubAgents.Finding.Missing(Outcome outcome) -> {
        return outcome;
      }
    }
    JsonObject body = JsonObject.empty().with("to", to).with("content", JsonArray.of(blocks));
    if (from != null) {
      switch (HubAgents.find(hub, from, UNSENT)) {
        case HubAgents.Finding.Found(String address) -> body = body.with("from", address);
        case HubAgents.Finding.Missing(Outcome outcome) -> {
          return outcome;
        }
      }
    }
    if (conversation != null) {
      body = body.with("conversation_id", conversation);
    }
    return send(hub, body, context.environment(HOPS), new SendReport(context, wait, saving));
  }

  private List<JsonValue> blocks(Attachments attachments) throws IOException {
    List<JsonValue> blocks = new ArrayList<>();
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
    return blocks;
  }

  /** What an agent's program sends counts as caused by the message that it runs for (MSG-47). */
  private static JsonObject caused(JsonObject body, @Nullable String hops) {
    if (hops == null || !hops.matches("[0-9]{1,10}")) {
      return body;
    }
    JsonObject metadata = body.object("metadata").orElse(JsonObject.empty());
    return body.with("metadata", metadata.with("hops", Long.parseLong(hops) + 1));
  }

  private Outcome send(HubClient hub, JsonObject order, @Nullable String hops, SendReport report)
      throws IOException {
    JsonObject body = wait > 0 ? order.with("wait", wait) : order;
    if (replyTo != null && conversation != null) {
      Optional<String> id = messageId(hub, conversation, replyTo);
      if (id.isEmpty()) {
        return Outcome.Failure.of(
            ExitCode.NOT_FOUND,
            UNSENT,
            "conversation " + conversation + " has no message " + replyTo,
            "comity conversation show " + conversation + " shows them");
      }
      body = body.with("metadata", JsonObject.empty().with("in_reply_to", id.get()));
    }
    body = caused(body, hops);
    Asking asking = hub.post("/api/send", body, Duration.ofSeconds(wait));
    return asking instanceof Asking.Refused(int status, JsonObject refusal)
            && status == 404
            && refusal.string("error").equals(Optional.of("agent_not_found"))
        ? HubAgents.missing(hub, target, UNSENT, refusal)
        : asking.outcome(UNSENT, noConversation(), report::of);
  }

  private Asking.Missing noConversation() {
    return new Asking.Missing(
        UNSENT + ": there is no conversation " + conversation + " with " + target,
        "comity conversation list --agent " + target + " shows those there are");
  }

  /** A number is looked up in the conversation; all else is the id itself. */
  private static Optional<String> messageId(HubClient hub, String conversation, String named)
      throws IOException {
    if (!named.matches("[1-9][0-9]{0,8}")) {
      return Optional.of(named);
    }
    long number = Long.parseLong(named);
    Asking page =
        hub.get(
            "/api/conversations/"
                + HubClient.encoded(conversation)
                + "/messages?limit=1&after="
                + (number - 1));
    return page instanceof Asking.Answered(JsonObject body)
        ? Table.objects(body, "messages").stream()
            .filter(message -> Table.text(message, "sequence").equals(named))
            .findFirst()
            .flatMap(message -> message.string("message_id"))
        : Optional.empty();
  }
}
