package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.files.Home;
import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.Reply;
import comity.json.JsonObject;
import comity.sessions.Activity;
import java.io.IOException;
import java.net.SocketException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
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
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Asks what listens in the place of a host: this process, which is none. */
@Tag("SES-10")
@Timeout(60)
final class HostClientTest {
  private static final Duration SHORT = Duration.ofMillis(300);

  @TempDir private Path folder;
  private Home home;
  private ServerSocketChannel door;

  @BeforeEach
  void listen() throws IOException {
    home = new Home(folder.toRealPath().resolve("home"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    door = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    // Room for one who waits, and the system gives one more.
    door.bind(UnixDomainSocketAddress.of(home.run().resolve("host.sock")), 1);
  }

  @AfterEach
  void close() throws IOException {
    door.close();
  }

  private void isTold(String what) {
    assertThatThrownBy(() -> HostClient.connect(home, Deadline.in(SHORT)))
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
          in = one.connect(UnixDomainSocketAddress.of(home.run().resolve("host.sock")));
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

  /** Lets one in, and greets. */
  private CompletableFuture<SocketChannel> greet() {
    return CompletableFuture.supplyAsync(
        () -> {
          try {
            SocketChannel came = door.accept();
            ByteBuffer hello = ByteBuffer.wrap(Frame.hello());
            came.read(ByteBuffer.allocate(Frame.hello().length));
            came.write(hello);
            return came;
          } catch (IOException e) {
            throw new CompletionException(e);
          }
        },
        Thread::startVirtualThread);
  }

  @Test
  void whoGreetsAndDoesNotAnswerIsWaitedForNoLonger() throws IOException {
    CompletableFuture<SocketChannel> came = greet();
    try (HostClient client = HostClient.connect(home).orElseThrow()) {
      assertThatThrownBy(() -> client.ask(new Ask.Show("a"), Deadline.in(SHORT)))
          .isInstanceOf(SilentHostException.class);
    } finally {
      came.join().close();
    }
  }

  /** These the host may take any time for; a program that is none does not answer anything. */
  private static List<Ask> thatTakeTime(Path folder) {
    return List.of(
        new Ask.Begin(HostRun.wanted(folder, Optional.empty(), "true")),
        new Ask.Stop("a", Ask.Ending.WITH_GRACE),
        new Ask.Restore(Optional.empty(), Map.of(), Ask.Answered.SETTLED),
        new Ask.Await("a", EnumSet.of(Activity.State.IDLE)));
  }

  @Test
  void whoGreetsAllAndAnswersNothingIsWaitedForNoLonger() throws Exception {
    CompletableFuture<Void> over = new CompletableFuture<>();
    Thread greeting =
        Thread.ofVirtual()
            .start(() -> {
              List<SocketChannel> came = new ArrayList<>();
              while (!over.isDone()) {
                came.add(greet().join());
              }
              came.forEach(HostClientTest::close);
            });
    for (Ask ask : thatTakeTime(folder)) {
      try (HostClient client = HostClient.connect(home).orElseThrow()) {
        assertThatThrownBy(() -> client.ask(ask, Deadline.NEVER, SHORT))
            .as("%s", ask)
            .isInstanceOf(SilentHostException.class);
      }
    }
    over.complete(null);
    HostClient.connect(home).orElseThrow().close();
    greeting.join();
  }

  @Test
  void whatTakesTimeIsWaitedForAsLongAsSomethingElseIsAnswered() throws Exception {
    for (Ask ask : thatTakeTime(folder)) {
      CompletableFuture<SocketChannel> first = greet();
      try (HostClient client = HostClient.connect(home).orElseThrow();
          SocketChannel asks = first.join()) {
        CompletableFuture<Reply> answer =
            CompletableFuture.supplyAsync(
                () -> {
                  try {
                    return client.ask(ask, Deadline.NEVER, SHORT);
                  } catch (IOException e) {
                    throw new CompletionException(e);
                  }
                },
                Thread::startVirtualThread);
        for (int i = 0; i < 2; i++) {
          try (SocketChannel beside = greet().join()) {
            reply(beside, new Reply.Refused(Reply.Refusal.NOT_FOUND, "there is none", ""));
            assertThat(beside.read(ByteBuffer.allocate(1000))).as("a question").isPositive();
          }
        }
        assertThat(answer).isNotDone();
        reply(asks, new Reply.Done(JsonObject.empty()));
        assertThat(answer.join()).as("%s", ask).isEqualTo(new Reply.Done(JsonObject.empty()));
      }
    }
  }

  @Test
  void whoWaitsForAWhileWaitsNoLongerThanThat() throws Exception {
    CompletableFuture<SocketChannel> greeted = greet();
    Ask ask = new Ask.Await("a", EnumSet.of(Activity.State.IDLE));
    try (HostClient client = HostClient.connect(home).orElseThrow();
        SocketChannel _ = greeted.join()) {
      Deadline until = Deadline.in(SHORT);
      assertThatThrownBy(() -> client.ask(ask, until, Duration.ofSeconds(60)))
          .isInstanceOf(SilentHostException.class);
      assertThat(until.isOver()).isTrue();
    }
  }

  private static void reply(SocketChannel to, Reply reply) throws IOException {
    to.write(ByteBuffer.wrap(Frame.json(Frame.Kind.REPLY, reply.toJson())));
  }

  private static void close(SocketChannel channel) {
    try {
      channel.close();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void sendingNeverWaitsAndAllOfItArrivesInOrder() throws Exception {
    CompletableFuture<SocketChannel> greeted = greet();
    int frames = 200;
    try (HostClient client = HostClient.connect(home).orElseThrow();
        SocketChannel came = greeted.join()) {
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
      CompletableFuture<Frame> answer =
          CompletableFuture.supplyAsync(
              () -> {
                try {
                  return client.next();
                } catch (IOException e) {
                  throw new CompletionException(e);
                }
              },
              Thread::startVirtualThread);
      ByteBuffer read = ByteBuffer.allocate(expected.length);
      while (read.hasRemaining()) {
        assertThat(came.read(read)).isPositive();
      }
      assertThat(read.array()).isEqualTo(expected);
      assertThat(client.unsent()).isZero();
      reply(came, new Reply.Done(JsonObject.empty()));
      assertThat(answer.join().kind()).isEqualTo(Frame.Kind.REPLY);
    }
  }

  @Test
  void whatIsSentWhileAnotherWaitsForAFrameGoesToo() throws Exception {
    CompletableFuture<SocketChannel> greeted = greet();
    try (HostClient client = HostClient.connect(home).orElseThrow();
        SocketChannel came = greeted.join()) {
      CompletableFuture<Frame> answer = new CompletableFuture<>();
      Thread waiting =
          Thread.ofPlatform()
              .start(() -> {
                try {
                  answer.complete(client.next());
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
        client.send(frame);
      }
      ByteBuffer read = ByteBuffer.allocate(frames * frame.length);
      while (read.hasRemaining()) {
        assertThat(came.read(read)).isPositive();
      }
      reply(came, new Reply.Done(JsonObject.empty()));
      assertThat(answer.join().kind()).isEqualTo(Frame.Kind.REPLY);
    }
  }

  @Test
  void whoWaitsIsWokenWhenItIsClosedAndTheHostSeesIt() throws Exception {
    CompletableFuture<SocketChannel> greeted = greet();
    HostClient client = HostClient.connect(home).orElseThrow();
    CompletableFuture<Boolean> closed =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                client.next();
                return false;
              } catch (ClosedChannelException own) {
                return true;
              } catch (IOException other) {
                throw new CompletionException(other);
              }
            },
            Thread::startVirtualThread);
    try (SocketChannel came = greeted.join()) {
      client.close();
      assertThat(closed.join()).isTrue();
      assertThat(came.read(ByteBuffer.allocate(1))).isEqualTo(-1);
    }
  }
}
