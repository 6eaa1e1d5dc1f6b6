package comity.hub;

import comity.control.MemorySettings;
import comity.files.Home;
import comity.http.Route;
import comity.project.Audit;
import comity.recall.Finders;
import comity.roles.Actor;
import comity.tokens.TokenLookup;
import comity.tokens.Tokens;
import comity.tools.McpRoutes;
import comity.tools.ProductOffer;
import comity.tools.TokenDoor;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The hub's MCP server, and what its tools need of the process. */
final class ToolServer implements AutoCloseable {
  private final Finders finders;
  private final McpRoutes mcp;

  ToolServer(Home home, Supplier<MemorySettings> settings, Audit audit, Clock clock, HubLog log) {
    this.finders = new Finders(home, Finders.models(home), true);
    this.mcp =
        new McpRoutes(
            ProductOffer.serving(home, Map.of(), Actor.Door.HTTP, Hub.VERSION, finders, settings),
            new TokenDoor(new TokenLookup(Tokens.of(home), log::warning), audit, clock.source()),
            System::nanoTime);
  }

  List<Route> routes() {
    return mcp.routes();
  }

  @Override
  public void close() {
    mcp.close();
    finders.close();
  }
}
