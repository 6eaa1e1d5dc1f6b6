package comity.http;

import java.util.List;

/**
 * What answers a method and a path.
 *
 * @param template a path such as {@code /mamp/v1/conversations/{id}/messages}; each {@code {name}}
 *     stands for one segment that is not empty
 * @param ownHost whether {@code Host}, and {@code Origin} where it is sent, must be this server's
 *     own: for what a page in somebody's browser must not reach through a rebound name
 * @param jsonBody whether the request must declare {@code application/json}, which a foreign page
 *     cannot do without asking first
 * @param produces the media types of its answers; a request that accepts none of them gets 406. Any
 *     is fine where this is empty
 */
public record Route(
    String method,
    String template,
    boolean ownHost,
    boolean jsonBody,
    List<String> produces,
    Handler handler) {

  public Route {
    if (method.isEmpty() || !method.chars().allMatch(Ascii::isToken)) {
      throw new IllegalArgumentException("method " + method);
    }
    if (!template.startsWith("/")) {
      throw new IllegalArgumentException("template " + template);
    }
    produces = List.copyOf(produces);
  }

  /** A route without further conditions. */
  public static Route of(String method, String template, Handler handler) {
    return new Route(method, template, false, false, List.of(), handler);
  }

  /** A copy that answers only under this server's own names. */
  public Route withOwnHost() {
    return new Route(method, template, true, jsonBody, produces, handler);
  }

  /** A copy that takes only {@code application/json}. */
  public Route withJsonBody() {
    return new Route(method, template, ownHost, true, produces, handler);
  }

  /** A copy that refuses requests that accept none of these media types. */
  public Route withProduces(String... mediaTypes) {
    return new Route(method, template, ownHost, jsonBody, List.of(mediaTypes), handler);
  }

  /** A copy that is answered by another handler. */
  public Route withHandler(Handler other) {
    return new Route(method, template, ownHost, jsonBody, produces, other);
  }
}
