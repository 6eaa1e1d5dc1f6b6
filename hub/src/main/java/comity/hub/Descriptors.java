package comity.hub;

import comity.http.HttpSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How many connections the process can hold: a listener that finds no descriptor never comes back.
 */
final class Descriptors {
  private static final Path LIMITS = Path.of("/proc/self/limits");
  private static final Pattern OPEN_FILES = Pattern.compile("Max open files\\s+(\\d{1,9})\\s");

  /** For the store, programs' pipes, calls to other hubs, and the JVM itself. */
  private static final int OTHERS = 200;

  private Descriptors() {}

  /** The connections to allow, at most the standard number. */
  static int connections() {
    try {
      return connections(Files.readString(LIMITS));
    } catch (IOException notLinux) {
      return HttpSettings.DEFAULT_MAX_CONNECTIONS;
    }
  }

  /** As the kernel's listing of the process's limits has it. */
  static int connections(String limits) {
    Matcher limit = OPEN_FILES.matcher(limits);
    int open = limit.find() ? Integer.parseInt(limit.group(1)) : Integer.MAX_VALUE;
    return Math.clamp(open - OTHERS, 16, HttpSettings.DEFAULT_MAX_CONNECTIONS);
  }
}
