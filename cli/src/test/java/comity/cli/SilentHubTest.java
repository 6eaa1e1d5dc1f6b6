package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import comity.files.Home;
import comity.files.HomeLock;
import comity.json.JsonBoolean;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is said where the hub of the home does not answer, or another one has its port. */
class SilentHubTest {
  @TempDir Path folder;

  private RunningHub hub;

  @BeforeEach
  void start() {
    hub = RunningHub.start(folder);
  }

  @AfterEach
  void stop() {
    hub.close();
  }

  @Test
  void aTakenPortIsSaidInOneSentence() {
    String port = hub.port();
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    Ran ran;
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try {
      ran = Ran.in(folder, "--home", "second", "serve", "--port", port);
    } finally {
      System.setErr(before);
    }
    assertThat(ran.code()).isEqualTo(1);
    String home = folder.resolve("home").toString();
    assertThat(ran.err())
        .hasLineCount(1)
        .contains("port " + port + " on 127.0.0.1 is taken by the hub of " + home + " (process ")
        .contains("comity --home " + home + " down")
        .contains("--port")
        .contains("port under [hub] in " + folder.resolve("second/config.toml"));
    assertThat(said.toString(StandardCharsets.UTF_8)).isEmpty();
  }

  @Test
  void aHubThatDoesNotAnswerIsToldFromNone() throws IOException {
    Path announced = folder.resolve("home/run/hub.json");
    byte[] right = Files.readAllBytes(announced);
    Files.delete(announced);
    Ran silent = hub.run("status");
    assertThat(silent.code()).isEqualTo(5);
    assertThat(silent.out())
        .startsWith("hub      process " + ProcessHandle.current().pid() + " has ")
        .contains("but does not answer");
    assertThat(hub.run("status", "--quiet")).isEqualTo(new Ran(5, "", ""));
    assertThat(
            ProgramTest.json(hub.run("status", "--json").out())
                .object("hub")
                .orElseThrow()
                .get("running"))
        .isEqualTo(new JsonBoolean(true));
    Files.write(announced, right);
    assertThat(hub.run("status").code()).isZero();
  }

  /** As where a home is copied while its hub runs. */
  @Test
  void aCopyOfTheHomeHasNoHub() throws IOException {
    Path run = folder.resolve("home/run");
    Path copy = Files.createDirectories(folder.resolve("copy/run"));
    for (String file : List.of("hub.json", "hub.lock", "token")) {
      Files.copy(run.resolve(file), copy.resolve(file));
    }
    Ran none = Ran.in(folder, "--home", "copy", "send", "echo", "hi");
    assertThat(none.code()).isEqualTo(5);
    assertThat(none.err()).contains("no hub is running for " + folder.resolve("copy"));
    assertThat(Ran.in(folder, "--home", "copy", "doctor").out()).contains("hub: not running");
    Ran down = Ran.in(folder, "--home", "copy", "down");
    assertThat(down.out()).contains("no hub is running for " + folder.resolve("copy"));
    assertThat(hub.run("send", "echo", "hi").code()).isZero();
  }

  /** As where another hub begins in the copy, and has not announced itself yet. */
  @Test
  void aCopyThatAnotherHubHasIsNotThatOfTheOriginal() throws IOException {
    Path run = folder.resolve("home/run");
    Home copy = new Home(folder.resolve("copy"));
    assertThat(copy.open()).isInstanceOf(Home.Opening.Opened.class);
    for (String file : List.of("hub.json", "token")) {
      Files.copy(run.resolve(file), copy.run().resolve(file));
    }
    HomeLock.Taking taken = HomeLock.take(copy, ProcessHandle.current().pid() + 1);
    assertThat(taken).isInstanceOf(HomeLock.Taking.Taken.class);
    try (HomeLock _ = ((HomeLock.Taking.Taken) taken).lock()) {
      Ran none = Ran.in(folder, "--home", "copy", "send", "echo", "hi");
      assertThat(none.code()).isEqualTo(5);
      assertThat(none.err()).contains("no hub is running for " + folder.resolve("copy"));
    }
  }

  @Test
  void whoeverElseAnswersAtThePortIsNotTakenForTheHub() throws IOException {
    Path announced = folder.resolve("home/run/hub.json");
    String right = Files.readString(announced);
    Files.writeString(announced, right.replaceFirst("\"token\":\"[^\"]*", "\"token\":\"another"));
    Ran another = hub.run("send", "echo", "hi");
    assertThat(another.code()).isEqualTo(5);
    assertThat(another.err())
        .contains("answers another hub than that of " + folder.resolve("home"));
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.sendResponseHeaders(404, 3);
          exchange.getResponseBody().write("no?".getBytes(StandardCharsets.UTF_8));
          exchange.close();
        });
    server.start();
    try {
      String url = "http://127.0.0.1:" + server.getAddress().getPort();
      Files.writeString(announced, right.replace(hub.hub().url(), url));
      Ran none = hub.run("send", "echo", "hi");
      assertThat(none.code()).isEqualTo(5);
      assertThat(none.err()).contains("what answers at " + url + " is no hub");
      assertThat(hub.run("status").out()).contains("but does not answer");
    } finally {
      server.stop(0);
    }
  }
}
