package comity.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The process that listens at a TCP port of this machine, or at a socket with a path. On Linux it
 * is seen where it is this user's; elsewhere not.
 *
 * @param program what it runs, as its first argument has it
 * @param files the files that it has open
 */
public record Listener(long pid, String program, List<Path> files) {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  // Fields of a line of these tables, from proc(5).
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private static final String LISTENS = "0A";

  private static final Path UNIX_TABLE = Path.of("/proc/net/unix");

  // The same of that one; a path may have spaces.
  private static final int UNIX_FIELDS = 8;
  private static final int UNIX_FLAGS = 3;
  private static final int UNIX_INODE = 6;
  private static final int UNIX_PATH = 7;

  private static final String UNIX_LISTENS = "00010000";

  public Listener {
    files = List.copyOf(files);
  }

  /** Who listens at this port, if that can be seen. */
  public static Optional<Listener> of(int port) {
    Set<String> sockets = new HashSet<>();
    for (Path table : TABLES) {
      sockets.addAll(listening(table, port));
    }
    return of(sockets);
  }

  /** Who listens at this socket, if that can be seen. */
  public static Optional<Listener> of(Path socket) {
    String wanted =
        new String(socket.toString().getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    Set<String> sockets = new HashSet<>();
    try (Stream<String> lines = Files.lines(UNIX_TABLE, StandardCharsets.ISO_8859_1)) {
      for (String line : lines.skip(1).toList()) {
        String[] fields = line.strip().split("\\s+", UNIX_FIELDS);
        if (fields.length == UNIX_FIELDS
            && fields[UNIX_FLAGS].equals(UNIX_LISTENS)
            && fields[UNIX_PATH].equals(wanted)) {
          sockets.add("socket:[" + fields[UNIX_INODE] + "]");
        }
      }
    } catch (IOException notLinux) {
      return Optional.empty();
    }
    return of(sockets);
  }

  private static Optional<Listener> of(Set<String> sockets) {
    return sockets.isEmpty()
        ? Optional.empty()
        : Processes.OF_THIS_SYSTEM.pids().stream()
            .flatMap(pid -> of(pid, sockets).stream())
            .findFirst();
  }

  /** Whether it was stopped, as by {@code kill -STOP}, and does nothing until it may go on. */
  public boolean isStopped() {
    try {
      String stat =
          Files.readString(
              Path.of("/proc", Long.toString(pid), "stat"), StandardCharsets.ISO_8859_1);
      return stat.startsWith(") T", stat.lastIndexOf(')'));
    } catch (IOException ended) {
      return false;
    }
  }

  private static Set<String> listening(Path table, int port) {
    Set<String> sockets = new HashSet<>();
    try (Stream<String> lines = Files.lines(table, StandardCharsets.US_ASCII)) {
      for (String line : lines.skip(1).toList()) {
        String[] fields = line.strip().split("\\s+", -1);
        String local = fields[LOCAL];
        if (fields[STATE].equals(LISTENS)
            && Integer.parseInt(local, local.lastIndexOf(':') + 1, local.length(), 16) == port) {
          sockets.add("socket:[" + fields[INODE] + "]");
        }
      }
    } catch (IOException notLinux) {
      return Set.of();
    }
    return sockets;
  }

  private static Optional<Listener> of(long pid, Set<String> sockets) {
    Path process = Path.of("/proc", Long.toString(pid));
    List<String> open = open(process.resolve("fd"));
    return open.stream().anyMatch(sockets::contains)
        ? Optional.of(
            new Listener(
                pid,
                program(process.resolve("cmdline")),
                open.stream().filter(each -> each.startsWith("/")).map(Path::of).toList()))
        : Optional.empty();
  }

  /** What the descriptors of a process lead to; nothing where it is another's, or has ended. */
  private static List<String> open(Path descriptors) {
    try (Stream<Path> all = Files.list(descriptors)) {
      return all.map(Listener::target).toList();
    } catch (IOException another) {
      return List.of();
    }
  }

  private static String target(Path link) {
    try {
      return Files.readSymbolicLink(link).toString();
    } catch (IOException closed) {
      return "";
    }
  }

  private static String program(Path commandLine) {
    try {
      return Files.readString(commandLine, StandardCharsets.ISO_8859_1).split("\0", 2)[0];
    } catch (IOException ended) {
      return "";
    }
  }
}
