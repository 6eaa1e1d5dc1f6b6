package comity.tokens;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import comity.messages.Timestamps;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is known of a token.
 *
 * @param sha256 of its text, in hexadecimal digits
 * @param projectRoot absolute
 * @param role under whose rules it works; empty for the owner
 * @param rooms it may open
 * @param createdAt milliseconds since 1970, as the other times
 */
public record Token(
    String id,
    String name,
    String sha256,
    Path projectRoot,
    Optional<String> role,
    List<String> rooms,
    long createdAt,
    OptionalLong expiresAt,
    OptionalLong revokedAt) {

  public Token {
    rooms = List.copyOf(rooms);
  }

  /** Whether it opens anything at this time. */
  public boolean isValid(long now) {
    return revokedAt.isEmpty() && (expiresAt.isEmpty() || now < expiresAt.getAsLong());
  }

  Token withRevokedAt(long now) {
    return new Token(
        id, name, sha256, projectRoot, role, rooms, createdAt, expiresAt, OptionalLong.of(now));
  }

  /** As it is shown, without its hash. */
  public JsonObject toJson() {
    return json(JsonObject.empty().with("id", id).with("name", name));
  }

  /** As it is kept. */
  JsonObject toKept() {
    return json(JsonObject.empty().with("id", id).with("name", name).with("sha256", sha256));
  }

  private JsonObject json(JsonObject first) {
    JsonObject json = first.with("project_root", projectRoot.toString());
    json = role.isPresent() ? json.with("role", role.get()) : json;
    json = json.with("rooms", JsonArray.of(rooms.stream().map(JsonString::new).toList()));
    json = json.with("created_at", Timestamps.write(createdAt));
    json =
        expiresAt.isPresent()
            ? json.with("expires", Timestamps.write(expiresAt.getAsLong()))
            : json;
    return revokedAt.isPresent()
        ? json.with("revoked_at", Timestamps.write(revokedAt.getAsLong()))
        : json;
  }

  /** Reads it as it is kept; empty where something of it is missing or has another form. */
  static Optional<Token> read(JsonValue value) {
    if (!(value instanceof JsonObject json)
        || !(json.get("rooms") instanceof JsonArray array)
        || !(json.get("id") instanceof JsonString(String id))
        || !(json.get("name") instanceof JsonString(String name))
        || !(json.get("sha256") instanceof JsonString(String sha256))
        || !(json.get("project_root") instanceof JsonString(String root))
        || (json.get("role") != null && json.string("role").isEmpty())) {
      return Optional.empty();
    }
    List<String> rooms = new ArrayList<>();
    for (JsonValue each : array.elements()) {
      if (!(each instanceof JsonString(String room))) {
        return Optional.empty();
      }
      rooms.add(room);
    }
    OptionalLong created = time(json, "created_at");
    OptionalLong expires = time(json, "expires");
    OptionalLong revoked = time(json, "revoked_at");
    // A time that can't be read must not turn into one that never comes.
    if (created.isEmpty()
        || expires.isEmpty() != (json.get("expires") == null)
        || revoked.isEmpty() != (json.get("revoked_at") == null)) {
      return Optional.empty();
    }
    return Optional.of(
        new Token(
            id,
            name,
            sha256,
            Path.of(root),
            json.string("role"),
            rooms,
            created.getAsLong(),
            expires,
            revoked));
  }

  private static OptionalLong time(JsonObject json, String name) {
    return json.string(name)
        .flatMap(Timestamps::read)
        .map(instant -> OptionalLong.of(instant.toEpochMilli()))
        .orElse(OptionalLong.empty());
  }
}
