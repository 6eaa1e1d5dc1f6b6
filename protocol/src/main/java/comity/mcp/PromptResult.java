package comity.mcp;

import comity.json.JsonArray;
import comity.json.JsonObject;
import java.util.List;
import java.util.Locale;

/** What a prompt comes to: messages for a model. */
public record PromptResult(String description, List<PromptMessage> messages) {

  /** Who says a message. */
  public enum Role {
    USER,
    ASSISTANT
  }

  /** One message. */
  public record PromptMessage(Role role, Content content) {
    JsonObject toJson(Revision revision) {
      return JsonObject.empty()
          .with("role", role.name().toLowerCase(Locale.ROOT))
          .with("content", content.toJson(revision));
    }
  }

  public PromptResult {
    messages = List.copyOf(messages);
  }

  /** One message of the user, in words. */
  public static PromptResult text(String text) {
    return new PromptResult("", List.of(new PromptMessage(Role.USER, new Content.Text(text))));
  }

  /** As it is sent to a client of that revision. */
  public JsonObject toJson(Revision revision) {
    JsonObject json = JsonObject.empty();
    json = description.isEmpty() ? json : json.with("description", description);
    return json.with(
        "messages", JsonArray.of(messages.stream().map(each -> each.toJson(revision)).toList()));
  }
}
