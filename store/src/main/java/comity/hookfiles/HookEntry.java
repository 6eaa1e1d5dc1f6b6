package comity.hookfiles;

import comity.hookfiles.Jsonc.Items;
import comity.hookfiles.Jsonc.Member;
import comity.hookfiles.Jsonc.Node;
import comity.hookfiles.Jsonc.Table;
import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.sessions.Hook;
import comity.sessions.HookDuty;
import comity.sessions.Provider.HookFile.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What stands in the array of an event in the JSON of an agent's settings. */
final class HookEntry {
  /** Words by which a group is for whatever tool, as one that says nothing of tools. */
  private static final Set<String> ALL_TOOLS = Set.of("", "*");

  /**
   * A command in an entry.
   *
   * @param in the object which has it: the entry, or one of its group's hooks
   * @param place which of the group's hooks it is, from 0
   */
  record Command(String text, Table in, int place) {}

  private HookEntry() {}

  /** One hook, as it is set up. */
  static JsonObject of(Kind kind, Hook hook) {
    String command = hook.command();
    int patience = hook.duty().patience();
    boolean guards = hook.duty() == HookDuty.GUARD;
    JsonObject none = JsonObject.empty();
    return switch (kind) {
      case CLAUDE -> {
        JsonObject one = hook(command, Optional.of(patience));
        yield group(guards ? one.with("onFailure", "block") : one);
      }
      case CODEX -> group(hook(command, Optional.of(patience)));
      case GEMINI -> group(hook(command, Optional.of(1000 * patience)));
      // Its versions do not agree whether it is in seconds.
      case QWEN -> group(hook(command, Optional.empty()));
      case COPILOT ->
          none.with("type", "command").with("bash", command).with("timeoutSec", patience);
      case CURSOR -> {
        JsonObject one = none.with("command", command).with("timeout", patience);
        yield guards ? one.with("failClosed", true) : one;
      }
      case KIMI, OPENCODE, AMP, PI -> throw new IllegalArgumentException(kind + " has no JSON");
    };
  }

  private static JsonObject hook(String command, Optional<Integer> timeout) {
    JsonObject hook = JsonObject.empty().with("type", "command").with("command", command);
    return timeout.map(time -> hook.with("timeout", time)).orElse(hook);
  }

  private static JsonObject group(JsonObject hook) {
    return JsonObject.empty().with("hooks", JsonArray.of(List.of(hook)));
  }

  /** The commands of an entry. */
  static List<Command> commands(Node entry) {
    List<Command> commands = new ArrayList<>();
    if (entry instanceof Table table) {
      table.text("command").ifPresent(text -> commands.add(new Command(text, table, 0)));
      table.text("bash").ifPresent(text -> commands.add(new Command(text, table, 0)));
      if (table.member("hooks").map(Member::value).orElse(null) instanceof Items inner) {
        for (int i = 0; i < inner.items().size(); i++) {
          int place = i;
          if (inner.items().get(i) instanceof Table one) {
            one.text("command").ifPresent(text -> commands.add(new Command(text, one, place)));
          }
        }
      }
    }
    return commands;
  }

  /**
   * Whether a command of an entry is run as it was set up: for every tool, to the end, and where it
   * fails as if it had said no. A longer wait is a person's to choose.
   */
  static boolean isWhole(Kind kind, Hook hook, Node entry, Command command) {
    JsonObject wanted = of(kind, hook);
    if (entry.equals(command.in())) {
      return isAs(kind, wanted, command.in());
    }
    return entry instanceof Table group
        && group.members().stream().allMatch(HookEntry::isOfEveryGroup)
        && wanted.get("hooks") instanceof JsonArray one
        && one.elements().getFirst() instanceof JsonObject inner
        && isAs(kind, inner, command.in());
  }

  private static boolean isOfEveryGroup(Member member) {
    return member.name().equals("hooks")
        || (member.name().equals("matcher")
            && member.value() instanceof Jsonc.Text text
            && ALL_TOOLS.contains(text.value()));
  }

  private static boolean isAs(Kind kind, JsonObject wanted, Table is) {
    return is.members().size() == wanted.members().size()
        && wanted.members().entrySet().stream()
            .allMatch(each ->
                is.member(each.getKey())
                    .filter(member -> isAs(kind, each.getValue(), member.value()))
                    .isPresent());
  }

  private static boolean isAs(Kind kind, JsonValue wanted, Node is) {
    return switch (wanted) {
      case JsonString(String text) ->
          is instanceof Jsonc.Text written && written.value().equals(text);
      case JsonBoolean(boolean value) ->
          is instanceof Jsonc.Word written && written.word().equals(String.valueOf(value));
      case JsonNumber least ->
          is instanceof Jsonc.Word written && isAsLong(kind, written.word(), least);
      default -> throw new IllegalArgumentException(wanted + " is in no hook");
    };
  }

  /** What Codex trusts waits exactly as long. */
  private static boolean isAsLong(Kind kind, String word, JsonNumber least) {
    try {
      int more = new BigDecimal(word).compareTo(new BigDecimal(least.digits()));
      return kind == Kind.CODEX ? more == 0 : more >= 0;
    } catch (NumberFormatException none) {
      return false;
    }
  }
}
