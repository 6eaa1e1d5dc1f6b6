package comity.tokens;

import comity.files.AtomicFile;
import comity.files.Exclusive;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import comity.messages.Sha256;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** The tokens of a home. Any number of processes may change them side by side. */
public final class Tokens {
  /** More than any person hands out; what is revoked or over makes room first. */
  public static final int MAX_TOKENS = 500;

  /** Rooms of one token. */
  public static final int MAX_ROOMS = 100;

  /** Characters of a name, role or room. */
  public static final int MAX_NAME = 100;

  /** {@link #MAX_TOKENS} of usual size many times over. */
  private static final int MAX_BYTES = 8 << 20;

  private static final int ID_BYTES = 5;

  /** 256 bits: nobody guesses it, and its plain hash gives nothing away. */
  private static final int SECRET_BYTES = 32;

  private final Home home;

  private Tokens(Home home) {
    this.home = home;
  }

  /** Those of this home, which must be open. */
  public static Tokens of(Home home) {
    return new Tokens(home);
  }

  /** What came of reading the file. */
  public sealed interface Reading {
    /** All tokens, the oldest first. */
    record Read(List<Token> tokens) implements Reading {
      public Read {
        tokens = List.copyOf(tokens);
      }
    }

    /** The file is not as this program writes it: nothing opens until it is mended. */
    record Damaged(String why) implements Reading {}
  }

  /** What a token is to be bound to. */
  public record Order(
      String name,
      Path projectRoot,
      Optional<String> role,
      List<String> rooms,
      OptionalLong expiresAt) {
    public Order {
      rooms = List.copyOf(rooms);
    }
  }

  /** What came of making one. */
  public sealed interface Adding {
    /** It holds from now on; {@code text} is not kept. */
    record Added(Token token, String text) implements Adding {}

    /** There is none. */
    record Refused(String why) implements Adding {}
  }

  /** What came of taking one back. */
  public sealed interface Revoking {
    /** It holds no more. */
    record Revoked(Token token) implements Revoking {}

    /** No token in force has this id or name. */
    record Unknown() implements Revoking {}

    /** It could not be done. */
    record Refused(String why) implements Revoking {}
  }

  public Path path() {
    return home.root().resolve("mcp-tokens.json");
  }

  /**
   * Reads the file; one that is not there has no tokens.
   *
   * @throws FileException where it is there and can't be read
   */
  public Reading read() {
    byte[] bytes;
    try {
      bytes = bytes(path());
    } catch (NoSuchFileException none) {
      return new Reading.Read(List.of());
    } catch (IOException e) {
      throw FileException.of("Reading", path(), e);
    }
    return read(bytes)
        .<Reading>map(Reading.Read::new)
        .orElseGet(() ->
            new Reading.Damaged(
                path() + " is damaged: mend it, or move it away and make new tokens"));
  }

  private static byte[] bytes(Path file) throws IOException {
    try (InputStream in = RegularFile.open(file)) {
      return in.readNBytes(MAX_BYTES + 1);
    }
  }

  private static Optional<List<Token>> read(byte[] bytes) {
    if (bytes.length > MAX_BYTES
        || !(Json.read(bytes) instanceof JsonReading.Read(JsonObject file))
        || !(file.get("tokens") instanceof JsonArray array)) {
      return Optional.empty();
    }
    List<Token> tokens = new ArrayList<>();
    for (JsonValue each : array.elements()) {
      Optional<Token> token = Token.read(each);
      if (token.isEmpty()) {
        return Optional.empty();
      }
      tokens.add(token.get());
    }
    return Optional.of(tokens);
  }

  /**
   * Makes a token.
   *
   * @throws FileException where the machine fails
   */
  public Adding add(Order order, long now, SecureRandom random) {
    Optional<String> fault = fault(order);
    if (fault.isPresent()) {
      return new Adding.Refused(fault.get());
    }
    return Exclusive.in(
        lock(),
        () ->
            switch (read()) {
              case Reading.Damaged(String why) -> new Adding.Refused(why);
              case Reading.Read(List<Token> known) -> add(order, now, random, known);
            });
  }

  private Adding add(Order order, long now, SecureRandom random, List<Token> known) {
    if (known.stream().anyMatch(t -> t.isValid(now) && t.name().equals(order.name()))) {
      return new Adding.Refused("there is a token with the name " + order.name());
    }
    List<Token> all = new ArrayList<>(known);
    if (all.size() >= MAX_TOKENS) {
      all.stream()
          .filter(each -> !each.isValid(now))
          .min(Comparator.comparingLong(Token::createdAt))
          .ifPresent(all::remove);
    }
    if (all.size() >= MAX_TOKENS) {
      return new Adding.Refused("there are " + MAX_TOKENS + " tokens in force; revoke some");
    }
    String id = hex(random, ID_BYTES);
    String text = "mcp_" + id + "_" + hex(random, SECRET_BYTES);
    Token token =
        new Token(
            id,
            order.name(),
            hash(text),
            order.projectRoot().toAbsolutePath().normalize(),
            order.role(),
            order.rooms(),
            now,
            order.expiresAt(),
            OptionalLong.empty());
    all.add(token);
    write(all);
    return new Adding.Added(token, text);
  }

  private static Optional<String> fault(Order order) {
    if (!isName(order.name())) {
      return Optional.of("a token needs a name of at most " + MAX_NAME + " characters");
    }
    if (order.role().isPresent() && !isName(order.role().get())) {
      return Optional.of("the role has no name");
    }
    if (order.rooms().size() > MAX_ROOMS) {
      return Optional.of("a token may open at most " + MAX_ROOMS + " rooms");
    }
    return order.rooms().stream().allMatch(Tokens::isName)
        ? Optional.empty()
        : Optional.of("a room's id has 1 to " + MAX_NAME + " characters, none of control");
  }

  private static boolean isName(String text) {
    return !text.isBlank()
        && text.length() <= MAX_NAME
        && text.chars().noneMatch(Character::isISOControl);
  }

  /**
   * Takes a token back.
   *
   * @throws FileException where the machine fails
   */
  public Revoking revoke(String idOrName, long now) {
    return Exclusive.in(
        lock(),
        () ->
            switch (read()) {
              case Reading.Damaged(String why) -> new Revoking.Refused(why);
              case Reading.Read(List<Token> known) -> revoke(idOrName, now, known);
            });
  }

  private Revoking revoke(String idOrName, long now, List<Token> known) {
    Optional<Token> found =
        known.stream()
            .filter(each -> each.isValid(now))
            .filter(each -> each.id().equals(idOrName) || each.name().equals(idOrName))
            .findFirst();
    if (found.isEmpty()) {
      return new Revoking.Unknown();
    }
    Token revoked = found.get().withRevokedAt(now);
    write(known.stream().map(each -> each.equals(found.get()) ? revoked : each).toList());
    return new Revoking.Revoked(revoked);
  }

  private Path lock() {
    return home.run().resolve("tokens.lock");
  }

  private void write(List<Token> tokens) {
    JsonArray array = JsonArray.of(tokens.stream().map(Token::toKept).toList());
    AtomicFile.write(home.root(), path(), Json.write(JsonObject.empty().with("tokens", array)));
  }

  /** The hash of a token's text. */
  static String hash(String text) {
    return HexFormat.of().formatHex(Sha256.of(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String hex(SecureRandom random, int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
