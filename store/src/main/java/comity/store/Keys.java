package comity.store;

import comity.messages.AgentPattern;
import comity.messages.AgentUri;
import comity.messages.Sha256;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Keys that other people's agents show (MSG-22). A key is {@code ck_ID_SECRET}; only its SHA-256 is
 * kept, which is enough, since the secret is random and long.
 */
public final class Keys {
  /**
   * What is known of a key.
   *
   * @param expiresAt milliseconds since 1970
   */
  public record Key(
      String id,
      String name,
      List<AgentPattern> senders,
      long createdAt,
      OptionalLong expiresAt,
      OptionalLong revokedAt) {
    public Key {
      senders = List.copyOf(senders);
    }

    /** Whether it opens anything at this time. */
    public boolean isValid(long now) {
      return revokedAt.isEmpty() && (expiresAt.isEmpty() || now < expiresAt.getAsLong());
    }
  }

  private record Hashed(Key key, byte[] hash) {}

  private final Database database;
  private final Map<String, Hashed> known = new ConcurrentHashMap<>();

  Keys(Database database) {
    this.database = database;
    load();
  }

  private void load() {
    List<Hashed> all =
        database.read(sql ->
            sql.list(
                "SELECT id, name, senders, created_at, expires_at, revoked_at, hash"
                    + " FROM api_key ORDER BY created_at",
                row ->
                    new Hashed(
                        new Key(
                            row.getString(1),
                            row.getString(2),
                            row.getString(3).lines().map(AgentPattern::of).toList(),
                            row.getLong(4),
                            row.getObject(5) == null
                                ? OptionalLong.empty()
                                : OptionalLong.of(row.getLong(5)),
                            row.getObject(6) == null
                                ? OptionalLong.empty()
                                : OptionalLong.of(row.getLong(6))),
                        row.getBytes(7))));
    for (Hashed hashed : all) {
      known.put(hashed.key().id(), hashed);
    }
  }

  /** The key of this text, if it is valid now. */
  public Optional<Key> find(String text, long now) {
    String[] parts = text.split("_", 3);
    Hashed hashed = parts.length == 3 ? known.get(parts[1]) : null;
    if (hashed == null || !MessageDigest.isEqual(hash(text), hashed.hash())) {
      return Optional.empty();
    }
    return Optional.of(hashed.key()).filter(key -> key.isValid(now));
  }

  /** Whether a valid key covers this sender. */
  public boolean covers(AgentUri sender, long now) {
    return known.values().stream()
        .map(Hashed::key)
        .filter(key -> key.isValid(now))
        .anyMatch(key -> key.senders().stream().anyMatch(p -> p.covers(sender)));
  }

  /**
   * Keeps a new key.
   *
   * @param text the key itself, as it is shown once
   * @return false where the name is taken
   */
  public boolean add(Key key, String text) {
    byte[] hash = hash(text);
    String senders = String.join("\n", key.senders().stream().map(AgentPattern::toString).toList());
    boolean added =
        database.write((sql, _) ->
            sql.update(
                    "INSERT INTO api_key (id, name, hash, senders, created_at, expires_at)"
                        + " VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                    key.id(),
                    key.name(),
                    hash,
                    senders,
                    key.createdAt(),
                    key.expiresAt().isPresent() ? key.expiresAt().getAsLong() : null)
                == 1);
    if (added) {
      known.put(key.id(), new Hashed(key, hash));
    }
    return added;
  }

  /** All keys, also those that are revoked. */
  public List<Key> list() {
    return known.values().stream()
        .map(Hashed::key)
        .sorted(Comparator.comparingLong(Key::createdAt))
        .toList();
  }

  /** Revokes the key of this id or name, at once; false where there is none. */
  public boolean revoke(String idOrName, long at) {
    for (Hashed hashed : known.values()) {
      Key key = hashed.key();
      if ((key.id().equals(idOrName) || key.name().equals(idOrName)) && key.revokedAt().isEmpty()) {
        Key revoked =
            new Key(
                key.id(),
                key.name(),
                key.senders(),
                key.createdAt(),
                key.expiresAt(),
                OptionalLong.of(at));
        // The disk first: a key that was revoked in memory alone would be valid after a restart.
        database.write(
            (sql, _) -> sql.update("UPDATE api_key SET revoked_at = ? WHERE id = ?", at, key.id()));
        known.put(key.id(), new Hashed(revoked, hashed.hash()));
        return true;
      }
    }
    return false;
  }

  private static byte[] hash(String text) {
    return Sha256.of(text.getBytes(StandardCharsets.UTF_8));
  }
}
