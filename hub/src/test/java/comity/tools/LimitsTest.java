package comity.tools;

import static org.assertj.core.api.Assertions.assertThat;

import comity.control.Configuration;
import comity.files.Home;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.mcp.Message;
import comity.mcp.Revision;
import comity.memory.Rooms;
import comity.recall.Finders;
import comity.roles.Actor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** What is bounded against a client that wants too much. */
class LimitsTest {
  private static final Principal ANYONE =
      new Principal(Path.of("/"), Optional.empty(), new Rooms.All());

  private final AtomicLong now = new AtomicLong();
  private final Sessions sessions = new Sessions(serving(), now::get);

  private static Serving serving() {
    Home home = new Home(Path.of("/nowhere")); // no session opens it
    return ProductOffer.serving(
        home,
        Map.of(),
        Actor.Door.HTTP,
        "1",
        new Finders(home, Path.of("/nowhere"), true),
        () -> Configuration.standard().memory());
  }

  private static Doorkeeper.Admission.Admitted owner(String id) {
    return new Doorkeeper.Admission.Admitted(id, ANYONE, () -> true);
  }

  @Test
  void theSessionThatRestedLongestMakesRoomForAnotherOfItsOwner() {
    Session first = sessions.begin(owner("a")).orElseThrow();
    now.incrementAndGet();
    Session second = sessions.begin(owner("a")).orElseThrow();
    for (int i = 2; i < Sessions.MAX_PER_OWNER; i++) {
      now.incrementAndGet();
      var _ = sessions.begin(owner("a")).orElseThrow();
    }
    first.begin(); // in use, so that the second rested longest
    assertThat(sessions.begin(owner("a"))).isPresent();
    assertThat(sessions.size()).isEqualTo(Sessions.MAX_PER_OWNER);
    assertThat(sessions.find(first.id(), "a")).isPresent();
    assertThat(sessions.find(second.id(), "a")).isEmpty();
  }

  @Test
  void thereAreNoMoreSessionsThanSoMany() {
    for (int i = 0; i < Sessions.MAX_SESSIONS; i++) {
      assertThat(sessions.begin(owner("owner " + i))).isPresent();
    }
    assertThat(sessions.begin(owner("one more"))).isEmpty();
    now.addAndGet(Sessions.IDLE.toNanos() + 1);
    assertThat(sessions.begin(owner("one more"))).isPresent();
    assertThat(sessions.size()).isEqualTo(1);
  }

  @Test
  void aSessionEndsWithItsOwnersRightOrRestAndIsNoOnesElse() {
    AtomicBoolean valid = new AtomicBoolean(true);
    Session session =
        sessions.begin(new Doorkeeper.Admission.Admitted("a", ANYONE, valid::get)).orElseThrow();
    assertThat(sessions.find(session.id(), "b")).isEmpty();
    assertThat(sessions.find(session.id(), "a")).contains(session);
    valid.set(false);
    sessions.sweep();
    assertThat(sessions.size()).isZero();
    Session another = sessions.begin(owner("a")).orElseThrow();
    now.addAndGet(Sessions.IDLE.toNanos());
    assertThat(sessions.find(another.id(), "a")).isPresent();
    now.incrementAndGet();
    assertThat(sessions.find(another.id(), "a")).isEmpty();
  }

  @Test
  void whatAClientDoesNotReadIsDroppedBeyondAMeasureButNotTheAnswer() throws InterruptedException {
    EventQueue queue = new EventQueue(true);
    for (int i = 0; i < 2 * EventQueue.MAX_WAITING; i++) {
      queue.send(new Message.Notification("n", JsonObject.empty()));
    }
    Message answer = new Message.Notification("last", JsonObject.empty());
    queue.end(Optional.of(new Message.Response(JsonNumber.of(1), JsonObject.empty())));
    queue.send(answer);
    int count = 0;
    Message last = answer;
    while (queue.next(Duration.ZERO) instanceof EventQueue.Next.Event(Message message)) {
      last = message;
      count++;
    }
    assertThat(count).isEqualTo(EventQueue.MAX_WAITING + 1);
    assertThat(last).isInstanceOf(Message.Response.class);
    assertThat(queue.next(Duration.ZERO)).isInstanceOf(EventQueue.Next.End.class);
  }

  @Test
  void noOwnerTakesAllShares() {
    Shares shares = new Shares(3, 2);
    assertThat(shares.take("a")).isTrue();
    assertThat(shares.take("a")).isTrue();
    assertThat(shares.take("a")).isFalse();
    assertThat(shares.take("b")).isTrue();
    assertThat(shares.take("c")).isFalse();
    shares.give("a");
    assertThat(shares.take("c")).isTrue();
    assertThat(shares.take("a")).isFalse();
  }

  @Test
  void sealedStateIsForOneRequestOfOnePrincipalAndForATime() {
    StateSeal seal = new StateSeal(now::get);
    JsonObject params = JsonObject.empty().with("name", "a");
    byte[] digest = StateSeal.digest(ANYONE, "tools/call", params);
    String sealed = seal.seal(digest, "grüß");
    assertThat(seal.open(digest, sealed)).contains("grüß");
    byte[] retried =
        StateSeal.digest(
            ANYONE, "tools/call", params.with("requestState", sealed).with("_meta", "x"));
    assertThat(seal.open(retried, sealed)).contains("grüß");
    assertThat(seal.open(StateSeal.digest(ANYONE, "prompts/get", params), sealed)).isEmpty();
    Principal role = new Principal(Path.of("/"), Optional.of("qa"), new Rooms.All());
    assertThat(seal.open(StateSeal.digest(role, "tools/call", params), sealed)).isEmpty();
    assertThat(seal.open(digest, "")).isEmpty();
    assertThat(seal.open(digest, "*")).isEmpty();
    assertThat(seal.open(digest, sealed.substring(4))).isEmpty();
    assertThat(new StateSeal(now::get).open(digest, sealed)).as("of another process").isEmpty();
    now.addAndGet(StateSeal.LIFETIME.toNanos());
    assertThat(seal.open(digest, sealed)).as("too old").isEmpty();
  }

  @Test
  void aClientSeesOnlyWhatTheOfferHas() {
    assertThat(Serving.capabilities(Set.of(Ability.TOOLS), Revision.JULY_2026))
        .hasToString("{\"tools\":{}}");
    assertThat(
            Serving.capabilities(
                Set.of(Ability.RESOURCES, Ability.CHANGES, Ability.COMPLETIONS),
                Revision.NOVEMBER_2024))
        .hasToString("{\"resources\":{\"listChanged\":true,\"subscribe\":true}}");
  }
}
