package comity.tools;

import comity.json.JsonArray;
import comity.json.JsonBoolean;
import comity.json.JsonObject;
import comity.json.JsonString;
import comity.json.JsonValue;
import java.util.LinkedHashSet;
import java.util.Set;

/** Which changes a client wants to hear of, as far as the offer has them. */
record Subscription(boolean tools, boolean prompts, boolean resources, Set<String> uris) {
  /** URIs of one client; a hostile one could else make us keep any number. */
  static final int MAX_URIS = 1_000;

  Subscription {
    uris = Set.copyOf(uris);
  }

  /** Of {@code subscriptions/listen}. URIs past {@link #MAX_URIS} are left out. */
  static Subscription read(JsonObject filter, Set<Ability> abilities) {
    Set<String> uris = new LinkedHashSet<>();
    if (abilities.contains(Ability.RESOURCES)
        && filter.get("resourceSubscriptions") instanceof JsonArray array) {
      for (JsonValue each : array.elements()) {
        if (each instanceof JsonString(String uri) && uris.size() < MAX_URIS) {
          uris.add(uri);
        }
      }
    }
    return new Subscription(
        wants(filter, "toolsListChanged") && abilities.contains(Ability.TOOLS),
        wants(filter, "promptsListChanged") && abilities.contains(Ability.PROMPTS),
        wants(filter, "resourcesListChanged") && abilities.contains(Ability.RESOURCES),
        uris);
  }

  private static boolean wants(JsonObject filter, String name) {
    return new JsonBoolean(true).equals(filter.get(name));
  }

  boolean covers(Change change) {
    return switch (change) {
      case Change.Tools _ -> tools;
      case Change.Prompts _ -> prompts;
      case Change.Resources _ -> resources;
      case Change.Resource(String uri) -> uris.contains(uri);
    };
  }

  /** What is heard, as the acknowledgement says it. */
  JsonObject toJson() {
    JsonObject json = JsonObject.empty();
    json = tools ? json.with("toolsListChanged", true) : json;
    json = prompts ? json.with("promptsListChanged", true) : json;
    json = resources ? json.with("resourcesListChanged", true) : json;
    return uris.isEmpty()
        ? json
        : json.with(
            "resourceSubscriptions",
            JsonArray.of(uris.stream().sorted().map(JsonString::new).toList()));
  }
}
