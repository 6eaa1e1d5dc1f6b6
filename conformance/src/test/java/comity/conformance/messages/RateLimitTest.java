package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How many requests are taken. What comes through a proxy is not this machine's own, and counts by
 * the address that it comes from.
 */
@Tag("MSG-25")
class RateLimitTest {
  private static final String OPEN =
      """
      [agents.post]
      runner = "inbox"
      access = { require_auth = false }
      """;

  private static final String CARD = "/mamp/v1/card?agent=post";
  private static final String VIA = "Via: 1.1 proxy";

  /** So slow that none comes back while a test runs. */
  private static final String THREE = "\"3/day\"";

  @TempDir private Path folder;

  private HubProcess start(String limits) throws IOException {
    return HubProcess.start(
        Homes.make(folder.resolve("home"), "[rate_limits]\n" + limits + "\n" + OPEN));
  }

  private static List<String> with(String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.add(VIA);
    return all;
  }

  private static List<Integer> statuses(RawRequest from, int requests, List<String> headers)
      throws IOException {
    List<Integer> statuses = new ArrayList<>();
    for (int i = 0; i < requests; i++) {
      statuses.add(from.get(CARD, headers).status());
    }
    return statuses;
  }

  private static List<Integer> all(int status, int times) {
    return Collections.nCopies(times, status);
  }

  private static void isLimited(RawRequest.Answer answer) {
    assertThat(answer.status()).isEqualTo(429);
    assertThat(answer.body()).contains("\"error\":\"rate_limited\"", "\"status_code\":429");
    assertThat(answer.header("Content-Type")).startsWith("application/json");
    // A third of a day, less what has passed.
    assertThat(Long.parseLong(answer.header("Retry-After"))).isBetween(28_000L, 28_800L);
  }

  @Test
  void aKeyHasItsOwnLimitOnEveryDoor() throws Exception {
    try (HubProcess hub = start("per_key = " + THREE + "\nper_address = \"none\"")) {
      RawRequest raw = RawRequest.to(hub.port());
      String one = "Authorization: Bearer " + hub.key("one", Mail.TESTER);
      String two = "Authorization: Bearer " + hub.key("two", Mail.TESTER);
      assertThat(statuses(raw, 3, with(one))).isEqualTo(all(200, 3));
      isLimited(raw.get(CARD, with(one)));
      isLimited(raw.get("/mamp/v1/agents", with(one)));
      isLimited(raw.get("/mamp/v1/conversations/any/messages", with(one)));
      byte[] message = Json.write(Mail.text("m", hub.address("post"), "hello"));
      isLimited(raw.post("/mamp/v1/messages", with(one), message));
      isLimited(raw.from("127.0.0.2").get(CARD, with(one)));
      assertThat(raw.post("/mamp/v1/messages", with(two), message).status())
          .as("another key")
          .isEqualTo(200);
      assertThat(statuses(raw, 2, with(two))).isEqualTo(all(200, 2));
      isLimited(raw.get(CARD, with(two)));
    }
  }

  @Test
  void aKeyInTheMessageCountsAsMuch() throws Exception {
    try (HubProcess hub = start("per_key = " + THREE + "\nper_address = \"none\"")) {
      RawRequest raw = RawRequest.to(hub.port());
      String key = hub.key("inside", Mail.TESTER);
      List<Integer> statuses = new ArrayList<>();
      for (int i = 0; i < 4; i++) {
        byte[] message =
            Json.write(
                Mail.text("m" + i, hub.address("post"), "hello")
                    .with("metadata", JsonObject.empty().with("auth_token", key)));
        statuses.add(raw.post("/mamp/v1/messages", with(), message).status());
      }
      assertThat(statuses).containsExactly(200, 200, 200, 429);
    }
  }

  @Test
  void anAddressHasItsOwnLimitWhateverKeysItShows() throws Exception {
    try (HubProcess hub = start("per_key = \"none\"\nper_address = " + THREE)) {
      RawRequest raw = RawRequest.to(hub.port());
      String key = "Authorization: Bearer " + hub.key("one", Mail.TESTER);
      String guess = "Authorization: Bearer ck_0123456789abcdef0123456789abcdef";
      assertThat(raw.get(CARD, with()).status()).isEqualTo(200);
      assertThat(raw.get(CARD, with(key)).status()).isEqualTo(200);
      assertThat(raw.get(CARD, with(guess)).status()).as("guesses count").isEqualTo(401);
      for (List<String> headers : List.of(with(), with(key), with(guess))) {
        isLimited(raw.get(CARD, headers));
      }
      RawRequest elsewhere = raw.from("127.0.0.2");
      assertThat(statuses(elsewhere, 3, with(key))).as("elsewhere").isEqualTo(all(200, 3));
      isLimited(elsewhere.get(CARD, with(key)));
      assertThat(statuses(raw, 5, List.of())).as("this machine itself").isEqualTo(all(200, 5));
    }
  }

  @Test
  void thisMachineHasNoLimitUntilItIsGivenOne() throws Exception {
    String strict = "per_key = \"1/day\"\nper_address = \"1/day\"";
    try (HubProcess hub = start(strict)) {
      RawRequest raw = RawRequest.to(hub.port());
      List<String> keyed = List.of("Authorization: Bearer " + hub.key("one", Mail.TESTER));
      assertThat(statuses(raw, 10, List.of())).isEqualTo(all(200, 10));
      assertThat(statuses(raw, 10, keyed)).isEqualTo(all(200, 10));
      Homes.configure(
          hub.home(), "[rate_limits]\n" + strict + "\nloopback = " + THREE + "\n" + OPEN);
      Eventually.is(() -> raw.get(CARD, List.of()).status() == 429);
      isLimited(raw.get(CARD, List.of()));
      isLimited(raw.get(CARD, keyed));
      assertThat(hub.owner().get("/api/status").status()).as("its owner's door").isEqualTo(200);
    }
  }

  @Test
  void afterTheTimeThatWasToldTheNextIsTaken() throws Exception {
    try (HubProcess hub = start("per_key = \"1/second\"\nper_address = \"none\"")) {
      RawRequest raw = RawRequest.to(hub.port());
      List<String> keyed = with("Authorization: Bearer " + hub.key("one", Mail.TESTER));
      Eventually.is(() -> raw.get(CARD, keyed).status() == 429);
      long limited = System.nanoTime();
      assertThat(raw.get(CARD, keyed).header("Retry-After")).isEqualTo("1");
      Eventually.is(() -> raw.get(CARD, keyed).status() == 200);
      assertThat(Duration.ofNanos(System.nanoTime() - limited)).isLessThan(Duration.ofSeconds(5));
    }
  }
}
