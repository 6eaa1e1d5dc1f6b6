package comity.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLSocketFactory;
import org.jspecify.annotations.Nullable;

/**
 * Asks other people's servers (MSG-26): peers' hubs, callbacks, cards, content URLs. URLs come from
 * strangers, so where they lead is decided here, by the address, and the address that was checked
 * is the one that is connected to. Proxies named in the environment are not used: they would look
 * the name up again.
 */
public final class Outgoing implements AutoCloseable {
  /** A moved page, a new host, a path: more is a loop. */
  static final int MAX_REDIRECTS = 3;

  /** Addresses of one name that are tried; the next is only for one that does not answer. */
  private static final int MAX_ADDRESSES = 3;

  /** Name servers that do not answer hold a thread each; beyond that, names wait. */
  private static final int RESOLVING_THREADS = 8;

  private static final int RESOLVING_QUEUE = 64;

  /** As {@link HttpSettings#DEFAULT_BODY_MEMORY}, for answers. */
  private static final long ANSWER_MEMORY = 64L << 20;

  private final Resolver resolver;

  /** Asked for when first needed: reading the trusted certificates would delay every start. */
  private final Supplier<SSLSocketFactory> tls;

  private final Watchdog watchdog;
  private final Pool pool;
  private final Memory memory = new Memory(ANSWER_MEMORY);
  private final ThreadPoolExecutor resolving;

  Outgoing(Resolver resolver, Supplier<SSLSocketFactory> tls) {
    this.resolver = resolver;
    this.tls = tls;
    watchdog = Watchdog.start("outgoing-watchdog", Pool.IDLE);
    pool = new Pool(watchdog);
    resolving =
        new ThreadPoolExecutor(
            RESOLVING_THREADS,
            RESOLVING_THREADS,
            Pool.IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(RESOLVING_QUEUE),
            Thread.ofPlatform().daemon().name("resolving-", 0).factory());
    resolving.allowCoreThreadTimeOut(true);
  }

