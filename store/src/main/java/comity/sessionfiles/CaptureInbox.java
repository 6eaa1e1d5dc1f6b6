package comity.sessionfiles;

import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.sessions.HookEvent;
import comity.sessions.HookReport;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What hooks reported and nobody has taken in yet (SES-6): {@code sessions/inbox} of a home, where
 * every report is a file of its own, {@code TIME-NUMBER.json}, whose name says in which order they
 * came. A report is written beside its place under a name that begins with a dot and then renamed,
 * so that no part of one is ever seen, and needs neither a lock nor a running hub.
 *
 * <p>Many may put at the same time, one takes. What is no report is moved to {@code sessions/aside}
 * and told of. Putting uses nothing but {@code java.io}: a hook is a process of its own each time,
 * and the rest would take longer to load than to run.
 */
public final class CaptureInbox {
  /**
   * So many wait at most. An agent reports a few times a minute; who takes them in is gone for
   * hours when they are so many, and whoever starts it anew waits for all of them.
   */
  public static final int MAX_WAITING = 4096;

  /** So many are kept aside; the oldest make room. */
  static final int MAX_ASIDE = 256;

  /** An unfinished one that is older was left by a process that was killed. */
  static final Duration UNFINISHED = Duration.ofMinutes(1);

  /** Digits of a time in microseconds, until the year 2286. */
  private static final int DIGITS = 16;

  private static final long MAX_TIME = 9_999_999_999_999_999L;
  private static final String SUFFIX = ".json";

  private final File sessions;
  private final File inbox;

  private CaptureInbox(File sessions) {
    this.sessions = sessions;
    this.inbox = new File(sessions, "inbox");
  }

  /** What came of opening one. */
  public sealed interface Opening {
    /** It is there. */
    record Opened(CaptureInbox inbox) implements Opening {}

    /**
     * It must not be used, or can't.
     *
     * @param why what is wrong and what to do, in one line
     */
    record Refused(String why) implements Opening {}
  }

