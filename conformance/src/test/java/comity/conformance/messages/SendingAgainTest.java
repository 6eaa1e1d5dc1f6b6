package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.conformance.messages.OtherHub.Post;
import comity.conformance.messages.OtherHub.Said;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How a hub goes on with a message that another hub does not take at once. */
@Tag("MSG-30")
class SendingAgainTest {
  /** Less than any wait that a peer can ask for. */
  private static final String IMPATIENT =
      """
      [outbox]
      first_retry = "100ms"
      longest_retry = "100ms"
      """;

  /** Clocks are read to the millisecond, and a request is on its way for a moment. */
  private static final Duration TOLERANCE = Duration.ofMillis(50);

  private static final Duration LATE = Duration.ofSeconds(20);

  @TempDir private static Path folder;
  private static final CountDownLatch MAY_ANSWER = new CountDownLatch(1);
  private static OtherHub other;
  private static HubProcess hub;

  @BeforeAll
  static void start() throws Exception {
    other = new OtherHub(SendingAgainTest::answer);
    hub =
        HubProcess.start(
            Homes.make(folder.resolve("home"), IMPATIENT + other.peer("there.example")));
  }

  @AfterAll
  static void end() {
    hub.close();
    other.close();
  }

  /** The first words of a message's id say what the other hub does with it. */
  private static Said answer(Post post, int tries) throws InterruptedException {
    List<String> words = List.of(post.id().split("-", -1));
    Said taken = Said.received(post);
    return switch (words.getFirst()) {
      case "once" -> tries == 1 ? new Said(Integer.parseInt(words.get(1))) : taken;
      case "wait" -> tries == 1 ? busy(words.get(1), words.get(2)) : taken;
      case "date" -> tries == 1 ? busy("503", inThreeSeconds()) : taken;
      case "held" -> {
        assertThat(MAY_ANSWER.await(60, TimeUnit.SECONDS)).isTrue();
        yield taken;
      }
      default -> taken;
    };
  }

  private static Said busy(String status, String retryAfter) {
    return new Said(Integer.parseInt(status)).with("Retry-After", retryAfter);
  }

  /** Cut to the second, so that it is two at least. */
  private static String inThreeSeconds() {
    return DateTimeFormatter.ofPattern("EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
        .format(Instant.now().plusSeconds(3).atOffset(ZoneOffset.UTC));
  }

  private static JsonObject order(String id) {
    return JsonObject.empty()
        .with("to", "agent://there.example/x")
        .with("message_id", id)
        .with("content", "words of " + id);
  }

  private static String send(JsonObject order) throws IOException, InterruptedException {
    return hub.owner().post("/api/send", order).expect(200).string("conversation_id");
  }

  private static List<String> states(String conversation) throws IOException, InterruptedException {
    return hub.owner().messages(conversation).stream().map(Mail::state).toList();
  }

  /** The two tries of a message, which are the same but for their time. */
  private static List<Post> twoTries(String id) {
    List<Post> tries = other.posts(id);
    assertThat(tries).hasSize(2);
    assertThat(tries.getLast().body()).isEqualTo(tries.getFirst().body());
    assertThat(Mail.content(tries.getFirst().message())).isEqualTo("words of " + id);
    return tries;
  }

  private static Duration wait(List<Post> tries) {
    return Duration.ofNanos(tries.getLast().nanos() - tries.getFirst().nanos());
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 307, 408, 425, 429, 500, 501, 502, 503, 504, 507, 599})
  void whatMayPassIsTriedAgain(int status) throws Exception {
    String id = "once-" + status;
    String conversation = send(order(id));
    Eventually.is(() -> states(conversation).equals(List.of("delivered")));
    twoTries(id);
  }

  @ParameterizedTest
  @ValueSource(ints = {503, 429})
  void aPeerIsGivenTheTimeItAsksFor(int status) throws Exception {
    String id = "wait-" + status + "-1";
    String conversation = send(order(id));
    Eventually.is(() -> states(conversation).equals(List.of("delivered")));
    assertThat(wait(twoTries(id))).isBetween(Duration.ofSeconds(1).minus(TOLERANCE), LATE);
  }

  @Test
  void aPeerMayNameADate() throws Exception {
    String conversation = send(order("date"));
    Eventually.is(() -> states(conversation).equals(List.of("delivered")));
    assertThat(wait(twoTries("date"))).isBetween(Duration.ofSeconds(2).minus(TOLERANCE), LATE);
  }

