package comity.panes;

import comity.files.Home;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.sessions.Activity;
import comity.sessions.Session;
import comity.sessions.Session.NativeId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A session as lists and events show it: {@code
 * {"id","name"?,"project"?,"role"?,"provider","state","activity","since","evidence","says"?,"native_id"?,"native_id_state"?,"folder","command":[…],"created"}},
 * with {@code "pid","columns","rows","viewers","last_line"} while its program runs, {@code
 * "exit_code"} after it has ended, and {@code "note"} where a person should know something.
 */
public final class Shown {
  /** In characters: thousands of sessions fit into one answer. */
  private static final int MAX_COMMAND = 500;

  private Shown() {}

  /** Where no host runs; looks at all processes where a program may have outlived it. */
  public static List<JsonObject> withoutHost(Home home, List<Session> sessions) {
    Set<String> living = living(home, sessions);
    return sessions.stream()
        .map(each -> withoutHost(each, each.mayLive() && living.contains(each.runId())))
        .toList();
  }

  private static JsonObject withoutHost(Session session, boolean outlives) {
    Session left = session.withoutItsHost(session.created());
    return of(left, Optional.empty(), left.withoutTerminal(outlives), outlives, Optional.empty());
  }

  /** The runs of these sessions of a home that live, where they may, without their host. */
  static Set<String> living(Home home, List<Session> sessions) {
    Set<String> runs =
        sessions.stream().filter(Session::mayLive).map(Session::runId).collect(Collectors.toSet());
    return runs.isEmpty() ? Set.of() : Endings.leftovers(home).living(runs);
  }

  /** Whether one that is shown was closed. */
  public static boolean isClosed(JsonObject shown) {
    return shown.string("state").equals(Optional.of(Session.word(Session.State.CLOSED)));
  }

  /**
   * One of them.
   *
   * @param outlives its program lives, and its terminal is gone
   */
  static JsonObject of(
      Session session,
      Optional<Pane> pane,
      Activity.Reading reading,
      boolean outlives,
      Optional<String> note) {
    JsonObject json = of(session, reading);
    if (pane.isPresent()) {
      Pane running = pane.get();
      json =
          json.with("pid", running.pid())
              .with("columns", running.size().columns())
              .with("rows", running.size().rows())
              .with("viewers", running.viewers())
              .with("last_line", running.screen().lastLine());
    } else if (session.run().isPresent() && session.run().get().code().isPresent()) {
      json = json.with("exit_code", session.run().get().code().getAsInt());
    }
    return with(json, "note", outlives ? Optional.of(outliving(session, note)) : note);
  }

  /** One whose program has ended at once, and whose next one is about to be started. */
  static JsonObject between(Session session, Optional<String> note) {
    Activity.Evidence evidence =
        new Activity.Evidence(
            "its conversation is taken up in another way",
            session.run().map(Session.Run::changed).orElse(session.created()));
    return with(of(session, new Activity.Reading(Activity.State.IDLE, evidence)), "note", note);
  }

  /** What is told of each. */
  private static JsonObject of(Session session, Activity.Reading reading) {
    JsonObject json = JsonObject.empty().with("id", session.id());
    json = with(json, "name", session.name());
    json = with(json, "project", session.project());
    json = with(json, "role", session.role());
    json =
        json.with("provider", session.provider())
            .with("state", Session.word(session.state()))
            .with("activity", Session.word(reading.state()))
            .with("since", reading.evidence().at().truncatedTo(ChronoUnit.MILLIS).toString())
            .with("evidence", reading.evidence().signal());
    json =
        with(json, "says", Optional.of(reading.evidence().text()).filter(text -> !text.isEmpty()));
    if (session.nativeId().isPresent()) {
      NativeId known = session.nativeId().get();
      json =
          json.with("native_id", known.id())
              .with("native_id_state", Session.word(known.standing()));
    }
    return json.with("folder", session.folder())
        .with(
            "command",
            JsonArray.of(session.command().words().stream().map(JsonString::new).toList()))
        .with("created", session.created().truncatedTo(ChronoUnit.MILLIS).toString());
  }

  /** With no more of its command than a list can show. */
  static JsonObject brief(JsonObject shown) {
    if (!(shown.get("command") instanceof JsonArray command)) {
      return shown;
    }
    List<JsonValue> words = new ArrayList<>();
    int left = MAX_COMMAND;
    for (JsonValue each : command.elements()) {
      String word = each instanceof JsonString(String text) ? text : "";
      left -= word.length() + 1;
      if (left < 0) {
        words.add(new JsonString("…"));
        return shown.with("command", JsonArray.of(words));
      }
      words.add(each);
    }
    return shown;
  }

  private static String outliving(Session session, Optional<String> note) {
    String told =
        "its program still runs, without its host: stop it with comity session stop %s, or restore it"
            .formatted(session.id());
    return note.map(other -> other + "; " + told).orElse(told);
  }

  private static JsonObject with(JsonObject json, String key, Optional<String> value) {
    return value.map(text -> json.with(key, text)).orElse(json);
  }
}
