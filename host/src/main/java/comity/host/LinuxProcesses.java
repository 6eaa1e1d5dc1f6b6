package comity.host;

import java.io.File;
import java.io.IOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Processes as proc(5) tells them, and kill(2). */
final class LinuxProcesses implements Processes {

  private static final Path BOOT_ID = Path.of("/proc/sys/kernel/random/boot_id");

  // Fields of /proc/PID/stat, counted from the state (field 3), which follows the name.
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int GROUP = 2;
  private static final int SESSION = 3;
  private static final int THREADS = 17;
  private static final int START = 19;

  private static final MethodHandle KILL =
      Linker.nativeLinker()
          .downcallHandle(
              Linker.nativeLinker().defaultLookup().findOrThrow("kill"),
              FunctionDescriptor.of(
                  ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));

  private final String boot = readBoot();

  static boolean isHere() {
    return Files.isReadable(Path.of("/proc/self/stat")) && Files.isReadable(BOOT_ID);
  }

  @Override
  public String boot() {
    return boot;
  }

  @Override
  public List<Long> pids() {
    String[] names = new File("/proc").list();
    var pids = new ArrayList<Long>();
    for (String name : names == null ? new String[0] : names) {
      if (name.charAt(0) >= '1' && name.charAt(0) <= '9') {
        pids.add(Long.parseLong(name));
      }
    }
    return pids;
  }

  @Override
  public Optional<Seen> look(long pid) {
    try {
      byte[] stat = Files.readAllBytes(Path.of("/proc/" + pid + "/stat"));
      return stat.length == 0 ? Optional.empty() : Optional.of(parse(pid, stat));
    } catch (IOException e) {
      return Optional.empty(); // It ended, which is what most of them do.
    }
  }

  static Seen parse(long pid, byte[] stat) {
    String text = new String(stat, StandardCharsets.ISO_8859_1);
    // The name stands in parentheses and may hold anything, also spaces and parentheses.
    String[] fields = text.substring(text.lastIndexOf(')') + 2).split(" ", START + 2);
    char state = fields[STATE].charAt(0);
    // A process whose first thread ended is shown as a zombie while its other threads run.
    boolean dead = state == 'X' || (state == 'Z' && Integer.parseInt(fields[THREADS]) <= 1);
    return new Seen(
        pid,
        Long.parseLong(fields[PARENT]),
        Long.parseLong(fields[GROUP]),
        Long.parseLong(fields[SESSION]),
        Long.parseLong(fields[START].strip()),
        dead);
  }

  @Override
  public boolean carries(long pid, String name, String value) {
    return value(pid, name).filter(value::equals).isPresent();
  }

  @Override
  public Optional<String> value(long pid, String name) {
    byte[] environment;
    try {
      // The kernel bounds it with the limit of arguments and environment, a few megabytes.
      environment = Files.readAllBytes(Path.of("/proc/" + pid + "/environ"));
    } catch (IOException e) {
      return Optional.empty(); // It ended, or it is another user's.
    }
    byte[] wanted = (name + "=").getBytes(StandardCharsets.UTF_8);
    for (int at = 0; at + wanted.length <= environment.length; ) {
      int end = at;
      while (end < environment.length && environment[end] != 0) {
        end++;
      }
      int from = at + wanted.length;
      if (from <= end && Arrays.equals(environment, at, from, wanted, 0, wanted.length)) {
        return Optional.of(new String(environment, from, end - from, StandardCharsets.UTF_8));
      }
      at = end + 1;
    }
    return Optional.empty();
  }

  @Override
  public void signal(Seen seen, Signal signal) {
    if (isStill(seen)) {
      kill(seen.pid(), signal);
    }
  }

  @Override
  public void signalGroup(Seen seen, Signal signal) {
    if (isStill(seen)) {
      kill(-seen.group(), signal);
    }
  }

  /** What is left of the race with a pid's reuse is the time between two system calls. */
  private boolean isStill(Seen seen) {
    return look(seen.pid()).filter(now -> now.start() == seen.start()).isPresent();
  }

  private static void kill(long target, Signal signal) {
    if (target >= -1 && target <= 1) {
      // 0 is our own group, -1 everyone on the machine, 1 the process that holds it together.
      throw new AssertionError("a signal to " + target);
    }
    try {
      // The result is not needed: it ended by itself, or is another user's and shows as a survivor.
      int _ = (int) KILL.invokeExact((int) target, signal.number);
    } catch (Throwable e) {
      throw new AssertionError("kill(2) throws nothing", e);
    }
  }

  private static String readBoot() {
    try {
      return Files.readString(BOOT_ID).strip();
    } catch (IOException e) {
      throw new IllegalStateException("reading " + BOOT_ID + " failed: is /proc mounted?", e);
    }
  }
}
