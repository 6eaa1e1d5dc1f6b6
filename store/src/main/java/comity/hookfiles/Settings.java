package comity.hookfiles;

import comity.hookfiles.Jsonc.Items;
import comity.hookfiles.Jsonc.Member;
import comity.hookfiles.Jsonc.Node;
import comity.hookfiles.Jsonc.Table;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonValue;
import comity.sessions.Hook;
import comity.sessions.HookCommand;
import comity.sessions.HookDuty;
import comity.sessions.Provider;
import comity.sessions.Provider.HookFile.Kind;
import comity.sessions.ProviderHooks;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Comity's hooks in the JSON of an agent's settings. In all of them {@code hooks} has an array for
 * each event; what stands in it differs.
 */
final class Settings {
  /** Something is not as it must be; nothing was changed. */
  static final class Unfit extends Exception {
    private static final long serialVersionUID = 1;

    Unfit(String why) {
      super(why, null, false, false);
    }

    String why() {
      return String.valueOf(getMessage());
    }
  }

  /**
   * A hook of Comity's that was found.
   *
   * @param group the place of what it stands in among those of its event, from 0
   * @param place which it is in that, from 0
   * @param whole whether it is run as it was set up
   */
  record Found(Hook hook, int group, int place, boolean whole) {}

  private final Kind kind;
  private final Map<String, List<Hook>> wanted;

  Settings(Provider provider, Kind kind, String launcher) {
    this.kind = kind;
    this.wanted =
        ProviderHooks.inFile(provider, launcher).stream()
            .collect(Collectors.groupingBy(Hook::event, LinkedHashMap::new, Collectors.toList()));
  }

  /** What the file needs beside the hooks: a name, and its value where it is not there. */
  private Optional<Map.Entry<String, JsonValue>> beside() {
    return switch (kind) {
      case COPILOT, CURSOR -> {
        JsonValue one = JsonNumber.of(1);
        yield Optional.of(Map.entry("version", one));
      }
      case GEMINI ->
          Optional.of(Map.entry("hooksConfig", JsonObject.empty().with("enabled", true)));
      case CLAUDE, CODEX, QWEN, KIMI, OPENCODE, AMP, PI -> Optional.empty();
    };
  }

  /** The hooks of Comity's that a text has. */
  List<Found> found(String text) throws Unfit {
    List<Found> found = new ArrayList<>();
    if (isBlank(text)) {
      return found;
    }
    for (Member event : events(read(text)).map(Table::members).orElse(List.of())) {
      if (event.value() instanceof Items items) {
        for (int i = 0; i < items.items().size(); i++) {
          for (HookEntry.Command command : HookEntry.commands(items.items().get(i))) {
            Optional<HookDuty> duty = HookCommand.duty(command.text());
            if (duty.isPresent()) {
              Hook hook = new Hook(event.name(), command.text(), duty.get());
              boolean whole = HookEntry.isWhole(kind, hook, items.items().get(i), command);
              found.add(new Found(hook, i, command.place(), whole));
            }
          }
        }
      }
    }
    return found;
  }

  /** Whether a text has all of Comity's hooks as they are now, and no others of Comity's. */
  boolean isComplete(String text) throws Unfit {
    Set<Hook> all = wanted.values().stream().flatMap(List::stream).collect(Collectors.toSet());
    List<Found> found = found(text);
    Set<Hook> there = found.stream().map(Found::hook).collect(Collectors.toSet());
    return found.size() == all.size()
        && there.equals(all)
        && found.stream().allMatch(Found::whole)
        && (beside().isEmpty()
            || (read(text).root() instanceof Table root
                && root.member(beside().get().getKey()).isPresent()));
  }

  /** Why a text that has the hooks does not run them; empty where it does. */
  Optional<String> switchedOff(String text) throws Unfit {
    if (isBlank(text) || !(read(text).root() instanceof Table root)) {
      return Optional.empty();
    }
    if (isWord(root, "disableAllHooks", "true")) {
      return Optional.of("disableAllHooks is true there, so none of its hooks are run");
    }
    boolean off =
        root.member("hooksConfig").map(Member::value).orElse(null) instanceof Table config
            && isWord(config, "enabled", "false");
    return off
        ? Optional.of("hooksConfig.enabled is false there, so none of its hooks are run")
        : Optional.empty();
  }

  private static boolean isWord(Table table, String name, String word) {
    return table.member(name).map(Member::value).orElse(null)
            instanceof Jsonc.Word(String is, int _, int _)
        && is.equals(word);
  }

  static boolean isBlank(String text) {
    return text.replace("\uFEFF", "").isBlank();
  }

  private Jsonc.Reading.Read read(String text) throws Unfit {
    return switch (Jsonc.read(text)) {
      case Jsonc.Reading.Read read -> {
        if (!(read.root() instanceof Table table)) {
          throw new Unfit("it holds no object");
        }
        for (String name : List.of("hooks", "hooksConfig", "version")) {
          if (table.isTwice(name)) {
            throw new Unfit(name + " is there twice");
          }
        }
        yield read;
      }
      case Jsonc.Reading.Malformed(int line, int column, String why) ->
          throw new Unfit("it is no JSON, line %d, column %d: %s".formatted(line, column, why));
    };
  }

