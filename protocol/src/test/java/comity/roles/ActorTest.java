package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class ActorTest {
  private static String of(String asked, Map<String, String> environment) {
    Optional<String> role = asked.isEmpty() ? Optional.empty() : Optional.of(asked);
    return switch (Actor.of("ada", role, environment, Actor.Door.CLI)) {
      case Actor.Finding.Found(Actor actor) ->
          actor.role().orElse("owner") + " " + actor.session().orElse("-");
      case Actor.Finding.Refused(Actor actor, Isolation.Verdict.Refused verdict) ->
          actor.role().orElse("owner") + " " + verdict.rule();
    };
  }

  @Test
  @Tag("ROLE-17")
  void inASessionTheRoleIsTheSessions() {
    Map<String, String> session = Map.of("COMITY_ROLE", "build", "MUSTER_AGENT_SESSION_ID", "s-1");
    assertThat(of("", session)).isEqualTo("build s-1");
    assertThat(of("Build", session)).isEqualTo("build s-1");
    assertThat(of("qa", session)).isEqualTo("build session-role");
  }

  @Test
  @Tag("ROLE-17")
  void outsideNoRoleMeansTheOwner() {
    assertThat(of("", Map.of())).isEqualTo("owner -");
    assertThat(of("QA", Map.of())).isEqualTo("qa -");
    assertThat(of("", Map.of("COMITY_ROLE", " "))).isEqualTo("owner -");
  }

  @Test
  void whatIsNoNameIsNoRole() {
    for (String name : new String[] {"../qa", "a/b", "a b", ".", "a\u0000"}) {
      assertThat(of(name, Map.of())).endsWith("role-name");
      assertThat(of("", Map.of("COMITY_ROLE", name))).endsWith("role-name");
    }
  }
}
