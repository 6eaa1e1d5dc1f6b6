package comity.frames;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import comity.json.JsonObject;
import comity.sessions.Activity;
import comity.sessions.CommandForm;
import comity.terminal.Size;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Frames come out as they went in, however they are cut, and a stranger's bytes end it. */
final class FrameReaderTest {
  private static final NewSession NEW =
      new NewSession(
          Optional.of("api"),
          Optional.of("/p"),
          Optional.of("build"),
          Optional.empty(),
          Optional.of("x {session_id}"),
          "/p/src",
          new CommandForm.Words(List.of("claude", "--model", "opus")),
          Map.of("PATH", "/bin", "EMPTY", ""),
          new Size(80, 24));

  private static final List<Ask> ASKS =
      List.of(
          new Ask.Sessions(),
          new Ask.Show("a"),
          new Ask.Begin(NEW),
          new Ask.Attach("a", new Size(100, 30)),
          new Ask.Detach(),
          new Ask.Stop("a", Ask.Ending.AT_ONCE),
          new Ask.Stop("a", Ask.Ending.WITH_GRACE),
          new Ask.Restore(Optional.of("a"), Map.of("HOME", "/h"), Ask.Answered.SETTLED),
          new Ask.Restore(Optional.empty(), Map.of(), Ask.Answered.STARTED),
          new Ask.Logs("a", 100),
          new Ask.Screen("a"),
          new Ask.Await("a", EnumSet.of(Activity.State.WAITING, Activity.State.EXITED)),
          new Ask.Watch());

  private static List<String> read(FrameReader reader) {
    List<String> found = new ArrayList<>();
    while (true) {
      switch (reader.next()) {
        case FrameReader.Next.Whole(Frame frame) ->
            found.add(frame.kind() + " " + new String(frame.content(), StandardCharsets.UTF_8));
        case FrameReader.Next.Partial _ -> {
          return found;
        }
        case FrameReader.Next.Broken(String why) -> {
          found.add("broken: " + why);
          return found;
        }
      }
    }
  }

  @Test
  @Tag("SES-28")
  void framesAreTheSameHoweverTheyAreCut() {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(Frame.hello());
    ASKS.forEach(ask -> all.writeBytes(Frame.json(Frame.Kind.ASK, ask.toJson())));
    all.writeBytes(Frame.bytes(Frame.Kind.INPUT, new byte[5000], 1, 4000));
    all.writeBytes(Frame.size(new Size(90, 20)));
    byte[] bytes = all.toByteArray();
    FrameReader whole = new FrameReader();
    whole.take(bytes, bytes.length);
    List<String> expected = read(whole);
    assertThat(expected).hasSize(ASKS.size() + 3);
    long seed = new Random().nextLong();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      FrameReader reader = new FrameReader();
      List<String> found = new ArrayList<>();
      for (int at = 0; at < bytes.length; ) {
        int size = Math.min(bytes.length - at, 1 + random.nextInt(round < 100 ? 7 : 2000));
        reader.take(Arrays.copyOfRange(bytes, at, at + size), size);
        found.addAll(read(reader));
        at += size;
      }
      assertThat(found).as("seed %d", seed).isEqualTo(expected);
    }
  }

  @Test
  void whatIsAskedIsReadAsItWasAsked() {
    for (Ask ask : ASKS) {
      assertThat(Ask.read(ask.toJson())).as(ask.toString()).contains(ask);
    }
    assertThat(Ask.read(JsonObject.empty().with("ask", "dance"))).isEmpty();
    assertThat(Ask.read(JsonObject.empty().with("ask", "stop"))).as("of nothing").isEmpty();
    assertThat(Ask.read(JsonObject.empty().with("ask", "begin").with("new", JsonObject.empty())))
        .isEmpty();
  }

  /** A host goes on with the programs of an earlier version, and they with it. */
  @Test
  @Tag("SES-28")
  void whatIsAskedIsWrittenAsItWas() {
    assertThat(asked(new Ask.Stop("a", Ask.Ending.AT_ONCE)))
        .isEqualTo("{'ask':'stop','session':'a','now':true}");
    assertThat(asked(new Ask.Stop("a", Ask.Ending.WITH_GRACE)))
        .isEqualTo("{'ask':'stop','session':'a','now':false}");
    assertThat(asked(new Ask.Restore(Optional.of("a"), Map.of(), Ask.Answered.SETTLED)))
        .isEqualTo("{'ask':'restore','session':'a','environment':{},'settled':true}");
    assertThat(asked(new Ask.Restore(Optional.empty(), Map.of("A", "b"), Ask.Answered.STARTED)))
        .isEqualTo("{'ask':'restore','environment':{'A':'b'},'settled':false}");
  }

  private static String asked(Ask ask) {
    return new String(Json.write(ask.toJson()), StandardCharsets.UTF_8).replace('"', '\'');
  }

  @Test
  void whatIsAnsweredIsReadAsItWasAnswered() {
    for (Reply.Refusal error : EnumSet.allOf(Reply.Refusal.class)) {
      Reply refused = new Reply.Refused(error, "why", "todo");
      assertThat(Reply.read(refused.toJson())).contains(refused);
    }
    Reply done = new Reply.Done(JsonObject.empty().with("id", "a"));
    assertThat(Reply.read(done.toJson())).contains(done);
    assertThat(Reply.read(JsonObject.empty())).isEmpty();
  }

  @Test
  void whoSpeaksSomethingElseIsNotListenedTo() {
    FrameReader http = new FrameReader();
    byte[] get = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.UTF_8);
    http.take(get, get.length);
    assertThat(http.next()).isInstanceOf(FrameReader.Next.Broken.class);
    FrameReader large = new FrameReader();
    byte[] head = Frame.bytes(Frame.Kind.INPUT, new byte[1], 0, 1);
    head[0] = 0x7F;
    large.take(head, head.length);
    assertThat(large.next()).isInstanceOf(FrameReader.Next.Broken.class);
    FrameReader first = new FrameReader();
    byte[] hello = Frame.json(Frame.Kind.HELLO, JsonObject.empty().with("version", 2));
    first.take(hello, hello.length);
    assertThat(first.next())
        .isInstanceOfSatisfying(
            FrameReader.Next.Whole.class, next -> assertThat(next.frame().isHello()).isFalse());
  }
}
