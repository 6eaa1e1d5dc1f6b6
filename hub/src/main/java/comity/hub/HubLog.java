package comity.hub;

import comity.http.HttpLog;
import java.util.logging.Level;
import java.util.logging.Logger;

/** Where the hub says what a person should know; keys and contents of messages never go there. */
final class HubLog implements HttpLog {
  private final Logger logger = Logger.getLogger("comity");

  void info(String text) {
    logger.info(text);
  }

  @Override
  public void warning(String text) {
    logger.warning(text);
  }

  /** A fault of our own while {@code what} was done. */
  void fault(String what, Throwable cause) {
    logger.log(Level.SEVERE, what, cause);
  }

  @Override
  public void fault(String id, String request, Throwable cause) {
    logger.log(Level.SEVERE, request + " failed (" + id + ")", cause);
  }
}
