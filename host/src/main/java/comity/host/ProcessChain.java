package comity.host;

import comity.sessions.CapturedProcess;
import comity.sessions.HookReport;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A process and those it stands below, as they are now (SES-5). Uses {@code java.io} alone: a hook
 * that asks is a process of its own each time.
 *
 * @param boot as in {@link ProcessMark}
 * @param processes the process that was asked for first, then upwards; empty where it does not run
 */
public record ProcessChain(String boot, List<CapturedProcess> processes) {
  private static final String PROC = "/proc/";

  /** Of a command line: the longest word that Linux takes, a prompt maybe, and those around it. */
  private static final int MAX_COMMAND_LINE = 256 << 10;

  /** The kernel's line has some 400 bytes. */
  private static final int MAX_STAT = 4096;

  // Fields of /proc/PID/stat behind the name, which is field 2.
  private static final int STATE = 0;
  private static final int PARENT = 1;
  private static final int THREADS = 17;
  private static final int START = 19;

  public ProcessChain {
    processes = List.copyOf(processes);
  }

  /** From that process upwards. */
  public static ProcessChain from(long pid) {
    if (!new File(PROC + "self/stat").exists()) {
      return portable(pid);
    }
    List<CapturedProcess> chain = new ArrayList<>();
    long at = pid;
    while (at > 0 && chain.size() < HookReport.MAX_PROCESSES) {
      byte[] stat = read(PROC + at + "/stat", MAX_STAT);
      Optional<Seen> seen = seen(stat);
      if (seen.isEmpty()) {
        break;
      }
      byte[] line = read(PROC + at + "/cmdline", MAX_COMMAND_LINE);
      chain.add(new CapturedProcess(at, seen.get().start, seen.get().name, words(line)));
      at = seen.get().parent;
    }
    byte[] boot = read(PROC + "sys/kernel/random/boot_id", MAX_STAT);
    return new ProcessChain(new String(boot, StandardCharsets.US_ASCII).strip(), chain);
  }

  private record Seen(String name, long parent, long start) {}

  /** What the kernel says; empty where the process has ended. */
  private static Optional<Seen> seen(byte[] stat) {
    String text = new String(stat, StandardCharsets.UTF_8);
    // The name stands in parentheses and may hold anything, also spaces and parentheses.
    int open = text.indexOf('(');
    int close = text.lastIndexOf(')');
    if (open < 0 || close < open) {
      return Optional.empty();
    }
    List<String> fields = fields(text, close + 2);
    if (fields.size() <= START || isDead(fields)) {
      return Optional.empty();
    }
    return Optional.of(
        new Seen(
            text.substring(open + 1, close),
            Long.parseLong(fields.get(PARENT)),
            Long.parseLong(fields.get(START))));
  }

  /** A process whose first thread ended is shown as a zombie while its other threads run. */
  private static boolean isDead(List<String> fields) {
    String state = fields.get(STATE);
    return state.equals("X") || (state.equals("Z") && Integer.parseInt(fields.get(THREADS)) <= 1);
  }

  private static List<String> fields(String text, int from) {
    List<String> fields = new ArrayList<>();
    int at = from;
    while (at < text.length() && fields.size() <= START) {
      int end = text.indexOf(' ', at);
      fields.add(text.substring(at, end < 0 ? text.length() : end));
      at = end < 0 ? text.length() : end + 1;
    }
    return fields;
  }

  /** Each ends with a zero byte. */
  private static List<String> words(byte[] line) {
    List<String> words = new ArrayList<>();
    int at = 0;
    while (at < line.length && words.size() < CapturedProcess.MAX_WORDS) {
      int end = at;
      while (end < line.length && line[end] != 0) {
        end++;
      }
      words.add(new String(line, at, end - at, StandardCharsets.UTF_8));
      at = end + 1;
    }
    return words;
  }

  /** As many bytes as there are; none where the process has ended or is another user's. */
  private static byte[] read(String file, int most) {
    try (FileInputStream in = new FileInputStream(file)) {
      return in.readNBytes(most);
    } catch (IOException ended) {
      return new byte[0];
    }
  }

  private static ProcessChain portable(long pid) {
    List<CapturedProcess> chain = new ArrayList<>();
    Optional<ProcessHandle> at = pid > 0 ? ProcessHandle.of(pid) : Optional.empty();
    while (at.isPresent() && chain.size() < HookReport.MAX_PROCESSES) {
      ProcessHandle.Info info = at.get().info();
      String command = info.command().orElse("");
      List<String> words = new ArrayList<>(List.of(command));
      words.addAll(List.of(info.arguments().orElse(new String[0])));
      chain.add(
          new CapturedProcess(
              at.get().pid(),
              info.startInstant().map(Instant::toEpochMilli).orElse(0L),
              new File(command).getName(),
              command.isEmpty() ? List.of() : words));
      at = at.get().parent();
    }
    return new ProcessChain("", chain);
  }
}
