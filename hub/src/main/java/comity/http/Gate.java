package comity.http;

import comity.messages.ErrorCode;
import comity.messages.Refusal;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/** Finds who answers a request, and refuses by itself what no handler should see. */
final class Gate {
  private final Routes routes;
  private final HttpSettings settings;
  private final HttpLog log;

  Gate(Routes routes, HttpSettings settings, HttpLog log) {
    this.routes = routes;
    this.settings = settings;
    this.log = log;
  }

  /** The answer, whatever happens. */
  Answer answer(Request request) {
    if (!expectationIsMet(request)) {
      return refuse(ErrorCode.EXPECTATION_FAILED, "Only Expect: 100-continue is understood.");
    }
    if (request.path().equals("*")) {
      return Answer.empty(204);
    }
    return switch (routes.find(request.method(), request.segments())) {
      case Routes.Found.Nothing _ -> refuse(ErrorCode.NOT_FOUND, "There is nothing at this path.");
      case Routes.Found.OtherMethods(String allow) ->
          (request.method().equals("OPTIONS")
                  ? Answer.empty(204)
                  : refuse(ErrorCode.METHOD_NOT_ALLOWED, "This path takes only " + allow + "."))
              .withHeader("Allow", allow);
      case Routes.Found.Match(Route route, var parameters) -> {
        request.matched(parameters);
        Answer refused = refused(route, request);
        yield refused == null ? handle(route, request) : refused;
      }
    };
  }

  private Answer handle(Route route, Request request) {
    try {
      return route.handler().handle(request);
    } catch (InterruptedException stopping) {
      return refuse(ErrorCode.UNAVAILABLE, "The hub is stopping; try again later.");
    } catch (Throwable fault) { // also a StackOverflowError ends a request, not the hub
      return fault(request.method() + " " + request.path(), fault);
    }
  }

  /** Logs what happened under an id, which is all that the client learns. */
  Answer fault(String request, Throwable fault) {
    String id = "%08x".formatted(ThreadLocalRandom.current().nextInt());
    log.fault(id, request, fault);
    return refuse(
        ErrorCode.INTERNAL_ERROR, "The hub failed; its log has the reason under " + id + ".");
  }

  private static boolean expectationIsMet(Request request) {
    Optional<String> expect = request.header("Expect");
    return expect.isEmpty() || expect.get().equalsIgnoreCase("100-continue");
  }

  private @Nullable Answer refused(Route route, Request request) {
    if (route.ownHost()) {
      String foreign = foreign(request);
      if (foreign != null) {
        return refuse(ErrorCode.FORBIDDEN, foreign);
      }
    }
    if (request.headers().has("Content-Encoding") && isEncoded(request)) {
      return refuse(
          ErrorCode.UNSUPPORTED_ENCODING, "The body must come without a Content-Encoding.");
    }
    if (route.jsonBody() && !isJson(request.header("Content-Type").orElse(""))) {
      return refuse(
          ErrorCode.UNSUPPORTED_MEDIA_TYPE, "Content-Type must be application/json, in UTF-8.");
    }
    if (!route.produces().isEmpty() && !accepts(request, route.produces())) {
      return refuse(
          ErrorCode.NOT_ACCEPTABLE,
          "The answer is " + String.join(" or ", route.produces()) + ", which Accept excludes.");
    }
    return null;
  }

  private static boolean isEncoded(Request request) {
    return request.headers().all("Content-Encoding").stream()
        .anyMatch(coding -> !coding.equalsIgnoreCase("identity"));
  }

  /** Why the request is not for this server's own name or from its own pages, or null. */
  private @Nullable String foreign(Request request) {
    Authority host = request.authority();
    if (host == null || !isOwn(host)) {
      return "Host is not a name of this hub.";
    }
    for (String origin : request.headers().all("Origin")) {
      if (!isOwnOrigin(origin, host)) {
        return "Origin is not this hub.";
      }
    }
    return null;
  }

  private boolean isOwn(Authority host) {
    if (host.isLoopback()) {
      return true;
    }
    boolean bound =
        host.address()
            .filter(a -> settings.bind().isAnyLocalAddress() || a.equals(settings.bind()))
            .isPresent();
    return bound || isAllowed(host);
  }

  private boolean isAllowed(Authority host) {
    var allowed = settings.authorities().get();
    return allowed.contains(host.host()) || allowed.contains(host.toString());
  }

  /**
   * A page of ours has the same host and port as the request: another port of this machine is
   * another program's.
   */
  private boolean isOwnOrigin(String origin, Authority host) {
    int scheme = origin.indexOf("://");
    if (scheme < 0) {
      return false; // "null", which sandboxed pages send, too
    }
    Optional<Authority> from = Authority.read(origin.substring(scheme + 3));
    return from.isPresent() && (from.get().equals(host) || isAllowed(from.get()));
  }

  private static boolean isJson(String contentType) {
    String[] parts = contentType.split(";", -1);
    if (!parts[0].strip().equalsIgnoreCase(Answer.JSON)) {
      return false;
    }
    for (int i = 1; i < parts.length; i++) {
      String parameter = parts[i].strip().toLowerCase(Locale.ROOT).replace("\"", "");
      if (parameter.startsWith("charset=") && !parameter.equals("charset=utf-8")) {
        return false;
      }
    }
    return true;
  }

  private static boolean accepts(Request request, List<String> produces) {
    List<String> accept = request.headers().all("Accept");
    if (accept.isEmpty()) {
      return true;
    }
    for (String line : accept) {
      for (String range : line.split(",", -1)) {
        String[] parts = range.split(";", -1);
        String type = parts[0].strip().toLowerCase(Locale.ROOT);
        if (!isExcluded(parts) && produces.stream().anyMatch(p -> covers(type, p))) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isExcluded(String[] parts) {
    for (int i = 1; i < parts.length; i++) {
      if (parts[i].strip().matches("(?i)q=0(\\.0{0,3})?")) {
        return true;
      }
    }
    return false;
  }

  private static boolean covers(String range, String type) {
    return range.equals("*/*")
        || range.equals(type)
        || (range.endsWith("/*") && type.startsWith(range.substring(0, range.length() - 1)));
  }

  static Answer.Whole refuse(ErrorCode code, String message) {
    return Answer.refusal(Refusal.of(code, message));
  }
}