  @Test
  void theTimeAPeerAsksForOutlivesTheHub() throws Exception {
    String id = "wait-503-3";
    String conversation = send(order(id));
    Eventually.is(() ->
        hub.owner().get("/api/outbox").list("entries").stream()
            .anyMatch(e -> Mail.id(e).equals(id) && e.string("reason").orElse("").equals("503")));
    hub.kill();
    hub.restart();
    Eventually.is(() -> states(conversation).equals(List.of("delivered")));
    assertThat(wait(twoTries(id))).isBetween(Duration.ofSeconds(3).minus(TOLERANCE), LATE);
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401, 403, 404, 409, 410, 413, 415, 422})
  void whatIsFinalIsNotTriedAgainUntilTheOwnerSaysSo(int status) throws Exception {
    String id = "once-" + status;
    String conversation = send(order(id));
    Eventually.is(() -> states(conversation).equals(List.of("failed")));
    assertThat(other.posts(id)).hasSize(1);
    hub.owner().post("/api/outbox/retry", JsonObject.empty().with("message_id", id)).expect(200);
    Eventually.is(() -> states(conversation).equals(List.of("delivered")));
    twoTries(id);
  }

  @Test
  void aDeadLetterIsListedAndSentAgainFromTheCommandLine() throws Exception {
    String conversation = send(order("once-404-cli"));
    send(order("after-404-cli").with("conversation_id", conversation));
    Eventually.is(() -> states(conversation).equals(List.of("failed", "accepted")));
    List<JsonObject> entries = outbox(conversation);
    assertThat(entries.stream().map(Mail::id)).containsExactly("once-404-cli", "after-404-cli");
    assertThat(entries.getFirst().string("state")).contains("dead");
    assertThat(entries.getFirst().string("reason").orElseThrow()).contains("404");
    assertThat(entries.getLast().string("state")).contains("pending");
    assertThat(other.posts("after-404-cli")).as("it waits for the one before").isEmpty();
    assertThat(comity("outbox", "list").out()).contains("once-404-cli", "dead", "404");

    assertThat(comity("outbox", "retry", "once-404-cli").out()).contains("1");
    Eventually.is(() -> states(conversation).equals(List.of("delivered", "delivered")));
    List<Post> first = twoTries("once-404-cli");
    List<Post> next = other.posts("after-404-cli");
    assertThat(next).hasSize(1);
    assertThat(next.getFirst().nanos()).isGreaterThan(first.getLast().nanos());
    assertThat(outbox(conversation)).isEmpty();
  }

  private static HubProcess.Ended comity(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--home", hub.home().toString()));
    HubProcess.Ended ended = HubProcess.run(all.toArray(String[]::new));
    assertThat(ended.code()).as(ended.err()).isZero();
    return ended;
  }

  /** What {@code comity outbox list} has of this conversation. */
  private static List<JsonObject> outbox(String conversation) throws Exception {
    String out = comity("outbox", "list", "--json").out();
    if (Json.read(out) instanceof JsonReading.Read(JsonObject listing)
        && listing.get("entries") instanceof JsonArray entries) {
      return entries.elements().stream()
          .map(JsonObject.class::cast)
          .filter(entry -> entry.string("conversation_id").orElseThrow().equals(conversation))
          .toList();
    }
    throw new AssertionError("no listing: " + out);
  }

  @Test
  void theNextMessageWaitsForTheAnswerToTheOneBefore() throws Exception {
    String conversation = send(order("held"));
    Eventually.is(() -> other.posts("held").size() == 1);
    send(order("next").with("conversation_id", conversation));
    send(order("last").with("conversation_id", conversation));
    String another = send(order("another"));
    Eventually.is(() -> states(another).equals(List.of("delivered")));
    assertThat(other.posts("next")).as("the one before is not answered").isEmpty();
    MAY_ANSWER.countDown();
    Eventually.is(
        () -> states(conversation).equals(List.of("delivered", "delivered", "delivered")));
    List<String> theirs =
        other.posts().stream()
            .map(Post::id)
            .filter(List.of("held", "next", "last")::contains)
            .toList();
    assertThat(theirs).containsExactly("held", "next", "last");
    assertThat(other.posts("next").getFirst().message().string("conversation_id"))
        .as("by then their id of it is known")
        .isPresent();
  }

  @Test
  void afterTheLastTryItIsADeadLetter() throws Exception {
    try (OtherHub busy = new OtherHub((_, _) -> new Said(503));
        HubProcess few =
            HubProcess.start(
                Homes.make(
                    folder.resolve("few"),
                    IMPATIENT + "attempts = 3\n" + busy.peer("there.example")))) {
      String conversation =
          few.owner().post("/api/send", order("few")).expect(200).string("conversation_id");
      Eventually.is(
          () -> Mail.state(few.owner().messages(conversation).getFirst()).equals("failed"));
      assertThat(busy.posts("few")).hasSize(3);
      JsonObject entry = few.owner().get("/api/outbox").list("entries").getFirst();
      assertThat(entry.string("state")).contains("dead");
      assertThat(entry.string("reason").orElseThrow()).contains("503").contains("3 tries");
    }
  }
}
