package comity.http;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import java.util.zip.GZIPInputStream;
import javax.net.ssl.SSLContext;
import org.apache.hc.client5.http.DnsResolver;
import org.apache.hc.client5.http.classic.methods.HttpUriRequestBase;
import org.apache.hc.client5.http.config.ConnectionConfig;
import org.apache.hc.client5.http.config.RequestConfig;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.ManagedHttpClientConnectionFactory;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.client5.http.ssl.DefaultClientTlsStrategy;
import org.apache.hc.core5.http.ClassicHttpResponse;
import org.apache.hc.core5.http.HttpEntity;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.NoHttpResponseException;
import org.apache.hc.core5.http.config.Http1Config;
import org.apache.hc.core5.http.io.entity.ByteArrayEntity;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.util.TimeValue;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/**
 * Apache's client, bounded: it goes where it is told, never looks up a name, follows nothing, and
 * remembers nothing.
 */
final class Client implements AutoCloseable {
  /** To all servers together; a hub talks to few at one time. */
  private static final int MAX_CONNECTIONS = 256;

  /** To one server, so that a busy peer leaves room for the others. */
  private static final int MAX_CONNECTIONS_PER_ENDPOINT = 32;

  /** Servers commonly close after a minute or less; asking on a closing one costs a failure. */
  static final TimeValue IDLE = TimeValue.ofSeconds(20);

  /** A connection that waited longer is tried before it is used. */
  private static final TimeValue TRUSTED = TimeValue.ofMilliseconds(100);

  /** A usual answer's head; servers send more than clients do: cookies and policies. */
  private static final int MAX_LINE = 8_192;

  /** The part of an answer that is read at once. */
  private static final int PART = 8_192;

  private final Memory memory;
  private final Supplier<SSLContext> tls;
  private final ReentrantLock lock = new ReentrantLock();

  /** Made when first needed: reading the trusted certificates would delay every start. */
  private @Nullable CloseableHttpClient client;

  Client(Memory memory, Supplier<SSLContext> tls) {
    this.memory = memory;
    this.tls = tls;
  }

  private CloseableHttpClient client() {
    lock.lock();
    try {
      CloseableHttpClient known = client;
      if (known == null) {
        known = create(tls.get());
        client = known;
      }
      return known;
    } finally {
      lock.unlock();
    }
  }

  private static CloseableHttpClient create(SSLContext tls) {
    Http1Config limits =
        Http1Config.custom()
            .setMaxLineLength(MAX_LINE)
            .setMaxHeaderCount(Headers.MAX_FIELDS)
            .build();
    var connections =
        PoolingHttpClientConnectionManagerBuilder.create()
            .setDnsResolver(new NoResolver())
            .setTlsSocketStrategy(new DefaultClientTlsStrategy(tls))
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
  }

  /**
   * Asks that host, at the address it holds, and reads the answer.
   *
   * @throws IOException when the connection breaks, or the request was cancelled
   */
  Exchanged execute(HttpHost host, HttpUriRequestBase asked, long max) throws IOException {
    try {
      return client().execute(host, asked, answer -> read(asked, answer, max));
    } catch (NoHttpResponseException closed) {
      // A server may close a waiting connection just when it is used; a GET does no harm twice.
      if (!asked.getMethod().equals("GET") || asked.isCancelled()) {
        throw closed;
      }
      return client().execute(host, asked, answer -> read(asked, answer, max));
    } catch (Unwanted unwanted) {
      return unwanted.outcome;
    } catch (IllegalStateException released) {
      if (asked.isCancelled()) { // the client stumbles over what the cancel took away
        throw new IOException("cancelled", released);
      }
      throw released;
    }
  }

  /** The request as the client takes it. */
  @SuppressWarnings("deprecation") // the only connect timeout that is per request
  static HttpUriRequestBase asked(OutgoingRequest request, long connectNanos) {
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

  private Exchanged read(HttpUriRequestBase asked, ClassicHttpResponse answer, long max)
      throws IOException {
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
    boolean packed = coding.equalsIgnoreCase("gzip"); // some pack what was asked for unpacked
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    long counted = 0;
    try {
      InputStream come = entity.getContent();
      InputStream in = packed ? new GZIPInputStream(come) : come;
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
      asked.cancel(); // or closing would read the answer to its end
      throw new Unwanted(refused);
    }
    return packed || coding.equalsIgnoreCase("identity")
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
