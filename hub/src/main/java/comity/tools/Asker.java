package comity.tools;

import comity.mcp.ClientCapabilities;
import comity.mcp.Implementation;
import comity.mcp.LogLevel;
import comity.mcp.RequestMeta;
import comity.mcp.Revision;
import java.util.Optional;

/**
 * Who asks, as it says itself: once at the handshake, or with each request.
 *
 * @param logLevel the least level of the log messages that it wants; empty where it wants none
 */
record Asker(
    Revision revision,
    Optional<Implementation> client,
    ClientCapabilities capabilities,
    Optional<LogLevel> logLevel) {

  static Asker of(RequestMeta meta, Revision revision) {
    return new Asker(revision, meta.client(), meta.capabilities(), meta.logLevel());
  }

  Asker withLogLevel(LogLevel level) {
    return new Asker(revision, client, capabilities, Optional.of(level));
  }
}
