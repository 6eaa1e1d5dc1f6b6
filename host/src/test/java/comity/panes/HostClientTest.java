package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.sessions.Activity;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks what listens in the place of a host. */
@Tag("SES-10")
@Timeout(60)
final class HostClientTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  /** To be answered by this process, on a machine that is busy. */
  private static final Duration ENOUGH = Duration.ofSeconds(2);

  private static final Reply DONE = new Reply.Done(JsonObject.empty());

  @TempDir private Path folder;
  private NoHost host;

  @BeforeEach
  void listen() throws IOException {
    host = new NoHost(folder.toRealPath().resolve("home"));
  }

  @AfterEach
  void close() throws IOException {
    host.close();
  }

  private void isTold(String what) {
    assertThatThrownBy(() -> HostClient.connect(host.home(), Deadline.in(SHORT)))
        .as(what)
        .isInstanceOfSatisfying(
            SilentHostException.class,
            silent -> {
              assertThat(silent.why())
                  .contains("process " + ProcessHandle.current().pid(), "java", "host.sock");
              assertThat(silent.todo()).contains("kill " + ProcessHandle.current().pid());
            });
  }

  @Test
  void whoDoesNotGreetIsWaitedForNoLonger() {
    isTold("it is let in, and nobody says a word");
  }

  @Test
  void whoLetsNobodyInIsWaitedForNoLonger() throws IOException {
    List<SocketChannel> crowd = new ArrayList<>();
    try {
      boolean in = true;
      while (in) {
        SocketChannel one = SocketChannel.open(StandardProtocolFamily.UNIX);
        crowd.add(one);
        one.configureBlocking(false);
        try {
          in = one.connect(host.socket());
        } catch (SocketException full) {
          in = false;
        }
      }
      assertThat(crowd.size()).isLessThan(50);
      isTold("there is no room left at the door");
    } finally {
      for (SocketChannel one : crowd) {
        one.close();
      }
    }
  }

  @Test
  void whoGreetsAndDoesNotAnswerIsWaitedForNoLonger() throws IOException {
    try (NoHost.Met met = host.meet()) {
      assertThatThrownBy(() -> met.client().ask(new Ask.Show("a"), Deadline.in(SHORT)))
          .isInstanceOf(SilentHostException.class);
    }
  }

  /** For these a host may take any time; a program that is none does not answer anything. */
  private List<Ask> thatTakeTime() {
    return List.of(
        new Ask.Begin(HostRun.wanted(folder, Optional.empty(), "true")),
        new Ask.Stop("a", Ask.Ending.WITH_GRACE),
        new Ask.Restore(Optional.empty(), Map.of(), Ask.Answered.SETTLED),
        new Ask.Await("a", EnumSet.of(Activity.State.IDLE)));
  }

  @Test
  void whoGreetsAllAndAnswersNothingIsWaitedForNoLonger() throws Exception {
    for (Ask ask : thatTakeTime()) {
      try (NoHost.Met met = host.meet()) {
        CompletableFuture<SocketChannel> beside = host.greet();
        assertThatThrownBy(() -> met.client().ask(ask, Deadline.NEVER, SHORT))
            .as("%s", ask)
            .isInstanceOf(SilentHostException.class);
        beside.get().close();
      }
    }
  }

  @Test
  void whatTakesTimeIsWaitedForAsLongAsSomethingElseIsAnswered() throws Exception {
    for (Ask ask : thatTakeTime()) {
      try (NoHost.Met met = host.meet()) {
        CompletableFuture<Reply> answer =
            NoHost.soon(() -> met.client().ask(ask, Deadline.NEVER, ENOUGH));
        int times = ask instanceof Ask.Begin ? 2 : 1;
        for (int i = 0; i < times; i++) {
          try (SocketChannel beside = host.greet().get()) {
            NoHost.reply(beside, new Reply.Refused(Reply.Refusal.NOT_FOUND, "there is none", ""));
            assertThat(beside.read(ByteBuffer.allocate(1000))).as("a question").isPositive();
          }
        }
        assertThat(answer).isNotDone();
        met.reply(DONE);
        assertThat(answer.get()).as("%s", ask).isEqualTo(DONE);
      }
    }
  }

  /** It has answered what it was asked first, and does not answer what it is asked beside. */
  @Test
  void anAnswerThatComesWhileItIsAskedBesideCounts() throws Exception {
    for (Ask ask : thatTakeTime()) {
      try (NoHost.Met met = host.meet()) {
        CompletableFuture<Reply> answer =
            NoHost.soon(() -> met.client().ask(ask, Deadline.NEVER, SHORT));
        try (SocketChannel beside = host.greet().get()) {
          assertThat(beside.read(ByteBuffer.allocate(1000))).as("a question").isPositive();
          met.reply(DONE);
          assertThat(answer.get()).as("%s", ask).isEqualTo(DONE);
        }
      }
    }
  }

  @Test
  void whoWaitsForAWhileWaitsNoLongerThanThat() throws Exception {
    Ask ask = new Ask.Await("a", EnumSet.of(Activity.State.IDLE));
    try (NoHost.Met met = host.meet()) {
      Deadline until = Deadline.in(SHORT);
      assertThatThrownBy(() -> met.client().ask(ask, until, Duration.ofSeconds(60)))
          .isInstanceOf(SilentHostException.class);
      assertThat(until.isOver()).isTrue();
    }
  }

  @Test
  void sendingNeverWaitsAndAllOfItArrivesInOrder() throws Exception {
    int frames = 200;
    try (NoHost.Met met = host.meet()) {
      HostClient client = met.client();
      byte[] expected =
          new byte
              [frames * Frame.bytes(Frame.Kind.INPUT, new byte[0], 0, 0).length
                  + frames * (64 << 10)];
      ByteBuffer all = ByteBuffer.wrap(expected);
      for (int i = 0; i < frames; i++) {
        byte[] bytes = new byte[64 << 10];
        Arrays.fill(bytes, (byte) i);
        byte[] frame = Frame.bytes(Frame.Kind.INPUT, bytes, 0, bytes.length);
        all.put(frame);
        client.send(frame);
      }
      assertThat(client.unsent()).as("nobody has read").isGreaterThan(10L << 20);
      CompletableFuture<Frame> answer = NoHost.soon(client::next);
      ByteBuffer read = ByteBuffer.allocate(expected.length);
      met.read(read);
      assertThat(read.array()).isEqualTo(expected);
      assertThat(client.unsent()).isZero();
      met.reply(DONE);
      assertThat(answer.get().kind()).isEqualTo(Frame.Kind.REPLY);
    }
  }

  @Test
  void whatIsSentWhileAnotherWaitsForAFrameGoesToo() throws Exception {
    try (NoHost.Met met = host.meet()) {
      CompletableFuture<Frame> answer = new CompletableFuture<>();
      Thread waiting =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  answer.complete(met.client().next());
                } catch (IOException e) {
                  answer.completeExceptionally(e);
                }
              });
      while (Arrays.stream(waiting.getStackTrace())
          .noneMatch(each -> each.getMethodName().equals("select"))) {
        Thread.onSpinWait();
      }
      byte[] frame = Frame.bytes(Frame.Kind.INPUT, new byte[64 << 10], 0, 64 << 10);
      int frames = 100;
      for (int i = 0; i < frames; i++) {
        met.client().send(frame);
      }
      met.read(ByteBuffer.allocate(frames * frame.length));
      met.reply(DONE);
      assertThat(answer.get().kind()).isEqualTo(Frame.Kind.REPLY);
    }
  }

  @Test
  void whoWaitsIsWokenWhenItIsClosedAndTheHostSeesIt() throws Exception {
    try (NoHost.Met met = host.meet()) {
      CompletableFuture<Boolean> closed =
          NoHost.soon(() -> {
            try {
              Frame _ = met.client().next();
              return false;
            } catch (ClosedChannelException own) {
              return true;
            }
          });
      met.client().close();
      assertThat(closed.get()).isTrue();
      assertThat(met.end().read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }
}