  private Optional<Table> events(Jsonc.Reading.Read read) throws Unfit {
    if (!(read.root() instanceof Table root)) {
      throw new Unfit("it holds no object");
    }
    Optional<Member> hooks = root.member("hooks");
    if (hooks.isEmpty()) {
      return Optional.empty();
    }
    if (!(hooks.get().value() instanceof Table table)) {
      throw new Unfit("hooks in it is no object");
    }
    for (String event : wanted.keySet()) {
      if (table.isTwice(event)) {
        throw new Unfit("hooks." + event + " is there twice");
      }
      if (table.member(event).isPresent()
          && !(table.member(event).get().value() instanceof Items)) {
        throw new Unfit("hooks." + event + " in it is no array");
      }
    }
    return Optional.of(table);
  }

  /** The text with all hooks; it has none of Comity's. */
  String with(String text) throws Unfit {
    JsonObject all = JsonObject.empty();
    for (Map.Entry<String, List<Hook>> each : wanted.entrySet()) {
      JsonValue entries =
          JsonArray.of(each.getValue().stream().map(hook -> HookEntry.of(kind, hook)).toList());
      all = all.with(each.getKey(), entries);
    }
    if (isBlank(text)) {
      String bom = text.startsWith("\uFEFF") ? "\uFEFF" : "";
      String empty = bom + "{}\n";
      String more = member(empty, "hooks", all);
      return beside().isPresent()
          ? member(more, beside().get().getKey(), beside().get().getValue())
          : more;
    }
    String changed = text;
    if (events(read(changed)).isEmpty()) {
      changed = member(changed, "hooks", all);
    } else {
      for (Map.Entry<String, JsonValue> each : all.members().entrySet()) {
        changed = withEvent(changed, each.getKey(), (JsonArray) each.getValue());
      }
    }
    if (beside().isPresent()
        && read(changed).root() instanceof Table root
        && root.member(beside().get().getKey()).isEmpty()) {
      changed = member(changed, beside().get().getKey(), beside().get().getValue());
    }
    return changed;
  }

  private String member(String text, String name, JsonValue value) throws Unfit {
    Jsonc.Reading.Read read = read(text);
    return read.root() instanceof Table root
        ? new JsoncEdit(text, read).with(root, name, value)
        : text;
  }

  private String withEvent(String text, String event, JsonArray entries) throws Unfit {
    Jsonc.Reading.Read first = read(text);
    Table table = events(first).orElseThrow();
    if (table.member(event).isEmpty()) {
      return new JsoncEdit(text, first).with(table, event, entries);
    }
    String changed = text;
    for (JsonValue entry : entries.elements()) {
      Jsonc.Reading.Read read = read(changed);
      if (events(read).flatMap(all -> all.member(event)).map(Member::value).orElse(null)
          instanceof Items items) {
        changed = new JsoncEdit(changed, read).with(items, entry);
      }
    }
    return changed;
  }

  /** The text without any hook of Comity's, nor what only held them. */
  String without(String text) throws Unfit {
    String changed = text;
    for (Optional<String> less = less(changed); less.isPresent(); less = less(changed)) {
      changed = less.get();
    }
    return changed;
  }

  /** One thing less; empty where nothing of Comity's is left. */
  private Optional<String> less(String text) throws Unfit {
    if (isBlank(text)) {
      return Optional.empty();
    }
    Jsonc.Reading.Read read = read(text);
    Optional<Table> events = events(read);
    if (events.isEmpty() || !(read.root() instanceof Table root)) {
      return Optional.empty();
    }
    JsoncEdit edit = new JsoncEdit(text, read);
    for (Member event : events.get().members()) {
      if (!(event.value() instanceof Items items)) {
        continue;
      }
      for (Node entry : items.items()) {
        List<HookEntry.Command> commands = HookEntry.commands(entry);
        if (commands.stream().noneMatch(each -> HookCommand.isOurs(each.text()))) {
          continue;
        }
        boolean alone = commands.size() == 1;
        boolean last = alone && items.items().size() == 1;
        boolean all = last && events.get().members().size() == 1;
        return Optional.of(
            all && isFree(read, root.member("hooks").orElseThrow())
                ? edit.without(root, root.member("hooks").orElseThrow())
                : last && isFree(read, event)
                    ? edit.without(events.get(), event)
                    : alone ? edit.without(items, entry) : inner(edit, entry));
      }
    }
    return Optional.empty();
  }

  /** Whether nobody wrote a comment in it. */
  private static boolean isFree(Jsonc.Reading.Read read, Member member) {
    return read.comments().stream()
        .noneMatch(each -> each.from() >= member.at() && each.to() <= member.value().to());
  }

  /** Without the one hook in a group that has others. */
  private static String inner(JsoncEdit edit, Node entry) {
    if (entry instanceof Table group
        && group.member("hooks").map(Member::value).orElse(null) instanceof Items hooks) {
      for (Node hook : hooks.items()) {
        if (hook instanceof Table one
            && one.text("command").filter(HookCommand::isOurs).isPresent()) {
          return edit.without(hooks, hook);
        }
      }
    }
    throw new AssertionError("a hook was found that is not there");
  }

  /** Whether a text without hooks says nothing but what came with them. */
  boolean saysNothing(String text) throws Unfit {
    return isBlank(text)
        || (read(text).root() instanceof Table root
            && root.members().stream()
                .allMatch(each ->
                    beside().map(Map.Entry::getKey).filter(each.name()::equals).isPresent()));
  }
}
