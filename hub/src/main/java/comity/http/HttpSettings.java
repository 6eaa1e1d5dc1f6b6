package comity.http;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What a server listens on and what it bears.
 *
 * @param bind the address to listen on
 * @param port the port to listen on; 0 takes a free one
 * @param bodyCeiling bytes of a body that are read for any handler
 * @param deadlines how long a client may take
 * @param maxConnections open connections; the next one is answered 503 and closed
 * @param maxConnectionsPerAddress as {@code maxConnections}, for one remote address that is not
 *     loopback
 * @param bodyMemory bytes of bodies that may be on their way at one time, all together; each costs
 *     up to three until the body is whole
 * @param authorities the names, {@code host} or {@code host:port} in lower case, besides loopback
 *     and {@code bind} under which this server may be asked; read for each request
 */
public record HttpSettings(
    InetAddress bind,
    int port,
    long bodyCeiling,
    Deadlines deadlines,
    int maxConnections,
    int maxConnectionsPerAddress,
    long bodyMemory,
    Supplier<Set<String>> authorities) {

  /** Above the largest message an agent takes by default (10 MiB) with room for its envelope. */
  public static final long DEFAULT_BODY_CEILING = 16L << 20;

  /** Some 20 KB each: 20 MB when all are open, and far under the usual limit of descriptors. */
  public static final int DEFAULT_MAX_CONNECTIONS = 1_000;

  /** A quarter, so that no single neighbour can shut the others out. */
  public static final int DEFAULT_MAX_CONNECTIONS_PER_ADDRESS = 250;

  /**
   * An eighth of the heap, since a body is in memory up to eight times until its message is kept:
   * as it came, as text, for its digest, for the log. Small ones (16 KiB) are not counted.
   */
  public static final long DEFAULT_BODY_MEMORY = Runtime.getRuntime().maxMemory() / 8;

  public HttpSettings {
    if (port < 0 || port > 65_535) {
      throw new IllegalArgumentException("port " + port);
    }
    if (bodyCeiling < 0 || bodyCeiling > Integer.MAX_VALUE - 64) {
      throw new IllegalArgumentException("body ceiling " + bodyCeiling + ": a body is one array");
    }
    if (maxConnections < 1 || maxConnectionsPerAddress < 1) {
      throw new IllegalArgumentException("a server without connections");
    }
  }

  /** The defaults, on this machine only. */
  public static HttpSettings loopback(int port) {
    return new HttpSettings(
        InetAddress.ofLiteral("127.0.0.1"),
        port,
        DEFAULT_BODY_CEILING,
        Deadlines.DEFAULT,
        DEFAULT_MAX_CONNECTIONS,
        DEFAULT_MAX_CONNECTIONS_PER_ADDRESS,
        DEFAULT_BODY_MEMORY,
        Set::of);
  }

  /** A copy that listens on {@code changed}. */
  public HttpSettings withBind(InetAddress changed) {
    return new HttpSettings(
        changed,
        port,
        bodyCeiling,
        deadlines,
        maxConnections,
        maxConnectionsPerAddress,
        bodyMemory,
        authorities);
  }

  /** A copy with this body ceiling. */
  public HttpSettings withBodyCeiling(long changed) {
    return new HttpSettings(
        bind,
        port,
        changed,
        deadlines,
        maxConnections,
        maxConnectionsPerAddress,
        bodyMemory,
        authorities);
  }

  /** A copy with these deadlines. */
  public HttpSettings withDeadlines(Deadlines changed) {
    return new HttpSettings(
        bind,
        port,
        bodyCeiling,
        changed,
        maxConnections,
        maxConnectionsPerAddress,
        bodyMemory,
        authorities);
  }

  /** A copy with these bounds on connections. */
  public HttpSettings withConnections(int max, int perAddress) {
    return new HttpSettings(
        bind, port, bodyCeiling, deadlines, max, perAddress, bodyMemory, authorities);
  }

  /** A copy with this bound on the bodies' memory. */
  public HttpSettings withBodyMemory(long changed) {
    return new HttpSettings(
        bind,
        port,
        bodyCeiling,
        deadlines,
        maxConnections,
        maxConnectionsPerAddress,
        changed,
        authorities);
  }

  /** A copy that may be asked under these names too. */
  public HttpSettings withAuthorities(Supplier<Set<String>> changed) {
    return new HttpSettings(
        bind,
        port,
        bodyCeiling,
        deadlines,
        maxConnections,
        maxConnectionsPerAddress,
        bodyMemory,
        changed);
  }

  /**
   * How long a client may take. Each is a total, not the pause between two bytes: a client that
   * sends a byte a second gets no longer than one that sends none.
   *
   * @param head from the first byte of a request to the end of its headers; also what a new
   *     connection has until its first byte
   * @param body to send the body; grows by a second for each {@link Wire#SLOWEST_RATE} bytes that
   *     came
   * @param idle between two requests of a connection
   * @param answer to take a whole answer, or one event of a stream; grows as {@code body} does
   */
  public record Deadlines(Duration head, Duration body, Duration idle, Duration answer) {

    /** People's networks stall for seconds; nothing honest needs these. */
    public static final Deadlines DEFAULT =
        new Deadlines(
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofSeconds(30));

    /** The same time for each. */
    public static Deadlines all(Duration each) {
      return new Deadlines(each, each, each, each);
    }

    Duration shortest() {
      Duration least = head.compareTo(body) < 0 ? head : body;
      least = least.compareTo(idle) < 0 ? least : idle;
      return least.compareTo(answer) < 0 ? least : answer;
    }
  }
}
