package comity.sessions;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What a hook reported of a session, with the processes that stood above it at that moment (SES-5,
 * SES-6, SES-9). It is kept as one JSON object until somebody takes it in.
 *
 * @param session Comity's own id, as the agent's environment has it
 * @param provider the word that the hook was set up with
 * @param event what happened
 * @param nativeId the provider's id of the conversation
 * @param transcript the path of the conversation's record, where the provider tells it
 * @param at when, to the millisecond
 * @param boot the kernel's id of that start of the machine, since pids and start times begin anew
 *     with each; empty where there is none
 * @param processes the one that called the hook, its parent, and so on upwards
 */
public record HookReport(
    String session,
    String provider,
    HookEvent event,
    String nativeId,
    Optional<String> transcript,
    Instant at,
    String boot,
    List<CapturedProcess> processes) {
  /** Of the form that is written. */
  static final int VERSION = 1;

  /** The most that a report can take: every character of its words as an escape. */
  public static final int MAX_BYTES = 1 << 20;

  /** Of {@link #session}, in characters; ours have 36. */
  public static final int MAX_SESSION = 128;

  /** The longest path that Linux takes. */
  public static final int MAX_PATH = 4096;

  /** Deeper below one another stand no processes that anybody means. */
  public static final int MAX_PROCESSES = 64;

  /** Characters of most reports. */
  private static final int INITIAL = 4096;

  /** The kernel's is a UUID. */
  private static final int MAX_BOOT = 64;

  /** Past it a number is no time that a clock shows: the year 9999. */
  private static final long MAX_MILLIS = 253_402_300_799_999L;

  /** What came of reading one. */
  public sealed interface Reading {
    /** It was one. */
    record Read(HookReport report) implements Reading {}

    /**
     * It was none.
     *
     * @param why in a few words
     */
    record Malformed(String why) implements Reading {}
  }

  public HookReport {
    Optional<String> flaw =
        flaw(session, provider, nativeId, boot)
            .or(() -> transcript.flatMap(path -> CaptureWords.flaw("transcript", path, MAX_PATH)));
    if (flaw.isPresent()) {
      throw new IllegalArgumentException(flaw.get());
    }
    at = Instant.ofEpochMilli(at.toEpochMilli());
    processes = List.copyOf(processes.subList(0, Math.min(MAX_PROCESSES, processes.size())));
  }

  private static Optional<String> flaw(
      String session, String provider, String nativeId, String boot) {
    return CaptureWords.flaw("session", session, MAX_SESSION)
        .or(() -> CaptureWords.providerFlaw(provider))
        .or(() -> CaptureWords.idFlaw(nativeId))
        .or(() -> boot.isEmpty() ? Optional.empty() : CaptureWords.flaw("boot", boot, MAX_BOOT));
  }

  /**
   * Its JSON, one line of at most {@link #MAX_BYTES} in UTF-8. Written without {@link Json}, which
   * takes longer to start than a hook may.
   */
  public byte[] toJson() {
    StringBuilder out = new StringBuilder(INITIAL);
    out.append("{\"version\":").append(VERSION);
    string(out.append(",\"session\":"), session);
    string(out.append(",\"provider\":"), provider);
    string(out.append(",\"event\":"), event.word());
    string(out.append(",\"native_id\":"), nativeId);
    if (transcript.isPresent()) {
      string(out.append(",\"transcript\":"), transcript.get());
    }
    out.append(",\"at\":").append(at.toEpochMilli());
    string(out.append(",\"boot\":"), boot);
    out.append(",\"processes\":[");
    for (int at = 0; at < processes.size(); at++) {
      process(out.append(at == 0 ? "" : ","), processes.get(at));
    }
    return out.append("]}").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static void process(StringBuilder out, CapturedProcess process) {
    out.append("{\"pid\":").append(process.pid()).append(",\"start\":").append(process.start());
    string(out.append(",\"name\":"), process.name());
    out.append(",\"words\":[");
    for (int at = 0; at < process.words().size(); at++) {
      string(out.append(at == 0 ? "" : ","), process.words().get(at));
    }
    out.append("]}");
  }

  private static void string(StringBuilder out, String text) {
    out.append('"');
    for (int at = 0; at < text.length(); at++) {
      char c = text.charAt(at);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        String hex = Integer.toHexString(c);
        out.append("\\u").append("0".repeat(4 - hex.length())).append(hex);
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }

  /** Reads what {@link #toJson} wrote; members that it does not write are left out of account. */
  public static Reading read(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      return new Reading.Malformed("it is longer than " + MAX_BYTES + " bytes");
    }
    return switch (Json.read(bytes)) {
      case JsonReading.Malformed(String why, long _) -> new Reading.Malformed(why);
      case JsonReading.Read(JsonObject json) -> read(json);
      case JsonReading.Read(JsonValue other) ->
          new Reading.Malformed("it is no object but " + other.kind());
    };
  }

  private static Reading read(JsonObject json) {
    if (number(json, "version").orElse(0) != VERSION) {
      return new Reading.Malformed("its version is not " + VERSION);
    }
    Optional<HookEvent> event = json.string("event").flatMap(HookEvent::of);
    OptionalLong at = number(json, "at");
    if (event.isEmpty()
        || at.isEmpty()
        || Math.abs(at.getAsLong()) > MAX_MILLIS
        || !(json.get("processes") instanceof JsonArray listed)
        || listed.elements().size() > MAX_PROCESSES) {
      return new Reading.Malformed("event, at or processes are missing or wrong");
    }
    List<CapturedProcess> processes = new ArrayList<>();
    for (JsonValue each : listed.elements()) {
      Optional<CapturedProcess> process =
          each instanceof JsonObject object ? process(object) : Optional.empty();
      if (process.isEmpty()) {
        return new Reading.Malformed("a process is wrong");
      }
      processes.add(process.get());
    }
    try {
      return new Reading.Read(
          new HookReport(
              json.string("session").orElse(""),
              json.string("provider").orElse(""),
              event.get(),
              json.string("native_id").orElse(""),
              json.string("transcript"),
              Instant.ofEpochMilli(at.getAsLong()),
              json.string("boot").orElse(""),
              processes));
    } catch (IllegalArgumentException wrong) {
      return new Reading.Malformed(String.valueOf(wrong.getMessage()));
    }
  }

  private static Optional<CapturedProcess> process(JsonObject json) {
    long pid = number(json, "pid").orElse(-1);
    long start = number(json, "start").orElse(-1);
    if (pid <= 0 || start < 0 || !(json.get("words") instanceof JsonArray words)) {
      return Optional.empty();
    }
    List<String> read = new ArrayList<>();
    for (JsonValue word : words.elements()) {
      if (!(word instanceof JsonString(String text))) {
        return Optional.empty();
      }
      read.add(text);
    }
    return json.string("name").map(name -> new CapturedProcess(pid, start, name, read));
  }

  private static OptionalLong number(JsonObject json, String name) {
    return json.get(name) instanceof JsonNumber number ? number.asLong() : OptionalLong.empty();
  }
}
