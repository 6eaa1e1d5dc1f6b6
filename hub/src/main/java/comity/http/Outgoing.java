package comity.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.apache.hc.client5.http.ConnectTimeoutException;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;

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

  /** To all servers together; a hub talks to few at one time. */
  private static final int MAX_CONNECTIONS = 256;

  /** To one server, so that a busy peer leaves room for the others. */
  private static final int MAX_CONNECTIONS_PER_ENDPOINT = 32;

  /** Servers commonly close after a minute or less; asking on a closing one costs a failure. */
  private static final TimeValue IDLE = TimeValue.ofSeconds(20);

  /** A connection that waited longer is tried before it is used. */
  private static final TimeValue TRUSTED = TimeValue.ofMilliseconds(100);

  /** A usual answer's head; servers send more than clients do: cookies and policies. */
  private static final int MAX_LINE = 8_192;

  /** The part of an answer that is read at once. */
  private static final int PART = 8_192;

  private final Resolver resolver;
  private final ReentrantLock lock = new ReentrantLock();

  /** Made when first needed: reading the trusted certificates would delay every start. */
  private @Nullable CloseableHttpClient client;

  private final Memory memory = new Memory(ANSWER_MEMORY);
  private final ThreadPoolExecutor resolving;
  private final ScheduledThreadPoolExecutor timer;

  private Outgoing(Resolver resolver) {
    this.resolver = resolver;
    resolving =
        new ThreadPoolExecutor(
            RESOLVING_THREADS,
            RESOLVING_THREADS,
            IDLE.toSeconds(),
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(RESOLVING_QUEUE),
            Thread.ofPlatform().daemon().name("resolving-", 0).factory());
    resolving.allowCoreThreadTimeOut(true);
    timer =
        new ScheduledThreadPoolExecutor(
            1, Thread.ofPlatform().daemon().name("outgoing-timer").factory());
    timer.setRemoveOnCancelPolicy(true);
  }

  private CloseableHttpClient client() {
    lock.lock();
    try {
      CloseableHttpClient known = client;
      if (known == null) {
        known = create();
        client = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private static CloseableHttpClient create() {
    Http1Config limits =
        Http1Config.custom().setMaxLineLength(MAX_LINE).setMaxHeaderCount(Headers.MAX_FIELDS).build();
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(new NoResolver())
            .setConnectionFactory(
                ManagedHttpClientConnectionFactory.builder().http1Config(limits).build())
            .setDefaultConnectionConfig(
                ConnectionConfig.custom()
                    .setTimeToLive(IDLE)
                    .setValidateAfterInactivity(TRUSTED)
                    .build())
            .setMaxConnTotal(MAX_CONNECTIONS)
            .setMaxConnPerRoute(MAX_CONNECTIONS_PER_ENDPOINT)
            .build();
    return HttpClients.custom()
        .setConnectionManager(connections)
        .disableRedirectHandling()
        .disableAutomaticRetries()
        .disableContentCompression()
        .disableCookieManagement()
        .disableAuthCaching()
        .disableDefaultUserAgent()
        .build();
  }

  /** Every address comes with its request; the client must never look one up by itself. */
  private static final class NoResolver implements DnsResolver {
    @Override
    public InetAddress[] resolve(String host) throws UnknownHostException {
      throw new UnknownHostException(host);
    }

    @Override
    public String resolveCanonicalHostname(String host) throws UnknownHostException {
      throw new UnknownHostException(host);
    }
  }

  /** With the machine's resolver and trusted certificates. */
  public static Outgoing start() {
    return new Outgoing(Resolver.SYSTEM);
  }

  /** With another way to find addresses. */
  public static Outgoing start(Resolver resolver) {
    return new Outgoing(resolver);
  }

  /** Ends its connections. */
  @Override
  public void close() {
    lock.lock();
    try {
      if (client != null) {
        client.close(CloseMode.IMMEDIATE);
      }
    } finally {
      lock.unlock();
    }
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
    record Found(Endpoint endpoint) implements Place {}

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
        : new Place.Found(new Endpoint(secure, authority.host(), port));
  }

  /** Resolvers read {@code 0x7f.1}, {@code 2130706433} and {@code 0177.0.0.1} as addresses. */
  private static boolean endsInNumber(String host) {
    String name = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
    String last = name.substring(name.lastIndexOf('.') + 1);
    return last.startsWith("0x") || (!last.isEmpty() && last.chars().allMatch(Ascii::isDigit));
  }

  private Exchanged once(OutgoingRequest request, AddressRule rule, long until) {
    Endpoint endpoint;
    switch (place(request.uri())) {
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
      Endpoint endpoint, List<InetAddress> addresses, AddressRule rule) {
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

  /** Whom a connection is to. */
  private record Endpoint(boolean tls, String host, int port) {
    /** As it stands in {@code Host}. */
    String authority() {
      return port == (tls ? 443 : 80) ? host : host + ":" + port;
    }

    /** The client takes the address from here, and keeps connections by name and address. */
    HttpHost at(InetAddress address) {
      String name = host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
      return new HttpHost(tls ? "https" : "http", address, name, port);
    }
  }

  private Exchanged ask(
      OutgoingRequest request,
      Endpoint endpoint,
      List<InetAddress> addresses,
      long connected,
      long until) {
    String reason = "";
    for (InetAddress address : addresses.subList(0, Math.min(MAX_ADDRESSES, addresses.size()))) {
      HttpUriRequestBase asked = asked(request, Math.max(1, connected - System.nanoTime()));
      ScheduledFuture<?> end =
          timer.schedule(asked::cancel, until - System.nanoTime(), TimeUnit.NANOSECONDS);
      try {
        return client().execute(
            endpoint.at(address), asked, answer -> read(answer, request.maxAnswerBytes()));
      } catch (ConnectException | ConnectTimeoutException next) {
        reason = endpoint.authority() + ": " + next.getMessage();
      } catch (Unwanted unwanted) {
        return unwanted.outcome;
      } catch (IOException e) {
        String why = asked.isCancelled() ? "no whole answer in time" : String.valueOf(e.getMessage());
        return new Exchanged.Failed(endpoint.authority() + ": " + why, true);
      } finally {
        end.cancel(false);
      }
    }
    return new Exchanged.Failed(reason, true);
  }

  @SuppressWarnings("deprecation") // the only connect timeout that is per request
  private static HttpUriRequestBase asked(OutgoingRequest request, long connectNanos) {
    String query = request.uri().getRawQuery();
    String path = request.uri().getRawPath().isEmpty() ? "/" : request.uri().getRawPath();
    HttpUriRequestBase asked =
        new HttpUriRequestBase(
            request.method(), URI.create(query == null ? path : path + "?" + query));
    Timeout connect = Timeout.of(connectNanos, TimeUnit.NANOSECONDS);
    asked.setConfig(
        RequestConfig.custom()
            .setConnectTimeout(connect)
            .setConnectionRequestTimeout(connect)
            .setExpectContinueEnabled(false)
            .setProtocolUpgradeEnabled(false)
            .build());
    asked.setHeader("Accept-Encoding", "identity");
    for (Header header : request.headers()) {
      asked.addHeader(header.name(), header.value());
    }
    boolean usual = request.method().equals("GET") || request.method().equals("HEAD");
    if (request.body().length > 0 || !usual) {
      asked.setEntity(new ByteArrayEntity(request.body(), null));
    }
    return asked;
  }

  private Exchanged read(ClassicHttpResponse answer, long max) throws IOException {
    List<Map.Entry<String, String>> fields = new ArrayList<>();
    for (var field : answer.getHeaders()) {
      fields.add(Map.entry(field.getName(), field.getValue() == null ? "" : field.getValue()));
    }
    Headers headers = Headers.of(fields);
    HttpEntity entity = answer.getEntity();
    if (entity == null) {
      return new Exchanged.Answered(answer.getCode(), headers, new byte[0]);
    }
    String coding = headers.first("Content-Encoding").orElse("identity");
    Exchanged refused = null;
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    long counted = 0;
    try {
      InputStream in = entity.getContent();
      byte[] part = new byte[PART];
      for (int count = in.read(part); refused == null && count >= 0; count = in.read(part)) {
        body.write(part, 0, count);
        if (body.size() > max) {
          refused = new Exchanged.Failed("the answer is over " + max + " bytes", false);
        } else if (!memory.take(count)) {
          refused = new Exchanged.Failed("too many large answers at one time", true);
        } else {
          counted += count;
        }
        if (refused != null) {
          break;
        }
      }
    } finally {
      memory.give(counted);
    }
    if (refused != null) {
      throw new Unwanted(refused);
    }
    return coding.equalsIgnoreCase("identity")
        ? new Exchanged.Answered(answer.getCode(), headers, body.toByteArray())
        : new Exchanged.Failed("the answer is packed as " + coding, false);
  }

  /** Leaves an answer unread, so that its connection is closed and not read to its end. */
  private static final class Unwanted extends IOException {
    private static final long serialVersionUID = 1;
    private final transient Exchanged outcome;

    Unwanted(Exchanged outcome) {
      super("not read to its end", null);
      this.outcome = outcome;
    }
  }
}
