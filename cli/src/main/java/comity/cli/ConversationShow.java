package comity.cli;

import comity.json.JsonNumber;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows the messages of a conversation, oldest first, and how far each has come.",
      "Where there are more than --limit, --after with the last number shown goes on.",
      "--save puts the images and files of these messages into a folder, under safe names; a file"
          + " that is there is never written to. With --json it is one page of the hub: its next"
          + " goes on."
    },
    footer = {
      "  comity conversation show conv-018f…",
      "  comity conversation show conv-018f… --save attachments",
      "  comity conversation show conv-018f… --after 50 --json"
    })
final class ConversationShow implements Command {
  @CommandLine.Parameters(
      paramLabel = "ID",
      converter = Forms.Id.class,
      description = "the conversation's id")
  private String id = "";

  @CommandLine.Option(
      names = "--after",
      paramLabel = "N",
      converter = Forms.After.class,
      description = "leave out the messages up to this number")
  private int after;

  @CommandLine.Mixin private Limit limit = new Limit();

  @CommandLine.Option(
      names = "--save",
      paramLabel = "DIR",
      description = "put the attachments into this folder, which is made where it is not there")
  private @Nullable Path save;

  @Override
  public Outcome run(Context context) throws IOException {
    return page(context, after, limit.value())
        .outcome(
            "conversation " + id + " is not shown",
            Asking.conversation(id),
            body -> shown(body, context));
  }

  private Outcome shown(JsonObject body, Context context) throws IOException {
    Saving saving = save == null ? null : new Saving(context.surroundings().folder().resolve(save));
    if (context.globals().json()) {
      return new Outcome.Answer(saving == null ? body : saved(body, saving), List.of());
    }
    return new Outcome.Answer(JsonObject.empty(), lines(body, saving, context));
  }

  private Asking page(Context context, long after, int limit) throws IOException {
    return context
        .hub()
        .get(
            "/api/conversations/"
                + HubClient.encoded(id)
                + "/messages?after="
                + after
                + "&limit="
                + limit);
  }

  private static JsonObject saved(JsonObject body, Saving saving) throws IOException {
    for (JsonObject message : Table.objects(body, "messages")) {
      saving.save(message);
    }
    return body.with("saved", saving.json());
  }

  /** A page ends early where its messages are large: then the next one is asked for. */
  private List<String> lines(JsonObject first, @Nullable Saving saving, Context context)
      throws IOException {
    int width = context.surroundings().columns();
    List<String> lines = new ArrayList<>();
    JsonObject page = first;
    int left = limit.value();
    boolean attached = false;
    while (true) {
      List<JsonObject> messages = Table.objects(page, "messages");
      for (JsonObject message : messages) {
        lines.addAll(message(message, width));
        attached |= Saving.has(message);
        if (saving != null) {
          saving.save(message);
        }
      }
      left -= messages.size();
      if (messages.isEmpty() || left <= 0) {
        break;
      }
      if (!(page(context, next(page), left) instanceof Asking.Answered(JsonObject more))) {
        lines.add("the hub has ended: what follows is not shown");
        break;
      }
      page = more;
    }
    if (lines.isEmpty()) {
      lines.add("there are no messages");
    }
    if (Table.text(page, "state").equals("stopped")) {
      lines.add("state stopped: no more messages are taken");
    }
    if (saving != null) {
      lines.addAll(saving.lines());
    } else if (attached) {
      lines.add("--save DIR puts the attachments into a folder");
    }
    return lines;
  }

  private static long next(JsonObject page) {
    return page.get("next") instanceof JsonNumber next ? next.asLong().orElse(0) : 0;
  }

  private static List<String> message(JsonObject message, int width) {
    JsonObject delivery = message.object("delivery").orElse(JsonObject.empty());
    String reason = Table.text(delivery, "reason");
    List<String> lines = new ArrayList<>();
    lines.addAll(
        Indented.behind(
            "#" + Table.text(message, "sequence") + "  ",
            Table.text(message, "from")
                + "  "
                + Table.text(delivery, "state")
                + " "
                + Amounts.local(Table.text(delivery, "at"))
                + (reason.isEmpty() ? "" : " (" + reason + ")"),
            width));
    Content.lines(message).forEach(line -> lines.addAll(Indented.lines(line, width)));
    return lines;
  }
}
