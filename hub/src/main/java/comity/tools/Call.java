package comity.tools;

import comity.json.JsonObject;
import comity.json.JsonValue;
import comity.mcp.ClientCapabilities;
import comity.mcp.Implementation;
import comity.mcp.LogLevel;
import comity.mcp.Revision;
import java.util.Map;
import java.util.Optional;

/** A request that an offer is at work on. Its methods may be called from any thread. */
public interface Call {
  /** The revision that the client speaks. */
  Revision revision();

  /** How the client names itself; nobody has checked it. */
  Optional<Implementation> client();

  /** What the client can be asked for. */
  ClientCapabilities capabilities();

  /**
   * Tells how far it has come, where the client wants to know; each time more than before.
   *
   * @param total 0 where it is not known
   * @param message may be empty
   */
  void progress(long done, long total, String message);

  /** Sends a log message, where the client wants those of this level. */
  void log(LogLevel level, JsonValue data);

  /** Whether nobody waits for the answer any more: what is under way should end soon. */
  boolean isCancelled();

  /** Runs {@code action} once, on another thread, when it is cancelled; at once where it is. */
  void onCancel(Runnable action);

  /** What the client answered to {@link Given.NeedsInput}, by name; empty at the first time. */
  Map<String, JsonObject> inputs();

  /** The state of {@link Given.NeedsInput}; empty at the first time. */
  Optional<String> state();
}
