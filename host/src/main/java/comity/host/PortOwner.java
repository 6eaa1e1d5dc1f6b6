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
 * The process that listens at a TCP port of this machine. On Linux it is seen where it is this
 * user's; elsewhere not.
 *
 * @param program what it runs, as its first argument has it
 * @param files the files that it has open
 */
public record PortOwner(long pid, String program, List<Path> files) {
  private static final List<Path> TABLES =
      List.of(Path.of("/proc/net/tcp"), Path.of("/proc/net/tcp6"));

  // Fields of a line of these tables, from proc(5).
  private static final int LOCAL = 1;
  private static final int STATE = 3;
  private static final int INODE = 9;

  private static final String LISTENS = "0A";

  public PortOwner {
    files = List.copyOf(files);
  }

  /** Who listens at this port, if that can be seen. */
  public static Optional<PortOwner> of(int port) {
    Set<String> sockets = new HashSet<>();
    for (Path table : TABLES) {
      sockets.addAll(listening(table, port));
    }
    return sockets.isEmpty()
        ? Optional.empty()
        : Processes.OF_THIS_SYSTEM.pids().stream()
            .flatMap(pid -> of(pid, sockets).stream())
            .findFirst();
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

  private static Optional<PortOwner> of(long pid, Set<String> sockets) {
    Path process = Path.of("/proc", Long.toString(pid));
    List<String> open = open(process.resolve("fd"));
    return open.stream().anyMatch(sockets::contains)
        ? Optional.of(
            new PortOwner(
                pid,
                program(process.resolve("cmdline")),
                open.stream().filter(each -> each.startsWith("/")).map(Path::of).toList()))
        : Optional.empty();
  }

  /** What the descriptors of a process lead to; nothing where it is another's, or has ended. */
  private static List<String> open(Path descriptors) {
    try (Stream<Path> all = Files.list(descriptors)) {
      return all.map(PortOwner::target).toList();
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
