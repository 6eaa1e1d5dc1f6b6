package comity.conformance.mcp;

import comity.http.HttpLog;
import comity.http.HttpServer;
import comity.http.HttpSettings;
import comity.http.Routes;
import comity.mcp.Implementation;
import comity.memory.Rooms;
import comity.tools.Doorkeeper;
import comity.tools.McpRoutes;
import comity.tools.Principal;
import comity.tools.Serving;
import comity.tools.StdioServer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;

/** An MCP server of {@link FixtureOffer}, over {@code stdio} or {@code http}, without tokens. */
public final class FixtureServer {
  private FixtureServer() {}

  /** Takes {@code stdio} or {@code http}; the second prints where it listens. */
  public static void main(String[] args) throws IOException, InterruptedException {
    FixtureOffer offer = new FixtureOffer();
    Serving serving =
        new Serving(_ -> offer, new Implementation("fixtures", "Fixtures", "1"), "Be gentle.");
    Principal anyone = new Principal(Path.of("/"), Optional.empty(), new Rooms.All());
    if (args[0].equals("stdio")) {
      new StdioServer(serving, anyone, System.in, System.out).run();
      return;
    }
    Doorkeeper open = _ -> new Doorkeeper.Admission.Admitted("anyone", anyone, () -> true);
    McpRoutes routes = new McpRoutes(serving, open, System::nanoTime);
    HttpServer server =
        HttpServer.start(HttpSettings.loopback(0), Routes.of(routes.routes()), new Log());
    System.out.println("listening on http://127.0.0.1:" + server.port());
    new CountDownLatch(1).await();
  }

  /** On standard error. */
  private static final class Log implements HttpLog {
    @Override
    public void warning(String text) {
      System.err.println(text);
    }

    @Override
    public void fault(String id, String request, Throwable fault) {
      System.err.println(id + " " + request + " " + fault);
    }
  }
}
