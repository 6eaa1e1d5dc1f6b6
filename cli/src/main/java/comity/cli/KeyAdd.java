package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Makes a key with which others may write to this hub's agents.",
      "It is shown this once and stored only as a hash. It holds for the senders of --from alone."
    },
    footer = {
      "  comity key add example --from 'agent://example.org/*'",
      "  comity key add laptop --from agent://laptop.test/me --expires 90d"
    })
final class KeyAdd implements Command {
  @CommandLine.Parameters(paramLabel = "NAME", description = "what you call it")
  private String name = "";

  @CommandLine.Option(
      names = "--from",
      required = true,
      paramLabel = "PATTERN",
      converter = Forms.Agents.class,
      description = "whose messages it allows; may be given more than once")
  private List<String> from = new ArrayList<>();

  @CommandLine.Option(
      names = "--expires",
      paramLabel = "TIME",
      description = "how long it holds: 30m, 12h, 90d (default: until it is revoked)")
  private @Nullable String expires;

  @Override
  public Outcome run(Context context) throws IOException {
    JsonObject body =
        JsonObject.empty()
            .with("name", name)
            .with("from", JsonArray.of(from.stream().map(JsonString::new).toList()));
    if (expires != null) {
      OptionalLong seconds = seconds(expires);
      if (seconds.isEmpty()) {
        return Outcome.Failure.usage(
            "--expires " + expires + " is no time", "write 30s, 30m, 12h or 90d");
      }
      body = body.with("expires", seconds.getAsLong());
    }
    return context
        .hub()
        .post("/api/keys", body)
        .outcome("no key was made", made -> report(made, context));
  }

  /** The key alone goes to standard output, so that {@code > file} holds it and nothing else. */
  private static Outcome report(JsonObject made, Context context) {
    if (!context.globals().json()) {
      context.note("this is key " + Table.text(made, "id") + "; it will not be shown again");
    }
    return new Outcome.Answer(made, List.of(Table.text(made, "key")));
  }

  /** The seconds of {@code 90d}; empty where it is no such time. */
  static OptionalLong seconds(String text) {
    if (!text.matches("[1-9][0-9]{0,8}[smhdSMHD]")) {
      return OptionalLong.empty();
    }
    long number = Long.parseLong(text.substring(0, text.length() - 1));
    long unit =
        switch (text.substring(text.length() - 1).toLowerCase(Locale.ROOT)) {
          case "s" -> 1;
          case "m" -> 60;
          case "h" -> 3_600;
          default -> 86_400;
        };
    return OptionalLong.of(number * unit);
  }
}
