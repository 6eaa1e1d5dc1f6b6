package comity.http;

import java.net.InetAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A request whose head has been read, and whose body waits to be. */
public final class Request {
  private final String method;
  private final Headers headers;
  private final Target target;
  private final @Nullable Authority host;
  private final InetAddress remote;
  private final Entity entity;
  private final long bodyCeiling;
  private final boolean loopback;
  private final boolean takesStreams;
  private Map<String, String> parameters = Map.of();

  Request(
      String method,
      Headers headers,
      Target target,
      @Nullable Authority host,
      InetAddress remote,
      Entity entity,
      long bodyCeiling,
      boolean takesStreams) {
    this.method = method;
    this.headers = headers;
    this.target = target;
    this.host = host;
    this.remote = remote;
    this.entity = entity;
    this.bodyCeiling = bodyCeiling;
    this.takesStreams = takesStreams;
    loopback =
        remote.isLoopbackAddress()
            && host != null
            && host.isLoopback()
            && !headers.has("Forwarded")
            && !headers.has("Via")
            && !headers.hasPrefix("x-forwarded-");
  }

  /** The route that was found has these path parameters. Only before the handler sees it. */
  void matched(Map<String, String> found) {
    parameters = found;
  }

  /** As it came, in its own case. */
  public String method() {
    return method;
  }

  /** As it came: still percent-encoded, without the query. */
  public String path() {
    return target.path();
  }

  List<String> segments() {
    return target.segments();
  }

  /**
   * What stands in the path for {@code {name}} of the route's template, decoded once. It may hold a
   * slash that was sent as {@code %2F}: it is a name, never a part of a file's path.
   */
  public String parameter(String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw new IllegalArgumentException("the route has no parameter " + name);
    }
    return value;
  }

  /** The first value of that name in the query, decoded; empty string where it has no value. */
  public Optional<String> query(String name) {
    List<String> values = target.query().get(name);
    return values == null ? Optional.empty() : Optional.of(values.getFirst());
  }

  /** The query, decoded, names and repeated values in their order. */
  public Map<String, List<String>> query() {
    return target.query();
  }

  /** The first value of that header. */
  public Optional<String> header(String name) {
    return headers.first(name);
  }

  public Headers headers() {
    return headers;
  }

  /** The address at the other end of the connection, which may be a proxy's. */
  public InetAddress remote() {
    return remote;
  }

  /** The {@code host[:port]} that was asked, in lower case. */
  public Optional<String> host() {
    return Optional.ofNullable(host).map(Authority::toString);
  }

  @Nullable Authority authority() {
    return host;
  }

  /**
   * Whether it comes from this machine (MSG-24): loopback peer, loopback {@code Host}, and no sign
   * of a proxy, behind which anyone may stand.
   */
  public boolean isLoopback() {
    return loopback;
  }

  /** Whether it can be answered by {@link Answer.Streaming}; what can't is answered 400 instead. */
  public boolean takesStreams() {
    return takesStreams;
  }

  /** The body, as long as the server bears. */
  public Body body() {
    return body(bodyCeiling);
  }

  /**
   * The body, as long as it has at most {@code maxBytes}, and the server's ceiling allows it.
   * Blocks until it is there. Only for the handler's thread, and only until it returns.
   */
  public Body body(long maxBytes) {
    return entity.read(Math.min(maxBytes, bodyCeiling));
  }
}
