package comity.tools;

import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.mcp.ToolAnnotations;
import comity.mcp.ToolResult;
import comity.project.Desk;
import comity.project.Directives;
import comity.project.Pickups;
import comity.project.RoleFiles;
import comity.roles.Actor;
import comity.roles.Directive;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The tools that pass work from role to role (ROLE-21). */
final class DirectiveTools {
  private static final String ID = "such as S041";

  private static final Shape DIRECTIVE =
      Shape.object()
          .gives("id", "string")
          .gives("target", "string")
          .gives("status", "string")
          .gives("title", "string")
          .gives("body", "string")
          .gives("project", "string")
          .gives("role", "string")
          .gives("file", "string")
          .gives("received", "boolean")
          .gives("line", "integer")
          .mayGive("from", "string")
          .mayGive("at", "string");

  private final Desk desk;

  DirectiveTools(Desk desk) {
    this.desk = desk;
  }

  List<Offered> all() {
    return List.of(
        Offered.of(
            "muse_send_directive",
            "Send a directive",
            "Hands work to another role: writes a directive into the sender's own file, where the"
                + " target picks it up. The sender is the role of this server, else strategy.",
            Shape.object()
                .needs("target_role", "ROLE, PROJECT/ROLE, ALL or PROJECT/ALL")
                .takes("directive_id", ID + ", where it is free (default: the next)")
                .needs("title", "one line")
                .needs("body", "what is to be done; any text"),
            Shape.object()
                .gives("id", "string")
                .gives("target", "string")
                .gives("from", "string")
                .gives("file", "string")
                .gives("line", "integer")
                .mayGive("warning", "string"),
            ToolAnnotations.ADDS,
            this::send),
        Offered.of(
            "directive_pickup",
            "Pick up directives",
            "Takes all directives that wait for the role into its file and marks them as delivered"
                + " at their sources. Each arrives once.",
            Shape.object().takes("role", "for whom (default: the role of this server)"),
            Shape.object().gives("picked_up", "array").gives("directives", DIRECTIVE),
            ToolAnnotations.ADDS,
            arguments -> pickup(Offered.argument(arguments, "role"))),
        Offered.of(
            "directive_done",
            "Finish a directive",
            "Marks a directive that the role received as done.",
            Shape.object()
                .needs("directive_id", ID)
                .takes("from", "PROJECT/role of its source, if there are several of that id")
                .takes("role", "who has it (default: the role of this server)"),
            Shape.object()
                .gives("id", "string")
                .gives("file", "string")
                .gives("already", "boolean"),
            new ToolAnnotations(false, false, true, false),
            this::done),
        Offered.of(
            "directive_list",
            "Directives",
            "Lists what the role sent, what it received, and what waits for it.",
            Shape.object()
                .takes("role", "whose (default: the role of this server; the owner's: all)")
                .flag("pending", "leave out what is delivered or done"),
            Shape.object().gives("directives", DIRECTIVE),
            ToolAnnotations.READS,
            this::list));
  }

  private ToolResult send(JsonObject arguments) {
    Optional<String> sender = sender();
    if (sender.isEmpty()) {
      return ToolResult.error(
          "Not done: it is not known which role sends, and there is no role strategy; start this"
              + " server with --role NAME.");
    }
    String target = arguments.string("target_role").orElse("").strip();
    return Offered.result(
        desk.send(
            desk.actor().role().isPresent() ? Optional.empty() : sender,
            target,
            arguments.string("title").orElse(""),
            arguments.string("body").orElse(""),
            Offered.argument(arguments, "directive_id")),
        sent -> sent(sent, target, sender.get()));
  }

  private ToolResult sent(Directives.Sending.Sent sent, String target, String sender) {
    JsonObject json =
        JsonObject.empty()
            .with("id", sent.id())
            .with("target", target)
            .with("from", desk.project().name() + "/" + sender)
            .with("file", sent.file().toString())
            .with("line", sent.line() + 1);
    String warning = sent.warning().isEmpty() ? "" : " But " + sent.warning() + ".";
    return ToolResult.of(
        sent.id() + " to " + target + " stands in " + sent.file() + "." + warning,
        warning.isEmpty() ? json : json.with("warning", sent.warning()));
  }

  /** The server's role, else strategy where that file exists (ROLE-21). */
  private Optional<String> sender() {
    Actor actor = desk.actor();
    if (actor.role().isPresent()) {
      return actor.role();
    }
    return new RoleFiles(desk.project()).find("strategy")
            instanceof RoleFiles.Finding.Found(var role)
        ? Optional.of(role.name())
        : Optional.empty();
  }

  private ToolResult pickup(Optional<String> named) {
    return Offered.result(desk.pickup(named), DirectiveTools::picked);
  }

  private static ToolResult picked(Pickups.Outcome.PickedUp picked) {
    StringBuilder text = new StringBuilder();
    List<JsonString> ids = new ArrayList<>();
    List<JsonObject> directives = new ArrayList<>();
    for (Directives.Standing standing : picked.taken()) {
      Directive directive = standing.directive();
      ids.add(new JsonString(directive.id()));
      directives.add(standing.toJson("delivered"));
      text.append(words(directive, standing.project().name() + "/" + standing.role()));
    }
    picked.notFollowed().forEach(line -> text.append("Note: ").append(line).append(".\n"));
    return ToolResult.of(
        text.isEmpty() ? "Nothing waits." : text.toString(),
        JsonObject.empty()
            .with("picked_up", JsonArray.of(ids))
            .with("directives", JsonArray.of(directives)));
  }

  private ToolResult done(JsonObject arguments) {
    return Offered.result(
        desk.done(
            Offered.argument(arguments, "role"),
            arguments.string("directive_id").orElse("").strip(),
            Offered.argument(arguments, "from")),
        finished ->
            ToolResult.of(
                finished.directive().id()
                    + (finished.before() ? " was done already." : " is done."),
                JsonObject.empty()
                    .with("id", finished.directive().id())
                    .with("file", finished.file().toString())
                    .with("already", finished.before())));
  }

  private ToolResult list(JsonObject arguments) {
    boolean pending = arguments.get("pending") instanceof JsonBoolean(boolean yes) && yes;
    return Offered.result(
        desk.directives(Offered.argument(arguments, "role"), false),
        listed -> {
          StringBuilder text = new StringBuilder();
          List<JsonObject> all = new ArrayList<>();
          for (Desk.Listed each : listed) {
            if (!pending || each.state().matches("pending|waiting")) {
              all.add(each.standing().toJson(each.state()));
              text.append(each.state()).append(' ');
              text.append(words(each.standing().directive(), each.standing().role()));
            }
          }
          return ToolResult.of(
              text.isEmpty() ? "There are none." : text.toString(),
              JsonObject.empty().with("directives", JsonArray.of(all)));
        });
  }

  private static String words(Directive directive, String where) {
    StringBuilder words = new StringBuilder();
    words.append(directive.id()).append(" to ").append(directive.target());
    words.append(" (").append(where).append("): ").append(directive.title()).append('\n');
    if (!directive.body().isEmpty()) {
      directive.body().lines().forEach(line -> words.append("  ").append(line).append('\n'));
    }
    return words.toString();
  }
}
