package comity.hub;

import comity.http.Request;
import comity.messages.Caller;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import comity.store.Keys;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;

/** Finds out who makes a request (MSG-22, MSG-24). */
final class Callers {
  private static final String BEARER = "Bearer ";

  private final Keys keys;
  private final byte[] ownerToken;
  private final Clock clock;

  /** Who it is, or why the key shown is not taken. */
  sealed interface Identity {
    record Known(Caller caller) implements Identity {}

    record Refused(Refusal refusal) implements Identity {}
  }

  Callers(Keys keys, String ownerToken, Clock clock) {
    this.keys = keys;
    this.ownerToken = ownerToken.getBytes(StandardCharsets.UTF_8);
    this.clock = clock;
  }

  /**
   * Who makes this request.
   *
   * @param authToken the message's {@code metadata.auth_token}, where it has one
   */
  Identity identify(Request request, Optional<String> authToken) {
    Optional<String> header = request.header("Authorization");
    if (header.isPresent() && !header.get().regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return refused("Authorization must be: Bearer KEY");
    }
    Optional<String> bearer = header.map(h -> h.substring(BEARER.length()).strip());
    if (bearer.isPresent() && authToken.isPresent() && !same(bearer.get(), authToken.get())) {
      return refused("Authorization and metadata.auth_token are two different keys");
    }
    Optional<String> shown = bearer.or(() -> authToken);
    if (shown.isEmpty()) {
      return new Identity.Known(
          request.isLoopback() ? new Caller.Loopback() : new Caller.Stranger());
    }
    if (MessageDigest.isEqual(shown.get().getBytes(StandardCharsets.UTF_8), ownerToken)) {
      return new Identity.Known(new Caller.Owner());
    }
    return keys.find(shown.get(), clock.now())
        .<Identity>map(key -> new Identity.Known(new Caller.Keyed(key.id(), key.senders())))
        .orElseGet(() -> refused("The key is unknown, expired or revoked"));
  }

  private static boolean same(String a, String b) {
    return MessageDigest.isEqual(
        a.getBytes(StandardCharsets.UTF_8), b.getBytes(StandardCharsets.UTF_8));
  }

  private static Identity refused(String why) {
    return new Identity.Refused(Refusal.of(ErrorCode.UNAUTHORIZED, why));
  }
}