  /** With the machine's resolver and trusted certificates. */
  public static Outgoing start() {
    return new Outgoing(Resolver.SYSTEM, () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /** With another way to find addresses. */
  public static Outgoing start(Resolver resolver) {
    return new Outgoing(resolver, () -> (SSLSocketFactory) SSLSocketFactory.getDefault());
  }

  /** Ends what waits for its next use; exchanges under way go on. */
  @Override
  public void close() {
    pool.close();
    resolving.shutdown();
  }

  /**
   * Asks, and waits for the answer. Redirects of a GET are followed, each under the same rule.
   *
   * @param rule which hosts may be asked though their address is not public
   */
  public Exchanged exchange(OutgoingRequest request, AddressRule rule) {
    long until = Watchdog.now() + request.total().toNanos();
    OutgoingRequest current = request;
    for (int redirects = 0; ; redirects++) {
      Exchanged exchanged = once(current, rule, until);
      Optional<URI> location = location(current, exchanged);
      if (location.isEmpty()) {
        return exchanged;
      }
      if (redirects == MAX_REDIRECTS) {
        return new Exchanged.Refused("more than " + MAX_REDIRECTS + " redirects");
      }
      current = redirected(current, location.get());
    }
  }

  private static Optional<URI> location(OutgoingRequest request, Exchanged exchanged) {
    if (!(exchanged instanceof Exchanged.Answered answered) || !request.method().equals("GET")) {
      return Optional.empty();
    }
    boolean redirect =
        switch (answered.status()) {
          case 301, 302, 303, 307, 308 -> true;
          default -> false;
        };
    try {
      Optional<String> location = answered.headers().first("Location");
      return redirect && location.isPresent()
          ? Optional.of(request.uri().resolve(new URI(location.get())))
          : Optional.empty();
    } catch (URISyntaxException notFollowed) {
      return Optional.empty();
    }
  }

  /** What proves who we are is for the one who was asked, not for whom he points at. */
  private static OutgoingRequest redirected(OutgoingRequest request, URI to) {
    Place from = place(request.uri());
    boolean same =
        from instanceof Place.Found(var here)
            && place(to) instanceof Place.Found(var there)
            && here.equals(there);
    List<Header> kept =
        request.headers().stream()
            .filter(h -> same || !isSecret(h.name().toLowerCase(Locale.ROOT)))
            .toList();
    return request.redirected(to, kept);
  }

  private static boolean isSecret(String name) {
    return name.equals("authorization") || name.equals("cookie") || name.startsWith("x-comity-");
  }

  /** Where a URL leads. */
  private sealed interface Place {
    record Found(Wire.Endpoint endpoint) implements Place {}

    record Refused(String reason) implements Place {}
  }

  private static Place place(URI uri) {
    String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
    if (!scheme.equals("http") && !scheme.equals("https")) {
      return new Place.Refused("only http and https URLs are called");
    }
    boolean secure = scheme.equals("https");
    String raw = uri.getRawAuthority();
    Authority authority = raw == null ? null : Authority.read(raw).orElse(null);
    if (authority == null || uri.getRawPath() == null) {
      return new Place.Refused("the URL names no host, or a user");
    }
    if (endsInNumber(authority.host()) && authority.address().isEmpty()) {
      return new Place.Refused("the URL spells an address in an unusual way");
    }
    int port = authority.port() < 0 ? (secure ? 443 : 80) : authority.port();
    return port == 0
        ? new Place.Refused("the URL names port 0")
        : new Place.Found(new Wire.Endpoint(secure, authority.host(), port));
  }

  /** Resolvers read {@code 0x7f.1}, {@code 2130706433} and {@code 0177.0.0.1} as addresses. */
  private static boolean endsInNumber(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.startsWith("0x") || (!last.isEmpty() && last.chars().allMatch(Ascii::isDigit));
  }

  private Exchanged once(OutgoingRequest request, AddressRule rule, long until) {
    Wire.Endpoint endpoint;
    switch (place(request.uri())) {
      case Place.Refused(String reason) -> {
        return new Exchanged.Refused(reason);
      }
      case Place.Found(var found) -> endpoint = found;
    }
    long connected = Math.min(until, Watchdog.now() + request.connect().toNanos());
    List<InetAddress> addresses;
    try {
      addresses = addresses(endpoint.host(), connected);
    } catch (IOException e) {
      return new Exchanged.Failed(String.valueOf(e.getMessage()), true);
    }
    List<InetAddress> allowed = allowed(endpoint, addresses, rule);
    if (allowed.isEmpty()) {
      String words = AddressClass.of(addresses.getFirst()).words();
      return new Exchanged.Refused(
          endpoint.host() + " is " + words + "; only a peer entry for it would allow that");
    }
    return ask(request, endpoint, allowed, connected, until);
  }

  private static List<InetAddress> allowed(
      Wire.Endpoint endpoint, List<InetAddress> addresses, AddressRule rule) {
    if (rule.allows(endpoint.host(), endpoint.port())) {
      return addresses;
    }
    return addresses.stream().filter(a -> AddressClass.of(a) == AddressClass.PUBLIC).toList();
  }

  private List<InetAddress> addresses(String host, long until) throws IOException {
    Optional<InetAddress> literal = new Authority(host, -1).address();
    if (literal.isPresent()) {
      return List.of(literal.get());
    }
    Future<List<InetAddress>> asked;
    try {
      asked = resolving.submit(() -> resolver.resolve(host));
    } catch (RejectedExecutionException full) {
      throw new IOException("too many names are being looked up", full);
    }
    try {
      List<InetAddress> found = asked.get(until - Watchdog.now(), TimeUnit.NANOSECONDS);
      if (found.isEmpty()) {
        throw new UnknownHostException(host + " has no address");
      }
      return found;
    } catch (TimeoutException e) {
      asked.cancel(true);
      throw new IOException("looking up " + host + " took too long", e);
    } catch (ExecutionException e) {
      throw new IOException(host + " is not known", e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while looking up " + host, e);
    }
  }

  private Exchanged ask(
      OutgoingRequest request,
      Wire.Endpoint endpoint,
      List<InetAddress> addresses,
      long connected,
      long until) {
    Wire pooled = pool.take(endpoint, addresses);
    if (pooled != null) {
      Exchanged exchanged = ask(request, pooled, until);
      if (exchanged != null) {
        return exchanged;
      }
    }
    String reason = "";
    for (InetAddress address : addresses.subList(0, Math.min(MAX_ADDRESSES, addresses.size()))) {
      try {
        Wire wire = Wire.connect(endpoint, address, connected, watchdog, tls);
        Exchanged exchanged = ask(request, wire, until);
        if (exchanged != null) {
          return exchanged;
        }
      } catch (IOException e) {
        reason = endpoint.authority() + ": " + e.getMessage();
      }
    }
    return new Exchanged.Failed(reason, true);
  }

  /**
   * Asks on this connection; null where the same may be asked on a new one: a server may close one
   * that waits just when it is used again, and to ask twice for a GET does no harm.
   */
  private @Nullable Exchanged ask(OutgoingRequest request, Wire wire, long until) {
    boolean used = wire.used();
    wire.use();
    Call call = new Call(wire, memory, request);
    wire.deadline().move(until);
    watchdog.watch(wire);
    boolean kept = false;
    try {
      Exchanged exchanged = call.exchange();
      kept = call.reusable() && wire.deadline().move(Deadline.NONE);
      return exchanged;
    } catch (IOException e) {
      if (used && !call.heard() && !wire.deadline().expired() && request.method().equals("GET")) {
        return null;
      }
      String reason =
          wire.deadline().expired() ? "no whole answer in time" : String.valueOf(e.getMessage());
      return new Exchanged.Failed(wire.endpoint().authority() + ": " + reason, true);
    } finally {
      watchdog.forget(wire);
      if (kept) {
        pool.give(wire);
      } else {
        wire.close();
      }
    }
  }
}
