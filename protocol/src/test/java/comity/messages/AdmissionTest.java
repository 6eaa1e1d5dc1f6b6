package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class AdmissionTest {
  private static final Caller OWNER = new Caller.Owner();
  private static final Caller LOOPBACK = new Caller.Loopback();
  private static final Caller STRANGER = new Caller.Stranger();
  private static final Caller KEYED = keyed("agent://a.example/*");

  private static Caller keyed(String pattern) {
    return new Caller.Keyed("k", List.of(AgentPattern.of(pattern)));
  }

  private static AgentProfile agent(boolean requireAuth, String... allowed) {
    return new AgentProfile(
        "y",
        "Y",
        "",
        List.of("text", "hologram"),
        1_000,
        false,
        true,
        List.of(),
        true,
        requireAuth,
        List.of(allowed).stream().map(AgentPattern::of).toList());
  }

  private static Envelope message(String content, String metadata) {
    return EnvelopeTest.envelope("\"content\":" + content + ",\"metadata\":" + metadata);
  }

  private static String code(
      boolean open,
      Envelope envelope,
      long size,
      Caller caller,
      Optional<AgentProfile> agent,
      boolean fromIsOurs) {
    return new Admission(open)
        .refusal(envelope, size, caller, agent, fromIsOurs)
        .map(r -> r.code().code())
        .orElse("admitted");
  }

  private static String code(Caller caller, AgentProfile agent) {
    return code(false, message("\"hi\"", "{}"), 100, caller, Optional.of(agent), false);
  }

  @Test
  @Tag("MSG-24")
  void whoNeedsAKey() {
    assertThat(code(LOOPBACK, agent(false, "*"))).isEqualTo("admitted");
    assertThat(code(LOOPBACK, agent(true, "*"))).isEqualTo("unauthorized");
    assertThat(code(STRANGER, agent(false, "*"))).isEqualTo("unauthorized");
    assertThat(code(KEYED, agent(true, "*"))).isEqualTo("admitted");
    assertThat(code(OWNER, agent(true))).isEqualTo("admitted");
    Envelope hi = message("\"hi\"", "{}");
    Optional<AgentProfile> open = Optional.of(agent(false, "*"));
    assertThat(code(true, hi, 1, STRANGER, open, false)).isEqualTo("admitted");
    assertThat(code(true, hi, 1, STRANGER, open, true)).isEqualTo("unauthorized");
    assertThat(code(false, hi, 1, LOOPBACK, open, true)).isEqualTo("sender_not_allowed");
    assertThat(code(false, hi, 1, OWNER, open, true)).isEqualTo("admitted");
  }

  @Test
  @Tag("MSG-21")
  @Tag("MSG-23")
  void whoMaySend() {
    assertThat(code(keyed("agent://other.example/*"), agent(false, "*")))
        .isEqualTo("sender_not_allowed");
    assertThat(code(KEYED, agent(true, "agent://other.example/*"))).isEqualTo("sender_not_allowed");
    assertThat(code(KEYED, agent(true, "agent://a.example/x"))).isEqualTo("admitted");
    assertThat(code(LOOPBACK, agent(false))).isEqualTo("sender_not_allowed");
  }

  @Test
  @Tag("MSG-6")
  void anAgentThatIsNotHere() {
    assertThat(code(false, message("\"hi\"", "{}"), 1, KEYED, Optional.empty(), false))
        .isEqualTo("agent_not_found");
    assertThat(code(false, message("\"hi\"", "{}"), 1, STRANGER, Optional.empty(), false))
        .isEqualTo("unauthorized");
  }

  @Test
  @Tag("MSG-9")
  @Tag("MSG-12")
  @Tag("MSG-21")
  void whatTheCardDeclaresHolds() {
    Optional<AgentProfile> y = Optional.of(agent(false, "*"));
    assertThat(code(false, message("\"hi\"", "{}"), 1_001, LOOPBACK, y, false))
        .isEqualTo("message_too_large");
    assertThat(code(false, message("[{\"type\":\"hologram\"}]", "{}"), 1, LOOPBACK, y, false))
        .isEqualTo("admitted");
    assertThat(code(false, message("[{\"type\":\"smell\"}]", "{}"), 1, LOOPBACK, y, false))
        .isEqualTo("unsupported_content_type");
    Envelope code = message("[{\"type\":\"code\",\"language\":\"c\",\"code\":\"\"}]", "{}");
    assertThat(new Admission(false).refusal(code, 1, LOOPBACK, y, false))
        .hasValueSatisfying(r -> {
          assertThat(r.pointer()).isEqualTo("/content/0/type");
          assertThat(r.message()).contains("text, hologram");
        });
  }

  @Test
  @Tag("MSG-47")
  void chainsEnd() {
    Optional<AgentProfile> y = Optional.of(agent(false, "*"));
    assertThat(code(false, message("\"hi\"", "{\"hops\":32}"), 1, LOOPBACK, y, false))
        .isEqualTo("admitted");
    assertThat(code(false, message("\"hi\"", "{\"hops\":33}"), 1, LOOPBACK, y, false))
        .isEqualTo("loop_detected");
  }

  @Test
  @Tag("MSG-20")
  void ownerAndDeviceAreForAllowedCallers() {
    AgentProfile secret =
        new AgentProfile(
            "y",
            "Y",
            "",
            List.of("text"),
            1,
            false,
            true,
            List.of(),
            false,
            true,
            List.of(AgentPattern.of("agent://a.example/*")));
    JsonObject owner = JsonObject.empty().with("user_id", "u");
    Card card = new Card(AgentUri.of("agent://h/y"), secret, owner, owner);
    for (Caller caller : List.of(LOOPBACK, STRANGER, keyed("agent://b.example/*"))) {
      assertThat(card.toJson(caller).members()).doesNotContainKeys("owner", "device");
      assertThat(card.isListedFor(caller)).isFalse();
    }
    for (Caller caller : List.of(OWNER, KEYED, keyed("agent://a.example/only"))) {
      assertThat(card.toJson(caller).members()).containsKeys("owner", "device");
      assertThat(card.isListedFor(caller)).isTrue();
    }
  }

  @Test
  @Tag("MSG-4")
  @Tag("MSG-18")
  void conversationsAreForTheirParties() {
    Conversation keyed = conversation(true, Conversation.State.OPEN);
    Envelope hi = message("\"hi\"", "{}");
    assertThat(keyed.refusal(hi, KEYED)).isEmpty();
    assertThat(keyed.refusal(hi, LOOPBACK).map(Refusal::code))
        .hasValue(ErrorCode.CONVERSATION_NOT_FOUND);
    Conversation plain = conversation(false, Conversation.State.OPEN);
    assertThat(plain.refusal(hi, LOOPBACK)).isEmpty();
    Envelope other =
        Envelope.stored(
            ("{\"protocol\":\"mamp/1.0\",\"message_id\":\"m\",\"from\":\"agent://a.example/z\","
                    + "\"to\":\"agent://b.example/y\",\"content\":\"\",\"metadata\":{}}")
                .getBytes(StandardCharsets.UTF_8));
    assertThat(plain.refusal(other, LOOPBACK).map(Refusal::code))
        .hasValue(ErrorCode.CONVERSATION_NOT_FOUND);
    assertThat(
            conversation(false, Conversation.State.STOPPED)
                .refusal(hi, LOOPBACK)
                .map(Refusal::code))
        .hasValue(ErrorCode.CONVERSATION_STOPPED);
    assertThat(keyed.mayRead(LOOPBACK)).isFalse();
    assertThat(keyed.mayRead(STRANGER)).isFalse();
    assertThat(keyed.mayRead(KEYED)).isTrue();
    assertThat(keyed.mayRead(keyed("agent://c.example/*"))).isFalse();
    assertThat(plain.mayRead(LOOPBACK)).isTrue();
    assertThat(plain.mayRead(STRANGER)).isFalse();
  }

  private static Conversation conversation(boolean keyed, Conversation.State state) {
    return new Conversation(
        "conv-1",
        Optional.empty(),
        Optional.empty(),
        AgentUri.of("agent://a.example/x"),
        AgentUri.of("agent://b.example/y"),
        keyed,
        state,
        0,
        0);
  }

  @Test
  @Tag("MSG-17")
  @Tag("MSG-47")
  void whereAReplyGoes() {
    Envelope hi = message("\"hi\"", "{}");
    Envelope reply = message("\"hi\"", "{\"in_reply_to\":\"m0\"}");
    Conversation plain = conversation(false, Conversation.State.OPEN);
    Conversation keyed = conversation(true, Conversation.State.OPEN);
    assertThat(Replying.to(hi, plain, false, false)).isEqualTo(Replying.WAIT);
    assertThat(Replying.to(hi, plain, false, true)).isEqualTo(Replying.WAIT);
    assertThat(Replying.to(hi, keyed, false, true)).isEqualTo(Replying.PUSH);
    assertThat(Replying.to(hi, keyed, false, false)).isEqualTo(Replying.PUSH);
    assertThat(Replying.to(hi, plain, true, false)).isEqualTo(Replying.HERE);
    assertThat(Replying.to(reply, keyed, false, true)).isEqualTo(Replying.NONE);
    assertThat(Replying.to(message("\"hi\"", "{\"hops\":32}"), keyed, false, true))
        .isEqualTo(Replying.NONE);
  }

  @Test
  @Tag("MSG-30")
  void waitsGrowAndEnd() {
    Backoff backoff =
        new Backoff(Duration.ofSeconds(2), Duration.ofMinutes(10), Duration.ofDays(3));
    assertThat(backoff.wait(1, 0, 1, Optional.empty())).hasValue(2_000L);
    assertThat(backoff.wait(1, 0, 0, Optional.empty())).hasValue(1_000L);
    assertThat(backoff.wait(4, 0, 1, Optional.empty())).hasValue(16_000L);
    assertThat(backoff.wait(1_000_000, 0, 1, Optional.empty())).hasValue(600_000L);
    assertThat(backoff.wait(1, 0, 1, Optional.of(90_000L))).hasValue(90_000L);
    assertThat(backoff.wait(9, 3 * 86_400_000L, 1, Optional.empty())).isEmpty();
    assertThat(backoff.wait(1, 86_400_000L, 1, Optional.of(Long.MAX_VALUE)))
        .as("the last try is at the end of the time for all")
        .hasValue(2 * 86_400_000L);
    for (int status : new int[] {300, 302, 307, 408, 425, 429, 500, 502, 503, 599}) {
      assertThat(Backoff.isFinal(status)).as("%d", status).isFalse();
    }
    for (int status : new int[] {400, 401, 403, 404, 409, 413, 415, 422}) {
      assertThat(Backoff.isFinal(status)).as("%d", status).isTrue();
    }
  }

  @Test
  @Tag("MSG-30")
  void aReceiverAsksForSecondsOrNamesADate() {
    long now = 784_111_777_000L; // Sun, 06 Nov 1994 08:49:37 GMT
    assertThat(Backoff.asked("120", now)).hasValue(120_000L);
    assertThat(Backoff.asked("0", now)).hasValue(0L);
    assertThat(Backoff.asked("31536000", now)).hasValue(31_536_000_000L);
    assertThat(Backoff.asked("9".repeat(40), now)).hasValue(9_999_999_999_000L);
    assertThat(Backoff.asked("Sun, 06 Nov 1994 08:51:37 GMT", now)).hasValue(120_000L);
    assertThat(Backoff.asked("Sun, 06 Nov 1994 08:49:36 GMT", now)).hasValue(0L);
    for (String text : new String[] {"", "-1", "1.5", "soon", "1 minute", "1994-11-06"}) {
      assertThat(Backoff.asked(text, now)).as(text).isEmpty();
    }
  }
}
