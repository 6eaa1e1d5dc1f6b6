package comity.sessionfiles;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.json.Json;
import comity.sessions.Session;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The sessions of a home, a file each (SES-11): {@code sessions/ID.json} is a {@link Session}, and
 * {@code sessions/ID.log} the last that its program printed before it ended. They are written by
 * the host alone; anybody of the owner's may read them.
 */
public final class SessionFiles {
  /** A command line and what is known of it take far less. */
  private static final long MAX_BYTES = 4 << 20;

  /** Far more than is kept of what a program printed, in bytes. */
  private static final int MAX_LOG = 1 << 20;

  private static final String SUFFIX = ".json";

  /** As {@link AtomicFile} names what it writes before it takes its place. */
  private static final Pattern LEFT = Pattern.compile("\\.(.+)\\.(json|log)\\.[0-9]+\\.tmp");

  private final Path folder;

  /** Of a home; {@link #has} alone is asked of one that is not open. */
  public SessionFiles(Home home) {
    this.folder = home.sessions();
  }

  /**
   * What was found.
   *
   * @param sessions the oldest first
   * @param problems files that are none of a session; they stay where they are
   */
  public record All(List<Session> sessions, List<String> problems) {
    public All {
      sessions = List.copyOf(sessions);
      problems = List.copyOf(problems);
    }
  }

  /**
   * Reads all of them.
   *
   * @throws FileException where the folder can't be read
   */
  public All all() {
    List<Session> sessions = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
      for (Path file : files) {
        String name = String.valueOf(file.getFileName());
        String id = name.substring(0, name.length() - SUFFIX.length());
        if (!Session.isId(id)) {
          continue;
        }
        if (!Files.isRegularFile(file)) {
          problems.add(file + " is no regular file");
          continue;
        }
        switch (read(file)) {
          case Session.Reading.Read(Session session) when session.id().equals(id) ->
              sessions.add(session);
          case Session.Reading.Read _ -> problems.add(file + " is of another session");
          case Session.Reading.Damaged(String why) -> problems.add(file + ": " + why);
        }
      }
    } catch (IOException e) {
      throw FileException.of("Reading sessions in", folder, e);
    }
    sessions.sort(Comparator.comparing(Session::created).thenComparing(Session::id));
    return new All(sessions, problems);
  }

  private static Session.Reading read(Path file) {
    try {
      return Files.size(file) > MAX_BYTES
          ? new Session.Reading.Damaged("it is larger than " + (MAX_BYTES >> 20) + " MiB")
          : Session.read(Json.read(RegularFile.bytes(file)));
    } catch (IOException e) {
      return new Session.Reading.Damaged(FileException.of("Reading", file, e).getMessage() + "");
    }
  }

  /**
   * Keeps a session as it is now; after return it survives a power cut.
   *
   * @throws FileException where it can't; what was kept before is kept still
   */
  public void write(Session session) {
    byte[] line = (Json.text(session.toJson()) + "\n").getBytes(StandardCharsets.UTF_8);
    AtomicFile.write(folder, file(session.id()), line);
  }

  /** Whether a session of that id is kept; not where there is no such home. */
  public boolean has(String id) {
    return Files.exists(file(id));
  }

  private Path file(String id) {
    return folder.resolve(id + SUFFIX);
  }

  /** Keeps what its program printed last. */
  public void writeLog(String id, byte[] last) {
    AtomicFile.write(folder, log(id), last);
  }

  /** What its program printed last before it ended; nothing where that is not known. */
  public byte[] readLog(String id) {
    return RegularFile.read(log(id), MAX_LOG);
  }

  private Path log(String id) {
    return folder.resolve(id + ".log");
  }

  /**
   * Reads all of them, and removes what a host that was killed left half-written, which nobody
   * reads. For the host alone, before it writes.
   *
   * @throws FileException where it can't
   */
  public All takeOver() {
    sweep();
    return all();
  }

  private void sweep() {
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, ".*.tmp")) {
      for (Path file : files) {
        if (LEFT.matcher(String.valueOf(file.getFileName())).matches()
            && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
          Files.deleteIfExists(file);
        }
      }
    } catch (DirectoryIteratorException e) {
      throw FileException.of("Tidying up", folder, new IOException(e));
    } catch (IOException e) {
      throw FileException.of("Tidying up", folder, e);
    }
  }

  /** A folder of a session's own, for files that its program reads; made where it is missing. */
  public Path ownFolder(String id) {
    Path own = folder.resolve(id);
    AtomicFile.makeFolders(folder, own);
    return own;
  }

  /** Forgets a session and all that is kept of it. */
  public void delete(String id) {
    try {
      Files.deleteIfExists(log(id));
      Path own = folder.resolve(id);
      if (Files.isDirectory(own)) {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(own)) {
          for (Path file : files) {
            Files.delete(file);
          }
        }
        Files.delete(own);
      }
      Files.deleteIfExists(file(id));
    } catch (IOException e) {
      throw FileException.of("Forgetting the session in", file(id), e);
    }
  }
}
