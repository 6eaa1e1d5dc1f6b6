package comity.hub;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import comity.files.Home;
import comity.frames.Ask;
import comity.frames.NewSession;
import comity.frames.Reply;
import comity.json.Json;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.panes.HostClient;
import comity.panes.SessionHost;
import comity.sessions.CommandForm;
import comity.terminal.Size;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardProtocolFamily;
import java.net.URI;
import java.net.UnixDomainSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.channels.ServerSocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A hub beside a host: it tells of sessions, and the webhook of those that need somebody. */
@Timeout(60)
final class SessionLinkTest {
  private final BlockingQueue<JsonObject> told = new LinkedBlockingQueue<>();
  @TempDir private Path folder;
  private HttpServer webhook;
  private Home home;
  private SessionHost host;
  private Thread thread;
  private Hub hub;

  @BeforeEach
  void start() throws IOException {
    webhook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 10);
    webhook.createContext(
        "/told",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          if (Json.read(body) instanceof JsonReading.Read(JsonObject object)) {
            told.add(object);
          }
          exchange.sendResponseHeaders(204, -1);
          exchange.close();
        });
    webhook.start();
    home = new Home(folder.toRealPath().resolve("home"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    Files.writeString(
        home.config(),
        "[sessions]\nnotify_every = \"1s\"\nwebhook = \"http://127.0.0.1:"
            + webhook.getAddress().getPort()
            + "/told\"\n");
    SessionHost.Opening opening = SessionHost.open(home, "/bin/false", Map.of(), _ -> {});
    assertThat(opening).isInstanceOf(SessionHost.Opening.Opened.class);
    host = ((SessionHost.Opening.Opened) opening).host();
    thread =
        Thread.ofPlatform()
            .start(() -> {
              try {
                host.run();
              } catch (InterruptedException e) {
                throw new AssertionError(e);
              }
            });
    startHub();
  }

  private void startHub() {
    Starting starting =
        Hub.start(new HubOptions(home.root(), OptionalInt.of(0), Optional.empty(), false));
    assertThat(starting).isInstanceOf(Starting.Running.class);
    hub = ((Starting.Running) starting).hub();
  }

  @AfterEach
  void end() throws InterruptedException {
    hub.stop();
    host.end();
    thread.join();
    webhook.stop(0);
  }

  private HostClient client() throws IOException {
    return HostClient.connect(home).orElseThrow();
  }

  private JsonObject begin(String line) throws IOException {
    try (HostClient client = client()) {
      Reply reply =
          client.ask(
              new Ask.Begin(
                  new NewSession(
                      Optional.of("api"),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty(),
                      Optional.empty(),
                      folder.toString(),
                      new CommandForm.Words(List.of("sh", "-c", line)),
                      Map.of("PATH", "/usr/bin:/bin"),
                      new Size(80, 24))));
      assertThat(reply).isInstanceOf(Reply.Done.class);
      return ((Reply.Done) reply).result();
    }
  }

  private static OutputStream openedOnceThere(Path gate) throws IOException {
    while (!Files.exists(gate)) {
      Thread.onSpinWait();
    }
    return Files.newOutputStream(gate);
  }

  @Test
  @Tag("SES-15")
  @Tag("SES-28")
  void aSessionThatNeedsSomebodyIsToldToTheWebhookAlsoByTheNextHub() throws Exception {
    Path gate = folder.resolve("gate");
    JsonObject begun =
        begin(
            "mkfifo gate; read line <gate;"
                + " printf '\\033]7501;state=blocked:kind=question\\033\\\\'; exec sleep 600");
    String id = begun.string("id").orElseThrow();
    // Opens once the session reads: nobody looks at it.
    try (OutputStream open = openedOnceThere(gate)) {
      open.write("go\n".getBytes(StandardCharsets.UTF_8));
    }
    JsonObject first = told.poll(30, TimeUnit.SECONDS);
    assertThat(first).isNotNull();
    assertThat(first.string("id")).contains(id);
    assertThat(first.string("activity")).contains("attention");
    assertThat(first.string("evidence")).contains("OSC 7501 blocked");

    assertThat(listed("")).contains("\"name\":\"api\"", "\"activity\":\"attention\"");

    hub.stop();
    startHub();
    assertThat(told.poll(30, TimeUnit.SECONDS)).as("it still needs somebody").isNotNull();
  }

  private String listed(String query) throws Exception {
    HttpResponse<String> answer = asked(query);
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private HttpResponse<String> asked(String query) throws Exception {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(hub.url() + "/api/sessions" + query))
                .header(
                    "Authorization",
                    "Bearer " + Files.readString(home.run().resolve("token")).strip())
                .build(),
            HttpResponse.BodyHandlers.ofString());
  }

  @Test
  @Tag("SES-10")
  void aHostThatDoesNotAnswerIsTold() throws Exception {
    host.end();
    thread.join();
    Path socket = home.run().resolve("host.sock");
    try (ServerSocketChannel door = ServerSocketChannel.open(StandardProtocolFamily.UNIX)) {
      door.bind(UnixDomainSocketAddress.of(socket));
      HttpResponse<String> answer = asked("");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body())
          .contains("process " + ProcessHandle.current().pid(), socket.toString());
    }
    Files.delete(socket);
    assertThat(listed("")).as("there is none").contains("\"sessions\":[]");
  }

  @Test
  @Tag("SES-11")
  void closedSessionsAreShownToWhoAsksForThem() throws Exception {
    String id = begin("exec cat").string("id").orElseThrow();
    assertThat(listed("")).contains(id);
    try (HostClient client = client()) {
      assertThat(client.ask(new Ask.Stop(id, Ask.Ending.AT_ONCE))).isInstanceOf(Reply.Done.class);
    }
    assertThat(listed("")).doesNotContain(id);
    assertThat(listed("?all=true")).contains(id, "\"state\":\"closed\"");
  }
}
