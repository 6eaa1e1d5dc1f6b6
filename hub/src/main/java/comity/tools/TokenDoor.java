package comity.tools;

import comity.http.Answer;
import comity.http.Request;
import comity.memory.Rooms;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import comity.project.Audit;
import comity.roles.Actor;
import comity.roles.Isolation;
import comity.tokens.Token;
import comity.tokens.TokenLookup;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Admits whoever shows a token of {@code mcp-tokens.json} that holds, as what it is bound to. */
public final class TokenDoor implements Doorkeeper {
  private static final String BEARER = "Bearer ";

  private final TokenLookup tokens;
  private final Audit audit;
  private final InstantSource clock;

  /** A door that these tokens open. */
  public TokenDoor(TokenLookup tokens, Audit audit, InstantSource clock) {
    this.tokens = tokens;
    this.audit = audit;
    this.clock = clock;
  }

  @Override
  public Admission admit(Request request) {
    Optional<String> header = request.header("Authorization");
    if (header.isEmpty()) {
      return refused("A token is needed: Authorization: Bearer TOKEN; comity token add makes one");
    }
    if (!header.get().regionMatches(true, 0, BEARER, 0, BEARER.length())) {
      return refused("Authorization must be: Bearer TOKEN");
    }
    String shown = header.get().substring(BEARER.length()).strip();
    return tokens
        .find(shown, clock.millis())
        .map(this::admitted)
        .orElseGet(() -> refused("The token is unknown, expired or revoked"));
  }

  /** The file of tokens may have been written by hand, or by an earlier version. */
  private Admission admitted(Token token) {
    String user = System.getProperty("user.name", "unknown");
    if (Actor.of(user, token.role(), Map.of(), Actor.Door.HTTP)
        instanceof Actor.Finding.Refused(Actor asked, Isolation.Verdict.Refused verdict)) {
      audit.refused(asked, "/mcp", verdict);
      String why = verdict.reason() + "; make a new token with comity token add";
      return new Admission.Refused(Answer.refusal(Refusal.of(ErrorCode.FORBIDDEN, why)));
    }
    Principal principal =
        new Principal(token.projectRoot(), token.role(), new Rooms.Only(Set.copyOf(token.rooms())));
    return new Admission.Admitted(
        token.id(), principal, () -> tokens.isValid(token.id(), clock.millis()));
  }

  private static Admission refused(String why) {
    return new Admission.Refused(
        Answer.refusal(Refusal.of(ErrorCode.UNAUTHORIZED, why))
            .withHeader("WWW-Authenticate", "Bearer"));
  }
}
