package comity.frames;

import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.sessions.Activity;
import comity.terminal.Size;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the host is asked: {@code {"ask":WORD,…}}. A session goes by its id, its name, or a
 * beginning of its id that no other has.
 */
public sealed interface Ask {
  /** All sessions. */
  record Sessions() implements Ask {}

  /** One session. */
  record Show(String session) implements Ask {}

  /** Begin a session. */
  record Begin(NewSession session) implements Ask {}

  /**
   * View a session from now on.
   *
   * @param size of the viewer's terminal
   */
  record Attach(String session, Size size) implements Ask {}

  /** View it no more; what resets the viewer's terminal is sent before the answer. */
  record Detach() implements Ask {}

  /** How what runs in a session is ended. */
  enum Ending {
    /** With TERM; with KILL what has not ended a while after. */
    WITH_GRACE,
    /** With KILL. */
    AT_ONCE
  }

  /** End what runs in a session, which the person wants closed. */
  record Stop(String session, Ending how) implements Ask {}

  /** When it is answered that an agent was run again. */
  enum Answered {
    /** As soon as its program runs. */
    STARTED,
    /** When that has shown that it stays, by running on for a moment. */
    SETTLED
  }

  /**
   * Run the agent of a session again, in its own conversation.
   *
   * @param session none for all that are open and have no process
   * @param environment of whoever asks, in which it runs
   * @param when all are always answered when they have settled
   */
  record Restore(Optional<String> session, Map<String, String> environment, Answered when)
      implements Ask {
    public Restore {
      environment = Map.copyOf(environment);
    }
  }

  /**
   * The last of what a session printed.
   *
   * @param most bytes
   */
  record Logs(String session, int most) implements Ask {}

  /** What is on a session's screen, as text. */
  record Screen(String session) implements Ask {}

  /** Answer when a session is at one of these. */
  record Await(String session, Set<Activity.State> until) implements Ask {
    public Await {
      until = Set.copyOf(until);
    }
  }

  /** Tell of each change from now on. */
  record Watch() implements Ask {}

  /** As it is sent. */
  default JsonObject toJson() {
    return switch (this) {
      case Sessions _ -> ask("sessions");
      case Show(String session) -> ask("show", session);
      case Begin(NewSession session) -> ask("begin").with("new", session.toJson());
      case Attach(String session, Size size) ->
          ask("attach", session).with("columns", size.columns()).with("rows", size.rows());
      case Detach _ -> ask("detach");
      case Stop(String session, Ending how) ->
          ask("stop", session).with("now", how == Ending.AT_ONCE);
      case Restore(Optional<String> session, Map<String, String> environment, Answered when) ->
          session
              .map(one -> ask("restore", one))
              .orElseGet(() -> ask("restore"))
              .with("environment", strings(environment))
              .with("settled", when == Answered.SETTLED);
      case Logs(String session, int most) -> ask("logs", session).with("most", most);
      case Screen(String session) -> ask("screen", session);
      case Await(String session, Set<Activity.State> until) ->
          ask("await", session)
              .with(
                  "until",
                  JsonArray.of(
                      until.stream().sorted().map(state -> new JsonString(word(state))).toList()));
      case Watch _ -> ask("watch");
    };
  }

  private static JsonObject ask(String word) {
    return JsonObject.empty().with("ask", word);
  }

  private static JsonObject ask(String word, String session) {
    return ask(word).with("session", session);
  }

  /** A map as an object. */
  static JsonObject strings(Map<String, String> map) {
    LinkedHashMap<String, JsonValue> members = new LinkedHashMap<>();
    map.forEach((key, value) -> members.put(key, new JsonString(value)));
    return JsonObject.of(members);
  }

  /** An object of strings as a map; what is no string is passed over. */
  static Map<String, String> strings(Optional<JsonObject> object) {
    Map<String, String> map = new LinkedHashMap<>();
    object
        .map(JsonObject::members)
        .ifPresent(members ->
            members.forEach((key, value) -> {
              if (value instanceof JsonString(String text)) {
                map.put(key, text);
              }
            }));
    return map;
  }

  private static String word(Activity.State state) {
    return state.name().toLowerCase(Locale.ROOT);
  }

  /** What was asked; empty where it is nothing that this version knows. */
  static Optional<Ask> read(JsonObject json) {
    Optional<String> session = json.string("session");
    return switch (json.string("ask").orElse("")) {
      case "sessions" -> Optional.of(new Sessions());
      case "show" -> session.map(Show::new);
      case "begin" -> json.object("new").flatMap(NewSession::read).map(Begin::new);
      case "attach" -> session.map(id -> new Attach(id, size(json)));
      case "detach" -> Optional.of(new Detach());
      case "stop" ->
          session.map(id -> new Stop(id, is(json, "now") ? Ending.AT_ONCE : Ending.WITH_GRACE));
      case "restore" ->
          Optional.of(
              new Restore(
                  session,
                  strings(json.object("environment")),
                  is(json, "settled") ? Answered.SETTLED : Answered.STARTED));
      case "logs" -> session.map(id -> new Logs(id, number(json, "most")));
      case "screen" -> session.map(Screen::new);
      case "await" -> session.map(id -> new Await(id, states(json.get("until"))));
      case "watch" -> Optional.of(new Watch());
      default -> Optional.empty();
    };
  }

  /** The size that an object has; the usual where it has none. */
  static Size size(JsonObject json) {
    int columns = number(json, "columns");
    int rows = number(json, "rows");
    return columns == 0 || rows == 0 ? Size.USUAL : new Size(columns, rows);
  }

  private static boolean is(JsonObject json, String name) {
    return new JsonBoolean(true).equals(json.get(name));
  }

  private static int number(JsonObject json, String name) {
    return json.get(name) instanceof JsonNumber number
        ? Math.clamp(number.asLong().orElse(0), 0, Integer.MAX_VALUE)
        : 0;
  }

  private static Set<Activity.State> states(@Nullable JsonValue value) {
    List<String> words = new ArrayList<>();
    if (value instanceof JsonArray array) {
      array
          .elements()
          .forEach(each -> {
            if (each instanceof JsonString(String text)) {
              words.add(text);
            }
          });
    }
    Set<Activity.State> states = EnumSet.noneOf(Activity.State.class);
    for (Activity.State state : EnumSet.allOf(Activity.State.class)) {
      if (words.contains(word(state))) {
        states.add(state);
      }
    }
    return states;
  }
}
