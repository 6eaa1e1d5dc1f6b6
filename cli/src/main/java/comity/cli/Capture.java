package comity.cli;

import comity.files.FileException;
import comity.host.ProcessChain;
import comity.sessionfiles.CaptureInbox;
import comity.sessions.CaptureEvent;
import comity.sessions.HookReport;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * {@code hook capture} without the rest of the program (SES-2, SES-7): the launcher starts it with
 * a cache of its own, because an agent waits for it. So nothing stands on its way that takes long
 * to load: no {@code picocli}, no {@code java.nio.file}, no lambdas.
 *
 * <p>It is silent where all is well. What it can't take ends with exit code 1 and one line; never
 * with 2, by which Claude Code would be told to stop.
 */
final class Capture {
  /** Comity's own id of a session, in the environment of every agent that it starts. */
  static final String SESSION = "MUSTER_AGENT_SESSION_ID";

  /** Providers write at once; what takes longer would hold up the agent. */
  static final long PATIENCE_MILLIS = 2000;

  private Capture() {}

  /** The words behind {@code hook capture}. */
  public static void main(String[] words) {
    String why = "";
    try {
      String session = System.getenv(SESSION);
      if (session != null && !session.isEmpty()) {
        InputStream in = new FileInputStream(FileDescriptor.in);
        why = captured(CaptureOptions.read(words), session, home(), in);
      }
    } catch (RuntimeException | Error failed) {
      // Whatever it is, it must end, and not with a stack trace in the agent's terminal.
      why = "it failed: " + failed;
    }
    if (!why.isEmpty()) {
      complain(System.getProperty("comity.name", "comity"), why);
    }
    if (!Boolean.getBoolean("comity.training")) {
      // exit would first set up the JDK's logging.
      Runtime.getRuntime().halt(why.isEmpty() ? 0 : 1);
    }
  }

  private static File home() {
    String named = System.getenv("COMITY_HOME");
    return new File(
            named == null || named.isEmpty() ? System.getProperty("user.home") + "/.comity" : named)
        .getAbsoluteFile();
  }

  /**
   * Captures what is on {@code in}.
   *
   * @param session Comity's own id of it
   * @return why it was not captured; empty where it was, or where nothing was to be kept
   */
  static String captured(
      CaptureOptions.Reading reading, String session, File home, InputStream in) {
    // No pattern switches here: the JVM takes longer to make one than to do all the rest.
    if (reading instanceof CaptureOptions.Reading.Wrong(String why)) {
      return why;
    }
    CaptureOptions options = ((CaptureOptions.Reading.Read) reading).options();
    Input input = new Input(in);
    byte[] bytes = input.bytes();
    if (bytes == null) {
      return input.why;
    }
    CaptureEvent event = CaptureEvent.read(bytes, options.provider(), options.event());
    if (event instanceof CaptureEvent.Refused(String why)) {
      return why;
    }
    return event instanceof CaptureEvent.Told told ? kept(options, told, session, home) : "";
  }

  private static String kept(
      CaptureOptions options, CaptureEvent.Told told, String session, File home) {
    ProcessChain chain = ProcessChain.from(options.process());
    if (chain.processes().isEmpty()) {
      return "there is no process " + options.process();
    }
    if (options.parent().isPresent() && !isParent(chain, options.parent().getAsLong())) {
      return options.parent().getAsLong() + " is not the parent of process " + options.process();
    }
    Instant now = Instant.now();
    try {
      HookReport report =
          new HookReport(
              session,
              options.provider(),
              told.event(),
              told.nativeId(),
              told.transcript(),
              now,
              chain.boot(),
              chain.processes());
      CaptureInbox.Opening opening = CaptureInbox.open(home);
      if (opening instanceof CaptureInbox.Opening.Refused(String why)) {
        return why;
      }
      ((CaptureInbox.Opening.Opened) opening).inbox().put(report, micros(now), System.nanoTime());
      return "";
    } catch (FileException | IllegalArgumentException failed) {
      return String.valueOf(failed.getMessage());
    }
  }

  private static boolean isParent(ProcessChain chain, long parent) {
    return chain.processes().size() > 1 && chain.processes().get(1).pid() == parent;
  }

  private static long micros(Instant now) {
    return now.getEpochSecond() * 1_000_000 + now.getNano() / 1000;
  }

  /** One line, whatever is in it; where standard error is closed there is nobody to tell. */
  private static void complain(String name, String why) {
    StringBuilder line = new StringBuilder(name).append(": hook capture: ");
    for (int at = 0; at < why.length(); at++) {
      char c = why.charAt(at);
      line.append(Character.isISOControl(c) ? '?' : c);
    }
    byte[] bytes = line.append('\n').toString().getBytes(StandardCharsets.UTF_8);
    try (FileOutputStream err = new FileOutputStream(FileDescriptor.err)) {
      err.write(bytes);
    } catch (IOException nobody) {
      // The exit code tells.
    }
  }

  /** Reads on another thread, since reading can't be given up. */
  private static final class Input extends Thread {
    private final InputStream in;
    private volatile byte @Nullable [] read;
    private volatile String why =
        "the input did not end within " + PATIENCE_MILLIS / 1000 + " seconds";

    Input(InputStream in) {
      super("input");
      setDaemon(true);
      this.in = in;
    }

    @Override
    public void run() {
      try {
        read = in.readNBytes(CaptureEvent.MAX_BYTES + 1);
      } catch (IOException failed) {
        why = "the input can't be read: " + failed.getMessage();
      }
    }

    /** All of it, or one byte too many; null where it has no end. */
    byte @Nullable [] bytes() {
      start();
      try {
        join(PATIENCE_MILLIS);
      } catch (InterruptedException stopped) {
        why = "it was interrupted";
      }
      return read;
    }
  }
}
