package comity.cli;

import comity.files.Home;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.Audit;
import comity.roles.Actor;
import java.nio.file.Files;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows what roles were refused and what was written through Comity, the latest last.",
      "It is the owner's: a role sees no more than its own entries, a session those of its own."
    },
    footer = {
      "  comity audit --refused --since 2h",
      "  comity audit --role qa --since 2026-11-30 --json"
    })
final class AuditShow implements Command {
  @CommandLine.Mixin private Limit limit = new Limit();

  @CommandLine.Option(
      names = "--since",
      paramLabel = "TIME",
      description = "no older than that: 30m, 2h, 7d or a date such as 2026-11-30")
  private @Nullable String since;

  @CommandLine.Option(names = "--refused", description = "what was refused only")
  private boolean refused;

  @Override
  public Outcome run(Context context) {
    OptionalLong from = OptionalLong.empty();
    if (since != null) {
      from = time(since, Instant.now());
      if (from.isEmpty()) {
        return Outcome.Failure.usage(
            "--since " + since + " is no time", "write 30m, 2h, 7d or a date such as 2026-11-30");
      }
    }
    Home home = context.home();
    Actor asking = Workplace.asking(Workplace.actor(context, Actor.Door.CLI));
    Optional<String> role = asking.role();
    Optional<String> session = role.isPresent() ? Optional.empty() : asking.session();
    Audit.Found found =
        Files.exists(home.audit())
            ? Workplace.audit(home)
                .read(new Audit.Query(role, session, from, refused, limit.value()))
            : new Audit.Found(List.of(), 0);
    if (found.damaged() > 0) {
      context.warn(found.damaged() + " lines of " + home.audit() + " are damaged and left out");
    }
    int width = context.surroundings().columns();
    return new Outcome.Answer(
        JsonObject.empty().with("entries", JsonArray.of(found.entries())),
        Table.lines(
            found.entries().stream().map(AuditShow::row).toList(),
            "there is nothing in the audit log",
            width,
            List.of("done_at", "role", "door", "action", "rule", "path")));
  }

  private static JsonObject row(JsonObject entry) {
    String access = entry.string("access").map(word -> " " + word).orElse("");
    return entry
        .with("done_at", entry.string("time").orElse(""))
        .with("role", entry.string("role").orElse("(owner)"))
        .with("action", entry.string("action").orElse("") + access);
  }

  /** The time that is meant, in milliseconds since 1970; empty where it is none. */
  static OptionalLong time(String text, Instant now) {
    OptionalLong seconds = KeyAdd.seconds(text);
    if (seconds.isPresent()) {
      return OptionalLong.of(now.minusSeconds(seconds.getAsLong()).toEpochMilli());
    }
    try {
      return OptionalLong.of(
          text.length() > 10
              ? Instant.parse(text.toUpperCase(Locale.ROOT)).toEpochMilli()
              : LocalDate.parse(text)
                  .atStartOfDay(ZoneId.systemDefault())
                  .toInstant()
                  .toEpochMilli());
    } catch (DateTimeParseException none) {
      return OptionalLong.empty();
    }
  }
}
