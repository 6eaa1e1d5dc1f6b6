package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class EnvelopeTest {
  private static final String START =
      "{\"protocol\":\"mamp/1.0\",\"message_id\":\"m\",\"from\":\"agent://a.example/x\","
          + "\"to\":\"agent://b.example/y\",";

  static Envelope envelope(String rest) {
    return Envelope.stored((START + rest + "}").getBytes(StandardCharsets.UTF_8));
  }

  @Test
  @Tag("MSG-7")
  void aStringIsOneTextBlock() {
    Envelope text = envelope("\"content\":\"hi\",\"metadata\":{}");
    Envelope block = envelope("\"content\":[{\"text\":\"hi\",\"type\":\"text\"}],\"metadata\":{}");
    assertThat(text.content()).isEqualTo(block.content());
    assertThat(text.digest()).isEqualTo(block.digest());
    assertThat(text.text()).isEqualTo("hi");
  }

  @Test
  @Tag("MSG-3")
  void theDigestIsOfWhatMakesAMessageTheSame() {
    byte[] one = envelope("\"content\":\"hi\",\"metadata\":{\"k\":1}").digest();
    assertThat(
            envelope(
                    "\"metadata\":{\"timestamp\":\"2026-01-01T00:00:00Z\",\"auth_token\":\"t\",\"k\":1},"
                        + "\"content\":\"hi\",\"novel\":true,\"conversation_id\":null")
                .digest())
        .isEqualTo(one);
    assertThat(envelope("\"content\":\"ho\",\"metadata\":{\"k\":1}").digest()).isNotEqualTo(one);
    assertThat(envelope("\"content\":\"hi\",\"metadata\":{\"k\":2}").digest()).isNotEqualTo(one);
    assertThat(
            envelope("\"content\":\"hi\",\"metadata\":{\"k\":1},\"conversation_id\":\"c\"")
                .digest())
        .isNotEqualTo(one);
  }

  @Test
  @Tag("MSG-22")
  void theKeyIsTakenOutOfTheMessage() {
    byte[] bytes =
        (START + "\"content\":\"hi\",\"metadata\":{\"auth_token\":\"secret\",\"k\":1.0}}")
            .getBytes(StandardCharsets.UTF_8);
    assertThat(Envelope.read(bytes))
        .isInstanceOfSatisfying(
            Envelope.Reading.Accepted.class,
            accepted -> {
              assertThat(accepted.authToken()).hasValue("secret");
              assertThat(Json.text(accepted.envelope().json()))
                  .doesNotContain("secret")
                  .contains("\"k\":1.0");
            });
  }

  @Test
  @Tag("MSG-9")
  @Tag("MSG-11")
  void unknownBlocksAreKeptByteForByte() {
    String block = "{ \"type\":\"hologram\", \"v\" : 1.50,\"\\u0061\":[ ] }";
    Envelope envelope = envelope("\"content\":[" + block + "],\"metadata\":{}");
    assertThat(Json.text(envelope.withConversationId("c").json())).contains(block);
    assertThat(
            new StoredMessage(1, envelope, new Delivery(Delivery.State.READ, 0, Optional.empty()))
                .toJson("c")
                .toString())
        .contains(block)
        .contains("\"sequence\":1");
  }

  @Test
  @Tag("MSG-17")
  void aReplyGoesBackOneHopFurther() {
    Envelope message = envelope("\"content\":\"hi\",\"metadata\":{\"hops\":3}");
    assertThat(message.reply("r", "conv-1", new JsonString("ho"), JsonObject.empty(), 0))
        .isInstanceOfSatisfying(
            Envelope.Reading.Accepted.class,
            accepted -> {
              Envelope reply = accepted.envelope();
              assertThat(reply.from()).isEqualTo(message.to());
              assertThat(reply.to()).isEqualTo(message.from());
              assertThat(reply.conversationId()).hasValue("conv-1");
              assertThat(reply.inReplyTo()).hasValue("m");
              assertThat(reply.hops()).isEqualTo(4);
            });
  }

  /** Unknown fields of every kind, at every place, in every spelling, come back as they were. */
  @Test
  @Tag("MSG-11")
  void unknownFieldsAndDigitsSurvive() {
    survive(1_130, 3_000);
  }

  @Test
  @Tag("long-fuzz")
  void unknownFieldsAndDigitsSurviveManyTimes() {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.printf("envelopes: seed %d%n", seed);
    survive(seed, 400_000);
  }

  private static void survive(long seed, int rounds) {
    Random random = new Random(seed);
    for (int round = 0; round < rounds; round++) {
      String extra = "\"x" + round + "\":" + value(random, 0);
      String inner = "\"y\":" + value(random, 0);
      String block = "{\"type\":\"text\",\"text\":\"t\",\"z\":" + value(random, 0) + "}";
      Envelope envelope =
          envelope(
              extra
                  + ",\"content\":["
                  + block
                  + "],\"metadata\":{"
                  + inner
                  + ",\"auth_token\":\"k\"}");
      String written = Json.text(envelope.withConversationId("c").json());
      assertThat(written).as("seed %d round %d", seed, round).contains(block);
      JsonObject again = object(written);
      assertThat(again.get("x" + round)).isEqualTo(object("{" + extra + "}").get("x" + round));
      assertThat(again.object("metadata").orElseThrow()).isEqualTo(object("{" + inner + "}"));
    }
  }

  private static JsonObject object(String text) {
    return Json.read(text) instanceof JsonReading.Read(JsonObject object)
        ? object
        : JsonObject.empty();
  }

  private static String value(Random random, int depth) {
    String[] plain = {
      "null",
      "true",
      "-0",
      "1.000",
      "1E+2",
      "12345678901234567890.5",
      "\"\\u00e9\\/\"",
      "\"é😀\"",
      "\"\""
    };
    int kind = depth > 3 ? 0 : random.nextInt(4);
    return switch (kind) {
      case 1 -> "[" + value(random, depth + 1) + "," + value(random, depth + 1) + "]";
      case 2 -> "{\"a\":" + value(random, depth + 1) + ",\"b\":" + value(random, depth + 1) + "}";
      default -> plain[random.nextInt(plain.length)];
    };
  }

  @Test
  void composedMessagesAreRead() {
    JsonValue content = new JsonString("hi\u0000 \"there\"");
    assertThat(
            Envelope.compose(
                "m",
                Optional.empty(),
                AgentUri.of("agent://a/x"),
                AgentUri.of("agent://b/y"),
                content,
                JsonObject.empty(),
                1_772_618_400_000L))
        .isInstanceOfSatisfying(
            Envelope.Reading.Accepted.class,
            a ->
                assertThat(a.envelope().metadata().string("timestamp"))
                    .hasValue("2026-03-04T10:00:00Z"));
  }
}
