package comity.http;

import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.security.NoSuchAlgorithmException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;

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
  private final Client client;
  private final ThreadPoolExecutor resolving;
  private final ScheduledThreadPoolExecutor timer;

  Outgoing(Resolver resolver, Supplier<SSLContext> tls) {
    this.resolver = resolver;
    client = new Client(new Memory(ANSWER_MEMORY), tls);
    resolving =
        new ThreadPoolExecutor(
            RESOLVING_THREADS,
            RESOLVING_THREADS,
            Client.IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(RESOLVING_QUEUE),
            Thread.ofPlatform().daemon().name("resolving-", 0).factory());
    resolving.allowCoreThreadTimeOut(true);
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("outgoing-timer").factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  /** With the machine's resolver and trusted certificates. */
  public static Outgoing start() {
    return start(Resolver.SYSTEM);
  }

  /** With another way to find addresses. */
  public static Outgoing start(Resolver resolver) {
    return new Outgoing(resolver, Outgoing::trusted);
  }

  private static SSLContext trusted() {
    try {
      return SSLContext.getDefault();
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /** Ends its connections. */
  @Override
  public void close() {
    client.close();
    resolving.shutdown();
    timer.shutdownNow();
  }

  /**
   * Asks, and waits for the answer. Redirects of a GET are followed, each under the same rule.
   *
   * @param rule which hosts may be asked though their address is not public
   */
  public Exchanged exchange(OutgoingRequest request, AddressRule rule) {
    long until = System.nanoTime() + request.total().toNanos();
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
    Place from = Place.of(request.uri());
    boolean same =
        from instanceof Place.Found(var here)
            && Place.of(to) instanceof Place.Found(var there)
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

  private Exchanged once(OutgoingRequest request, AddressRule rule, long until) {
    Place.Endpoint endpoint;
    switch (Place.of(request.uri())) {
      case Place.Refused(String reason) -> {
        return new Exchanged.Refused(reason);
      }
      case Place.Found(var found) -> endpoint = found;
    }
    long connected = Math.min(until, System.nanoTime() + request.connect().toNanos());
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
      Place.Endpoint endpoint, List<InetAddress> addresses, AddressRule rule) {
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
      List<InetAddress> found = asked.get(until - System.nanoTime(), TimeUnit.NANOSECONDS);
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
      Place.Endpoint endpoint,
      List<InetAddress> addresses,
      long connected,
      long until) {
    String reason = "";
    for (InetAddress address : addresses.subList(0, Math.min(MAX_ADDRESSES, addresses.size()))) {
      HttpUriRequestBase asked = Client.asked(request, Math.max(1, connected - System.nanoTime()));
      ScheduledFuture<?> end =
          timer.schedule(asked::cancel, until - System.nanoTime(), TimeUnit.NANOSECONDS);
      try {
        return client.execute(endpoint.at(address), asked, request.maxAnswerBytes());
      } catch (ConnectException | ConnectTimeoutException next) {
        reason = endpoint.authority() + ": " + next.getMessage();
      } catch (IOException e) {
        String why =
            asked.isCancelled() ? "no whole answer in time" : String.valueOf(e.getMessage());
        return new Exchanged.Failed(endpoint.authority() + ": " + why, true);
      } finally {
        end.cancel(false);
      }
    }
    return new Exchanged.Failed(reason, true);
  }
}
