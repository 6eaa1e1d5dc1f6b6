package comity.recall;

import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.memory.Gate;
import comity.memory.Opening;
import comity.memory.Priority;
import comity.memory.Scope;
import comity.memory.Tokenizer;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A memory session as it is kept.
 *
 * @param id its handle
 * @param project the root of the project
 * @param agent whose server it is of; empty for any other
 * @param gate empty where it is closed
 * @param activeAt when something was last done in it
 * @param flushedAt when it was last flushed
 * @param openings which scope was open when, the latest last
 * @param transcripts the last turn of each that was kept, by the transcript's path; the latest last
 */
record MemorySession(
    String id,
    Path project,
    Optional<Agent> agent,
    Optional<Gate> gate,
    Instant activeAt,
    Optional<Instant> flushedAt,
    List<Opening> openings,
    Map<String, String> transcripts) {
  /** What was before belongs to flushes long done; what it was is forgotten: see knownSince. */
  static final int MAX_OPENINGS = 1000;

  /** A session holds one conversation after the other; the oldest are over. */
  private static final int MAX_TRANSCRIPTS = 100;

  public MemorySession {
    openings = List.copyOf(openings);
    transcripts = Collections.unmodifiableMap(new LinkedHashMap<>(transcripts));
  }

  /** With another gate, at that time: the opening before ends. */
  MemorySession opened(Gate next, Instant now) {
    List<Opening> all = ended(now);
    all.add(new Opening(next.scope(), next.room(), now, Optional.empty()));
    List<Opening> kept =
        all.size() > MAX_OPENINGS ? all.subList(all.size() - MAX_OPENINGS, all.size()) : all;
    return new MemorySession(
        id, project, agent, Optional.of(next), now, flushedAt, kept, transcripts);
  }

  /** With the gate as it goes on. */
  MemorySession with(Gate next, Instant now) {
    return new MemorySession(
        id, project, agent, Optional.of(next), now, flushedAt, openings, transcripts);
  }

  /** Without anything open. */
  MemorySession closed(Instant now) {
    return new MemorySession(
        id, project, agent, Optional.empty(), now, flushedAt, ended(now), transcripts);
  }

  /** Once it was flushed. */
  MemorySession flushed(Instant now) {
    return new MemorySession(
        id, project, agent, gate, activeAt, Optional.of(now), openings, transcripts);
  }

  /** A session in which nothing was opened yet. */
  static MemorySession begun(String id, Path project, Instant now) {
    return new MemorySession(
        id,
        project,
        Optional.empty(),
        Optional.empty(),
        now,
        Optional.empty(),
        List.of(),
        Map.of());
  }

  /** As one of a server that works for an agent. */
  MemorySession of(Optional<Agent> whose) {
    return new MemorySession(id, project, whose, gate, activeAt, flushedAt, openings, transcripts);
  }

  /** Once the turns of a transcript up to this one were kept. */
  MemorySession kept(String transcript, String turn) {
    Map<String, String> all = new LinkedHashMap<>(transcripts);
    all.remove(transcript);
    all.put(transcript, turn);
    if (all.size() > MAX_TRANSCRIPTS) {
      all.remove(all.keySet().iterator().next());
    }
    return new MemorySession(id, project, agent, gate, activeAt, flushedAt, openings, all);
  }

  /** Whether something was done in it since its last flush. */
  boolean isUnflushed() {
    return !openings.isEmpty() && flushedAt.filter(at -> !at.isBefore(activeAt)).isEmpty();
  }

  /** What is open; also what was when the session was damaged, and nobody opened another since. */
  Optional<Scope> open() {
    return gate.map(Gate::scope)
        .or(() ->
            openings.isEmpty() || openings.getLast().to().isPresent()
                ? Optional.empty()
                : Optional.of(openings.getLast().scope()));
  }

  /** Once what was given is gone from the context: the same memory, of which nothing is spent. */
  MemorySession anew() {
    Optional<Gate> next = gate.map(was -> Gate.open(was.scope(), was.room(), was.tokenizer()));
    return new MemorySession(id, project, agent, next, activeAt, flushedAt, openings, transcripts);
  }

  /** With nothing to be given, and what was open as it was. */
  MemorySession shut() {
    return new MemorySession(
        id, project, agent, Optional.empty(), activeAt, flushedAt, openings, transcripts);
  }

  /** Since when it is known what was open, where there may have been more openings before. */
  Optional<Instant> knownSince() {
    return openings.size() < MAX_OPENINGS
        ? Optional.empty()
        : Optional.of(openings.getFirst().from());
  }

  private List<Opening> ended(Instant now) {
    List<Opening> all = new ArrayList<>(openings);
    if (!all.isEmpty() && all.getLast().to().isEmpty()) {
      Opening last = all.removeLast();
      all.add(new Opening(last.scope(), last.room(), last.from(), Optional.of(now)));
    }
    return all;
  }

  JsonObject toJson() {
    JsonObject json =
        JsonObject.empty()
            .with("id", id)
            .with("project", project.toString())
            .with("active_at", activeAt.toString());
    if (agent.isPresent()) {
      json =
          json.with(
              "agent",
              JsonObject.empty()
                  .with("process", agent.get().process())
                  .with("server", agent.get().server()));
    }
    if (flushedAt.isPresent()) {
      json = json.with("flushed_at", flushedAt.get().toString());
    }
    if (gate.isPresent()) {
      json = json.with("gate", json(gate.get()));
    }
    JsonObject kept = JsonObject.empty();
    for (Map.Entry<String, String> transcript : transcripts.entrySet()) {
      kept = kept.with(transcript.getKey(), transcript.getValue());
    }
    return json.with("openings", JsonArray.of(openings.stream().map(MemorySession::json).toList()))
        .with("transcripts", kept);
  }

  private static JsonObject json(Gate gate) {
    return scoped(gate.scope(), gate.room())
        .with("encoding", gate.tokenizer().word())
        .with("budget", gate.budget())
        .with("spent", gate.spent())
        .with("index_read", gate.isIndexRead())
        .with(
            "loaded",
            JsonArray.of(
                gate.loaded().stream()
                    .map(file ->
                        JsonObject.empty()
                            .with("file", file.file())
                            .with("priority", file.priority().name())
                            .with(
                                "conventions",
                                JsonArray.of(
                                    file.conventions().stream().map(JsonString::new).toList())))
                    .toList()));
  }

  private static JsonObject scoped(Scope scope, Optional<String> room) {
    JsonObject json =
        switch (scope) {
          case Scope.Group(String name) -> JsonObject.empty().with("group", name);
          case Scope.Main() -> JsonObject.empty();
        };
    return room.isPresent() ? json.with("room", room.get()) : json;
  }

  private static JsonObject json(Opening opening) {
    JsonObject json =
        scoped(opening.scope(), opening.room()).with("from", opening.from().toString());
    return opening.to().isPresent() ? json.with("to", opening.to().get().toString()) : json;
  }

  /** Reads what {@link #toJson} made; empty where it is something else. */
  static Optional<MemorySession> read(JsonValue value) {
    try {
      JsonObject json = (JsonObject) value;
      List<Opening> openings = new ArrayList<>();
      for (JsonValue each : ((JsonArray) member(json, "openings")).elements()) {
        JsonObject opening = (JsonObject) each;
        openings.add(
            new Opening(
                scope(opening),
                opening.string("room"),
                Instant.parse(text(opening, "from")),
                opening.string("to").map(Instant::parse)));
      }
      return Optional.of(
          new MemorySession(
              text(json, "id"),
              Path.of(text(json, "project")),
              json.object("agent")
                  .map(agent -> new Agent(text(agent, "process"), text(agent, "server"))),
              json.object("gate").map(MemorySession::gate),
              Instant.parse(text(json, "active_at")),
              json.string("flushed_at").map(Instant::parse),
              openings,
              transcripts(json)));
    } catch (ClassCastException | IllegalArgumentException | DateTimeException other) {
      return Optional.empty();
    }
  }

  private static Map<String, String> transcripts(JsonObject json) {
    Map<String, String> kept = new LinkedHashMap<>();
    json.object("transcripts")
        .orElse(JsonObject.empty())
        .members()
        .forEach((path, turn) -> kept.put(path, ((JsonString) turn).value()));
    return kept;
  }

  private static Gate gate(JsonObject json) {
    List<Gate.Loaded> loaded = new ArrayList<>();
    for (JsonValue each : ((JsonArray) member(json, "loaded")).elements()) {
      JsonObject file = (JsonObject) each;
      Set<String> conventions = new LinkedHashSet<>();
      for (JsonValue name : ((JsonArray) member(file, "conventions")).elements()) {
        conventions.add(((JsonString) name).value());
      }
      loaded.add(
          new Gate.Loaded(
              text(file, "file"), Priority.valueOf(text(file, "priority")), conventions));
    }
    return new Gate(
        scope(json),
        json.string("room"),
        Tokenizer.named(text(json, "encoding")).orElse(Tokenizer.DEFAULT),
        number(json, "budget"),
        number(json, "spent"),
        ((JsonBoolean) member(json, "index_read")).value(),
        loaded);
  }

  private static Scope scope(JsonObject json) {
    return json.get("group") instanceof JsonString(String name)
        ? new Scope.Group(name)
        : new Scope.Main();
  }

  private static JsonValue member(JsonObject json, String name) {
    JsonValue value = json.get(name);
    if (value == null) {
      throw new IllegalArgumentException("no " + name);
    }
    return value;
  }

  private static String text(JsonObject json, String name) {
    return ((JsonString) member(json, name)).value();
  }

  /** Nothing that is counted here is less than nothing, or more than a file has tokens. */
  private static int number(JsonObject json, String name) {
    long number =
        ((JsonNumber) member(json, name)).asLong().orElseThrow(IllegalArgumentException::new);
    if (number < 0 || number > Integer.MAX_VALUE) {
      throw new IllegalArgumentException(name + " is " + number);
    }
    return (int) number;
  }
}
