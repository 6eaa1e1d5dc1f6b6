package comity.http;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** All routes of a server. A literal segment goes before a parameter, wherever it was declared. */
public final class Routes {
  private final Node root = new Node();

  private Routes() {}

  /** These routes. Two for the same method and path are a mistake of ours. */
  public static Routes of(Route... routes) {
    return of(List.of(routes));
  }

  /** As {@link #of(Route...)}. */
  public static Routes of(List<Route> routes) {
    Routes all = new Routes();
    for (Route route : routes) {
      all.add(route);
    }
    return all;
  }

  private void add(Route route) {
    Node node = root;
    for (String part : route.template().substring(1).split("/", -1)) {
      if (part.startsWith("{") && part.endsWith("}")) {
        if (node.parameter == null) {
          node.parameter = new Node();
        }
        node = node.parameter;
      } else {
        node = node.literals.computeIfAbsent(part, _ -> new Node());
      }
    }
    if (node.routes.put(route.method(), route) != null) {
      throw new IllegalArgumentException("twice " + route.method() + " " + route.template());
    }
  }

  /** What is found at a path. */
  sealed interface Found {
    record Match(Route route, Map<String, String> parameters) implements Found {}

    /** Something is there, but not for this method. */
    record OtherMethods(String allow) implements Found {}

    record Nothing() implements Found {}
  }

  /** HEAD finds the route of GET where it has none of its own. */
  Found find(String method, List<String> segments) {
    Node node = walk(root, segments, 0);
    if (node == null) {
      return new Found.Nothing();
    }
    Route route = node.routes.get(method);
    if (route == null && method.equals("HEAD")) {
      route = node.routes.get("GET");
    }
    return route == null
        ? new Found.OtherMethods(node.allow())
        : new Found.Match(route, parameters(route, segments));
  }

  private static @Nullable Node walk(Node node, List<String> segments, int depth) {
    if (depth == segments.size()) {
      return node.routes.isEmpty() ? null : node;
    }
    String segment = segments.get(depth);
    Node literal = node.literals.get(segment);
    Node found = literal == null ? null : walk(literal, segments, depth + 1);
    if (found == null && node.parameter != null && !segment.isEmpty()) {
      found = walk(node.parameter, segments, depth + 1);
    }
    return found;
  }

  private static Map<String, String> parameters(Route route, List<String> segments) {
    if (route.template().indexOf('{') < 0) {
      return Map.of();
    }
    Map<String, String> parameters = new HashMap<>();
    int at = 0;
    for (String part : route.template().substring(1).split("/", -1)) {
      if (part.startsWith("{") && part.endsWith("}")) {
        parameters.put(part.substring(1, part.length() - 1), segments.get(at));
      }
      at++;
    }
    return Map.copyOf(parameters);
  }

  private static final class Node {
    private final Map<String, Node> literals = new HashMap<>();
    private final Map<String, Route> routes = new TreeMap<>();
    private @Nullable Node parameter;

    private String allow() {
      TreeSet<String> methods = new TreeSet<>(routes.keySet());
      methods.add("OPTIONS");
      if (methods.contains("GET")) {
        methods.add("HEAD");
      }
      return String.join(", ", methods);
    }
  }
}
