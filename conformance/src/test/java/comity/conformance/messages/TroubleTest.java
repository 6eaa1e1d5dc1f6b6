package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** Machines in trouble: full disks, broken files, what is taken already. */
class TroubleTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  private static final String OPEN =
      """
      [agents.echo]
      runner = "echo"
      access = { require_auth = false }
      [agents.post]
      runner = "inbox"
      access = { require_auth = false }
      """;

  @TempDir private Path folder;

  private static HubProcess.Ended serve(Path home, int port) throws Exception {
    return HubProcess.run("serve", "--port", Integer.toString(port), "--home", home.toString());
  }

  /** A disk of its own for the home, as only the hub sees it: it ends with the hub. */
  private static List<String> onSmallDisk(Path home, String config) {
    String script =
        "mount -t tmpfs -o size=24m,mode=700 tmpfs \"$1\" && cp \"$2\" \"$1/config.toml\""
            + " && shift 2 && exec \"$@\"";
    return List.of("unshare", "-m", "sh", "-c", script, "sh", home.toString(), config);
  }

  private static boolean mayMount() throws InterruptedException {
    try {
      return new ProcessBuilder("unshare", "-m", "mount", "-t", "tmpfs", "tmpfs", "/mnt")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  @Test
  @Tag("MSG-13")
  void aFullDiskRefusesAndLosesNothing() throws Exception {
    if (!mayMount()) {
      throw new TestAbortedException("no disk can be mounted for it here: that needs root");
    }
    Path home = Homes.make(folder.resolve("home"), "");
    Path config = Files.writeString(folder.resolve("config.toml"), OPEN);
    try (HubProcess hub = HubProcess.start(home, onSmallDisk(home, config.toString()), 0)) {
      Path seen = Path.of("/proc/" + hub.pid() + "/root" + home);
      HttpDoor owner = hub.owner(seen);
      List<String> taken = new ArrayList<>();
      String id = "";
      int refused = 0;
      for (int i = 0; refused < 3; i++) {
        JsonObject message = Mail.text("m" + i, hub.address("post"), "x".repeat(100_000));
        HttpDoor.Reply reply = hub.door().post(id.isEmpty() ? message : Mail.in(id, message));
        if (reply.status() == 200) {
          taken.add("m" + i);
          id = reply.string("conversation_id");
        } else {
          assertThat(reply.expect(503).error()).isEqualTo("storage_unavailable");
          refused++;
        }
        assertThat(i).isLessThan(2000);
      }
      hub.door().get("/healthz").expect(200);
      Process more =
          new ProcessBuilder(
                  "nsenter",
                  "-t",
                  Long.toString(hub.pid()),
                  "-m",
                  "mount",
                  "-o",
                  "remount,size=96m",
                  home.toString())
              .inheritIO()
              .start();
      assertThat(more.waitFor()).isZero();
      String conversation = id;
      Eventually.is(() ->
          hub.door()
                  .post(Mail.in(conversation, Mail.text("room", hub.address("post"), "again")))
                  .status()
              == 200);
      taken.add("room");
      assertThat(owner.messages(id).stream().map(Mail::id)).containsExactlyElementsOf(taken);
      String echo =
          hub.door()
              .post(Mail.text("echo", hub.address("echo"), "hello"))
              .expect(200)
              .string("conversation_id");
      owner.awaitMessages(echo, 2, SOON);
    }
  }

  @Test
  void aStoreThatIsBrokenIsNotStartedOver() throws Exception {
    Path home = Homes.make(folder.resolve("home"), OPEN);
    try (HubProcess hub = HubProcess.start(home)) {
      for (int i = 0; i < 20; i++) {
        hub.door().post(Mail.text("m" + i, hub.address("post"), "hello")).expect(200);
      }
      assertThat(hub.stop()).isZero();
    }
    Path database = home.resolve("hub.db");
    byte[] whole = Files.readAllBytes(database);
    try (RandomAccessFile file = new RandomAccessFile(database.toFile(), "rw")) {
      file.write(new byte[4096]);
    }
    byte[] broken = Files.readAllBytes(database);
    HubProcess.Ended ended = serve(home, 0);
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.out()).isEmpty();
    assertThat(ended.err()).contains("hub.db").contains("not a database").contains("backup");
    assertThat(Files.readAllBytes(database)).as("it was not touched").isEqualTo(broken);
    Files.write(database, whole);
    try (HubProcess hub = HubProcess.start(home)) {
      assertThat(hub.owner().get("/api/conversations?limit=100").list("conversations")).hasSize(20);
    }
  }

  @Test
  void onlyOneHubOfAHome() throws Exception {
    Path home = Homes.make(folder.resolve("home"), OPEN);
    try (HubProcess hub = HubProcess.start(home)) {
      HubProcess.Ended second = serve(home, 0);
      assertThat(second.code()).isEqualTo(1);
      assertThat(second.out()).isEmpty();
      assertThat(second.err()).contains("running already").contains(Long.toString(hub.pid()));
      hub.door().get("/healthz").expect(200);
      hub.kill();
      hub.restart();
    }
  }

  @Test
  void aPortThatIsTaken() throws Exception {
    Path home = Homes.make(folder.resolve("home"), OPEN);
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      HubProcess.Ended ended = serve(home, taken.getLocalPort());
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.err()).contains("port").contains("--port");
    }
  }

  @Test
  void aConfigurationThatIsWrongIsNamedToTheColumn() throws IOException, InterruptedException {
    Path home = Homes.make(folder.resolve("home"), "[hub]\nprt = 1\n");
    HubProcess.Ended ended = HubProcess.run("serve", "--port", "0", "--home", home.toString());
    assertThat(ended.code()).isEqualTo(1);
    assertThat(ended.err()).contains(home.resolve("config.toml") + ":2:1").contains("port");
  }

  /** The port is in this process, the hub that wants it in another. */
  @Test
  void aPortThatAnotherProgramHasNamesTheProgram() throws Exception {
    String home = folder.resolve("without a port").toString();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
      String port = Integer.toString(taken.getLocalPort());
      HubProcess.Ended ended = HubProcess.run("serve", "--home", home, "--port", port);
      assertThat(ended.code()).isEqualTo(1);
      assertThat(ended.err())
          .startsWith(
              "comity: the hub did not start: port "
                  + port
                  + " on 127.0.0.1 is taken by process "
                  + ProcessHandle.current().pid()
                  + " (")
          .contains("java); choose another port with --port, or for good with port under [hub]");
    }
  }
}
