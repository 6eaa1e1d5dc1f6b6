package comity.hub;

import comity.control.LogLevel;
import comity.json.JsonObject;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Instant;
import java.util.logging.ConsoleHandler;
import java.util.logging.Formatter;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** Sets up the JDK's logger: one line a record on standard error, plain or JSON. */
final class Logs {
  /** Held while a line is written. */
  static final Object WRITING = new Object();

  private Logs() {}

  static void configure(LogLevel level, boolean json) {
    Logger root = Logger.getLogger("");
    for (Handler old : root.getHandlers()) {
      root.removeHandler(old);
    }
    Level given =
        switch (level) {
          case ERROR -> Level.SEVERE;
          case WARN -> Level.WARNING;
          case INFO -> Level.INFO;
          case DEBUG -> Level.FINE;
        };
    ConsoleHandler handler = new Console();
    handler.setLevel(given);
    handler.setFormatter(new Lines(json));
    root.addHandler(handler);
    root.setLevel(Level.WARNING);
    Logger.getLogger("comity").setLevel(given);
  }

  private static final class Console extends ConsoleHandler {
    @Override
    public void publish(LogRecord record) {
      synchronized (WRITING) {
        super.publish(record);
      }
    }
  }

  private static final class Lines extends Formatter {
    private final boolean json;

    Lines(boolean json) {
      this.json = json;
    }

    @Override
    public String format(LogRecord record) {
      String at = Instant.ofEpochMilli(record.getMillis()).toString();
      String level = record.getLevel().getName();
      String message = formatMessage(record);
      String fault = record.getThrown() == null ? "" : trace(record.getThrown());
      if (json) {
        JsonObject line =
            JsonObject.empty().with("at", at).with("level", level).with("message", message);
        return (fault.isEmpty() ? line : line.with("fault", fault)) + "\n";
      }
      return at + " " + level + " " + message + "\n" + fault;
    }

    private static String trace(Throwable thrown) {
      StringWriter text = new StringWriter();
      thrown.printStackTrace(new PrintWriter(text, true));
      return text.toString();
    }
  }
}
