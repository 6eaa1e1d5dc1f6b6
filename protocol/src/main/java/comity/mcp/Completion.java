package comity.mcp;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.util.List;

/** What an argument that is being typed could become, the likeliest first. */
public record Completion(List<String> values) {
  /** As many as the protocol allows in one answer. */
  public static final int MAX_VALUES = 100;

  /** What the argument belongs to. */
  public sealed interface Reference {
    /** A prompt. */
    record OfPrompt(String name) implements Reference {}

    /** A resource template. */
    record OfResource(String uriTemplate) implements Reference {}
  }

  public Completion {
    values = List.copyOf(values);
  }

  /** As it is sent: at most {@link #MAX_VALUES}, and how many there are. */
  public JsonObject toJson() {
    List<JsonString> shown = values.stream().limit(MAX_VALUES).map(JsonString::new).toList();
    return JsonObject.empty()
        .with(
            "completion",
            JsonObject.empty()
                .with("values", JsonArray.of(shown))
                .with("total", values.size())
                .with("hasMore", values.size() > MAX_VALUES));
  }
}
