package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.frames.Frame;
import comity.frames.FrameReader;
import comity.pty.Door;
import comity.pty.Terminals;
import comity.terminal.Parser;
import comity.terminal.Screen;
import comity.terminal.Size;
import java.io.IOException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A viewer at a real socket that reads when the test lets it, and nothing before. */
@Timeout(60)
@Tag("SES-10")
final class AudienceTest {
  private static final Size SIZE = new Size(80, 24);

  /** Of what waits for all: no more is taken in then. */
  private static final int FULL = 64 << 20;

  @TempDir private Path folder;
  private final List<Throwable> faults = new CopyOnWriteArrayList<>();
  private final Backlog backlog = new Backlog();
  private final Screen screen = new Screen(80, 24);
  private final Parser program = new Parser(screen);
  private Loop loop;
  private Audience audience;
  private Peer peer;
  private Door door;
  private SocketChannel terminal;
  private Thread thread;

  private final Screen shown = new Screen(80, 24);
  private final Parser viewed = new Parser(shown);
  private final FrameReader reader = new FrameReader();

  /** Nobody asks anything here. */
  private static final class Silent implements Peer.Desk {
    @Override
    public void asked(Peer peer, Ask ask) {
      throw new AssertionError("nothing was asked");
    }

    @Override
    public void left(Peer peer) {
      // It closes at the end.
    }
  }

  private final class Watched implements Peer.Viewed {
    @Override
    public void typed(Peer by, byte[] bytes) {
      throw new AssertionError("nothing was typed");
    }

    @Override
    public void resized(Peer by, Size size) {
      throw new AssertionError("it keeps its size");
    }

    @Override
    public void drained(Peer by) {
      audience.drained(by);
    }
  }

  @BeforeEach
  void open() throws IOException {
    Path socket = folder.toRealPath().resolve("s");
    Terminals terminals = new Terminals();
    loop = new Loop(terminals.poller(), faults::add);
    door = terminals.door(socket);
    terminal = SocketChannel.open(StandardProtocolFamily.UNIX);
    terminal.connect(UnixDomainSocketAddress.of(socket));
    peer =
        new Peer(
            loop,
            ((Door.Coming.Came) door.accept()).descriptor(),
            new Silent(),
            new byte[64 << 10],
            backlog);
    audience = new Audience(loop, screen, program::isBetween);
    thread = Thread.ofPlatform().start(loop::run);
    does(() -> {
      audience.join(peer, SIZE);
      peer.views(new Watched());
      audience.showSoon();
    });
  }

  @AfterEach
  void close() throws Exception {
    loop.end();
    thread.join();
    terminal.close();
    door.close();
    assertThat(faults).isEmpty();
  }

  private void does(Runnable what) {
    CompletableFuture.runAsync(what, loop::submit).join();
  }

  private void prints(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    program.take(bytes, 0, bytes.length);
    audience.printed(bytes, bytes.length, SIZE);
  }

  /** As much as the socket takes, and more. */
  private void fills() {
    while (peer.isDrained()) {
      prints("0123456789".repeat(400) + "\r\n");
    }
  }

  private void reads(Predicate<Screen> until) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
    while (!until.test(shown)) {
      buffer.clear();
      int count = terminal.read(buffer);
      assertThat(count).as("it goes on: " + shown.text()).isPositive();
      reader.take(buffer.array(), count);
      while (reader.next() instanceof FrameReader.Next.Whole(Frame frame)) {
        if (frame.kind() == Frame.Kind.OUTPUT) {
          viewed.take(frame.content(), 0, frame.content().length);
        }
      }
    }
  }

  @Test
  void whoLosesOutputToSomethingElseThatIsSaidSeesTheScreen() throws IOException {
    does(() -> {
      fills();
      prints("\033[?1049h\033[2J\033[3;3Hafter the flood");
      // So much waits for others that this one loses what waits for it.
      backlog.change(FULL);
      audience.say("\033]9;look\033\\".getBytes(StandardCharsets.UTF_8));
      backlog.change(-FULL);
    });
    reads(screen -> screen.text().contains("after the flood"));
    assertThat(shown.text()).isEqualTo(screen.text());
  }

  @Test
  void whoLosesTheEndOfAModeIsNotLeftInIt() throws IOException {
    does(() -> prints("\033[?1049h\033[?1003h\033[?2004hfull screen"));
    reads(screen -> screen.text().contains("full screen"));
    does(() -> {
      fills();
      backlog.change(FULL);
      prints("\033[?1003l\033[?2004l\033[?1049l");
      prints("\033[Hat the prompt");
      backlog.change(-FULL);
    });
    reads(screen -> screen.text().contains("at the prompt"));
    assertThat(shown.isSet(1049)).isFalse();
    assertThat(shown.isSet(1003)).isFalse();
    assertThat(shown.isSet(2004)).isFalse();
  }

  @Test
  void theTerminalOfOneThatIsBehindIsGivenBack() throws IOException {
    does(() -> prints("\033[?1049h\033[?25l\033[?2004hfull screen"));
    reads(screen -> screen.text().contains("full screen"));
    does(() -> {
      fills();
      backlog.change(FULL);
      // It does not see this any more.
      prints("\033[?1049l\033[?25h\033[?2004l\033[Hprompt");
      audience.part(peer, screen.undo());
      audience.leave(peer);
      peer.last("parted".getBytes(StandardCharsets.UTF_8));
      backlog.change(-FULL);
    });
    reads(screen -> screen.text().contains("parted"));
    assertThat(shown.isSet(1049)).isFalse();
    assertThat(shown.isSet(25)).isTrue();
    assertThat(shown.isSet(2004)).isFalse();
  }

  @Test
  void theTerminalOfOneThatTakesTooLittleIsGivenBack() throws IOException {
    does(() -> prints("\033[?1049h\033[?25l\033[?2004hfull screen"));
    reads(screen -> screen.text().contains("full screen"));
    does(() -> {
      fills();
      backlog.change(FULL);
      audience.part(peer, screen.undo());
      audience.leave(peer);
      peer.last("parted".getBytes(StandardCharsets.UTF_8));
      backlog.change(-FULL);
    });
    reads(screen -> screen.text().contains("parted"));
    assertThat(shown.isSet(1049)).isFalse();
    assertThat(shown.isSet(25)).isTrue();
    assertThat(shown.isSet(2004)).isFalse();
  }

  /** SES-15: also where it saw the mark, and not that it went. */
  @Test
  @Tag("SES-15")
  void aMarkThatWentWhileOneWasBehindIsGone() throws IOException {
    does(() -> audience.mark().say("! other needs you"));
    reads(screen -> screen.title().equals("! other needs you"));
    does(() -> {
      fills();
      backlog.change(FULL);
      prints("lost");
      audience.mark().say("");
      backlog.change(-FULL);
    });
    reads(screen -> screen.title().isEmpty());
  }
}
