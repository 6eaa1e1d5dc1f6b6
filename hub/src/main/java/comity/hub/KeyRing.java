package comity.hub;

import comity.http.Answer;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.AgentPattern;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import comity.messages.Timestamps;
import comity.store.Keys;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.OptionalLong;

/** Makes, lists and revokes keys (MSG-22, MSG-23). */
final class KeyRing {
  private static final int ID_BYTES = 5;

  /** 256 bits: nobody guesses it, and its plain hash gives nothing away. */
  private static final int SECRET_BYTES = 32;

  private static final int MAX_NAME = 100;

  private final Keys keys;
  private final Clock clock;

  KeyRing(Keys keys, Clock clock) {
    this.keys = keys;
    this.clock = clock;
  }

  JsonObject list() {
    List<JsonValue> all = keys.list().stream().<JsonValue>map(KeyRing::json).toList();
    return JsonObject.empty().with("keys", JsonArray.of(all));
  }

  private static JsonObject json(Keys.Key key) {
    JsonObject json =
        JsonObject.empty()
            .with("id", key.id())
            .with("name", key.name())
            .with("from", patterns(key.senders()))
            .with("created_at", Timestamps.write(key.createdAt()));
    if (key.expiresAt().isPresent()) {
      json = json.with("expires", Timestamps.write(key.expiresAt().getAsLong()));
    }
    return key.revokedAt().isPresent()
        ? json.with("revoked_at", Timestamps.write(key.revokedAt().getAsLong()))
        : json;
  }

  private static JsonArray patterns(List<AgentPattern> patterns) {
    return JsonArray.of(patterns.stream().map(p -> new JsonString(p.toString())).toList());
  }

  /** {@code {"name","from":[…],"expires"?}}, {@code expires} in seconds from now. */
  Answer add(JsonObject body) {
    String name = body.string("name").orElse("");
    if (name.isBlank()
        || name.length() > MAX_NAME
        || name.chars().anyMatch(Character::isISOControl)) {
      return refusal("/name", "A key needs a name of at most " + MAX_NAME + " characters");
    }
    if (!(body.get("from") instanceof JsonArray from) || from.elements().isEmpty()) {
      return refusal("/from", "A key needs the patterns of its senders, such as agent://host/*");
    }
    List<AgentPattern> senders = new ArrayList<>();
    for (JsonValue element : from.elements()) {
      String text = element instanceof JsonString(String pattern) ? pattern : element.toString();
      switch (AgentPattern.read(text)) {
        case AgentPattern.Reading.Malformed(String reason) -> {
          return refusal("/from/" + senders.size(), text + " " + reason);
        }
        case AgentPattern.Reading.Read(AgentPattern pattern) -> {
          if (pattern.isAnyone()) {
            return refusal(
                "/from/" + senders.size(), "A key must name the authority of its senders, not *");
          }
          senders.add(pattern);
        }
      }
    }
    OptionalLong expires = OptionalLong.empty();
    if (body.get("expires") instanceof JsonNumber number) {
      long seconds = number.asLong().orElse(0);
      if (seconds <= 0 || seconds > Integer.MAX_VALUE) {
        return refusal("/expires", "expires is a number of seconds from now");
      }
      expires = OptionalLong.of(clock.now() + seconds * 1000);
    }
    return added(name, senders, expires);
  }

  private Answer added(String name, List<AgentPattern> senders, OptionalLong expires) {
    String id = HexFormat.of().formatHex(clock.randomBytes(ID_BYTES));
    String text = "ck_" + id + "_" + HexFormat.of().formatHex(clock.randomBytes(SECRET_BYTES));
    Keys.Key key = new Keys.Key(id, name, senders, clock.now(), expires, OptionalLong.empty());
    if (!keys.add(key, text)) {
      return refusal("/name", "There is a key with the name " + name);
    }
    JsonObject answer =
        JsonObject.empty()
            .with("id", id)
            .with("key", text)
            .with("name", name)
            .with("from", patterns(senders));
    return Answer.json(
        expires.isPresent()
            ? answer.with("expires", Timestamps.write(expires.getAsLong()))
            : answer);
  }

  Answer revoke(String idOrName) {
    return keys.revoke(idOrName, clock.now())
        ? Answer.json(JsonObject.empty().with("id", idOrName).with("revoked", true))
        : Answer.refusal(
            Refusal.of(ErrorCode.NOT_FOUND, "No key in force has the id or name " + idOrName));
  }

  private static Answer refusal(String pointer, String message) {
    return Answer.refusal(Refusal.at(ErrorCode.INVALID_MESSAGE, pointer, message));
  }
}