  /**
   * What was taken.
   *
   * @param reports how many were handed over
   * @param problems what a person should know of the others
   */
  public record Taken(int reports, List<String> problems) {
    public Taken {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Opens the inbox of a home, and makes it where it is missing.
   *
   * @param home the folder, which must be there
   * @throws FileException where the machine fails
   */
  public static Opening open(File home) {
    File sessions = new File(home, "sessions");
    if (!sessions.isDirectory()) {
      if (!home.isDirectory()) {
        String what = home.exists() ? " is no folder" : " is not there";
        return new Opening.Refused(home + what + "; a session of Comity has its home there");
      }
      // Nobody has used this home yet, so it is looked at more closely.
      if (new Home(home.toPath()).open() instanceof Home.Opening.Refused(String reason)) {
        return new Opening.Refused(reason);
      }
    }
    CaptureInbox opened = new CaptureInbox(sessions);
    try {
      Optional<String> refusal = opened.refusal();
      return refusal.isPresent() ? new Opening.Refused(refusal.get()) : new Opening.Opened(opened);
    } catch (IOException failed) {
      throw FileException.of("Opening", opened.inbox.toPath(), failed);
    }
  }

  private Optional<String> refusal() throws IOException {
    if (!inbox.isDirectory() && (inbox.mkdir() || !inbox.isDirectory())) {
      if (!inbox.isDirectory()) {
        String why =
            inbox.exists()
                ? " is no folder; move it away"
                : " can't be made; check that " + sessions + " belongs to you and has room";
        return Optional.of(inbox + why);
      }
      own(inbox, true);
    }
    File expected = new File(sessions.getCanonicalFile(), inbox.getName());
    return inbox.getCanonicalFile().equals(expected)
        ? Optional.empty()
        : Optional.of(inbox + " leads elsewhere; put a folder there in place of the link");
  }

  /** Where it is. */
  public Path folder() {
    return inbox.toPath();
  }

  /**
   * Keeps a report: after return it is there as a whole, whoever is killed, and it is read after
   * all that were there before, whatever the clock says.
   *
   * @param micros the time now, in microseconds since 1970
   * @param number differs for each that is put at the same time, such as {@code System.nanoTime()}
   * @throws FileException where it can't be; nothing of it is there then
   */
  public void put(HookReport report, long micros, long number) {
    byte[] content = report.toJson();
    String[] there = inbox.list();
    if (there == null) {
      throw failed(new IOException("it can't be read"));
    }
    if (there.length >= MAX_WAITING) {
      throw failed(new IOException("it is full: " + there.length + " reports wait to be taken in"));
    }
    String name = name(Math.max(micros, latest(there) + 1), number);
    File beside = new File(inbox, "." + name + ".tmp");
    try {
      write(beside, content, report.event() == HookEvent.STARTED);
      if (!beside.renameTo(new File(inbox, name))) {
        throw new IOException("it can't be renamed");
      }
    } catch (IOException why) {
      // It may not be there; what can't be deleted is swept later.
      boolean _ = beside.delete();
      throw failed(why);
    }
  }

  /**
   * What a resume needs is on the disk before it has its name, so that no power cut leaves an empty
   * file of that name; the others tell of a moment that is over then.
   */
  private static void write(File beside, byte[] content, boolean lasting) throws IOException {
    if (!beside.createNewFile()) {
      throw new IOException("another process writes a report of the same name");
    }
    own(beside, false);
    try (FileOutputStream out = new FileOutputStream(beside)) {
      out.write(content);
      if (lasting) {
        out.getFD().sync();
      }
    }
  }

  /** 0700 or 0600; nobody else can look into the folder it is in. */
  private static void own(File file, boolean folder) {
    boolean _ =
        file.setReadable(false, false)
            && file.setWritable(false, false)
            && file.setExecutable(false, false);
    boolean _ =
        file.setReadable(true, true)
            && file.setWritable(true, true)
            && (!folder || file.setExecutable(true, true));
  }

  private FileException failed(IOException why) {
    String message = String.valueOf(why.getMessage());
    // java.io puts the reason in brackets behind the path, which is told anyway.
    int bracket = message.lastIndexOf(" (");
    boolean bracketed = bracket >= 0 && message.endsWith(")");
    String reason = bracketed ? message.substring(bracket + 2, message.length() - 1) : message;
    return FileException.of("Keeping a report in", folder(), new IOException(reason, why));
  }

  static String name(long micros, long number) {
    String time = Long.toString(Math.clamp(micros, 0, MAX_TIME));
    return "0".repeat(DIGITS - time.length()) + time + "-" + number + SUFFIX;
  }

  /** The time of the last one, in microseconds; 0 where there is none. */
  private static long latest(String[] names) {
    long latest = 0;
    for (String name : names) {
      latest = Math.max(latest, micros(name));
    }
    return Math.min(latest, MAX_TIME - 1);
  }

  /** The time that a name begins with; -1 where it is no report's. */
  private static long micros(String name) {
    if (name.length() <= DIGITS || name.charAt(DIGITS) != '-' || !name.endsWith(SUFFIX)) {
      return -1;
    }
    long micros = 0;
    for (int at = 0; at < DIGITS; at++) {
      int digit = name.charAt(at) - '0';
      if (digit < 0 || digit > 9) {
        return -1;
      }
      micros = 10 * micros + digit;
    }
    return micros;
  }

  /**
   * Hands over what waits, in the order in which it was put. Each is deleted after the taker has
   * returned; where the taker throws, it stays, and so do those after it.
   *
   * @throws FileException where the machine fails
   */
  public Taken take(Consumer<HookReport> taker) {
    String[] names = inbox.list();
    if (names == null) {
      throw FileException.of("Reading", folder(), new IOException("it can't be read"));
    }
    Arrays.sort(names);
    int reports = 0;
    List<String> problems = new ArrayList<>();
    for (String name : names) {
      Path file = folder().resolve(name);
      try {
        if (isUnfinished(name)) {
          sweep(file);
          continue;
        }
        switch (read(name, file)) {
          case null -> {
            // Somebody took it away.
          }
          case HookReport.Reading.Read(HookReport report) -> {
            taker.accept(report);
            Files.deleteIfExists(file);
            reports++;
          }
          case HookReport.Reading.Malformed(String why) -> problems.add(aside(file, why));
        }
      } catch (NoSuchFileException finished) {
        // Its writer has just given it its name, and it is found the next time.
      } catch (IOException failed) {
        // It keeps none of the others back.
        problems.add(String.valueOf(FileException.of("Taking in", file, failed).getMessage()));
      }
    }
    return new Taken(reports, problems);
  }

  private static boolean isUnfinished(String name) {
    return name.startsWith(".") && name.endsWith(".tmp");
  }

  private static void sweep(Path unfinished) throws IOException {
    if (!Files.isRegularFile(unfinished, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    long age = System.currentTimeMillis() - Files.getLastModifiedTime(unfinished).toMillis();
    // A clock that was set back makes files of the future.
    if (Math.abs(age) > UNFINISHED.toMillis()) {
      Files.deleteIfExists(unfinished);
    }
  }

  /** Nothing where it is no longer there. */
  private static HookReport.@Nullable Reading read(String name, Path file) throws IOException {
    if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
      return Files.exists(file, LinkOption.NOFOLLOW_LINKS)
          ? new HookReport.Reading.Malformed("it is no file")
          : null;
    }
    if (micros(name) < 0) {
      return new HookReport.Reading.Malformed("its name is none of a report");
    }
    if (Files.size(file) > HookReport.MAX_BYTES) {
      return new HookReport.Reading.Malformed("it is too long");
    }
    return HookReport.read(RegularFile.bytes(file));
  }

  /** Says where it went. */
  private String aside(Path file, String why) throws IOException {
    Path aside = sessions.toPath().resolve("aside");
    if (!Files.isDirectory(aside)) {
      Files.createDirectory(aside);
      own(aside.toFile(), true);
    }
    String dropped = makeRoom(aside);
    String name = String.valueOf(file.getFileName());
    Path to = aside.resolve(name);
    for (int n = 2; Files.exists(to, LinkOption.NOFOLLOW_LINKS); n++) {
      to = aside.resolve(name + "." + n);
    }
    Files.move(file, to, StandardCopyOption.ATOMIC_MOVE);
    return "no report: " + file + ": " + why + "; it was moved to " + to + dropped;
  }

  private static String makeRoom(Path aside) throws IOException {
    try (Stream<Path> listed = Files.list(aside)) {
      List<Path> files = listed.filter(Files::isRegularFile).sorted().toList();
      if (files.size() < MAX_ASIDE) {
        return "";
      }
      Files.deleteIfExists(files.getFirst());
      return ", where " + files.getFirst().getFileName() + " made room for it";
    } catch (UncheckedIOException failed) {
      throw new IOException(failed);
    }
  }
}
