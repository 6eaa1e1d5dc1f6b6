package comity.cli;

import comity.files.FileException;
import comity.files.Home;
import comity.json.JsonObject;
import comity.project.Projects;
import comity.roles.Actor;
import comity.roles.Isolation;
import comity.tokens.Token;
import comity.tokens.Tokens;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Makes a token with which an MCP client is served at /mcp of this home's hub.",
      "It is shown this once and stored only as a hash. It is bound to the project, to the role of"
          + " --role, or the owner where none is given, and to the rooms of --room. No hub has to"
          + " run."
    },
    footer = {
      "  comity token add laptop --project-root ~/src/shop --role build",
      "  comity token add partner --room customer-42 --expires 90d"
    })
final class TokenAdd implements Command {
  @CommandLine.Parameters(paramLabel = "NAME", description = "what you call it")
  private String name = "";

  @CommandLine.Option(
      names = "--room",
      paramLabel = "ID",
      description = "a room whose memory it may open; may be given more than once")
  private List<String> rooms = new ArrayList<>();

  @CommandLine.Option(
      names = "--expires",
      paramLabel = "TIME",
      description = "how long it holds: 30m, 12h, 90d (default: until it is revoked)")
  private @Nullable String expires;

  @Override
  public Outcome run(Context context) throws IOException {
    long now = InstantSource.system().millis();
    OptionalLong until = OptionalLong.empty();
    if (expires != null) {
      OptionalLong seconds = KeyAdd.seconds(expires);
      if (seconds.isEmpty()) {
        return Outcome.Failure.usage(
            "--expires " + expires + " is no time", "write 30s, 30m, 12h or 90d");
      }
      until = OptionalLong.of(now + seconds.getAsLong() * 1000);
    }
    Optional<Path> root = ProjectRoot.of(context);
    if (root.isEmpty()) {
      return ProjectRoot.missing(context, "no token was made");
    }
    Optional<String> asked = Optional.ofNullable(context.globals().role());
    if (Actor.of("", asked, Map.of(), Actor.Door.HTTP)
        instanceof Actor.Finding.Refused(Actor _, Isolation.Verdict.Refused verdict)) {
      return Outcome.Failure.of(
          ExitCode.USAGE, "no token was made", verdict.reason(), verdict.instead());
    }
    Tokens.Order order = new Tokens.Order(name, root.get(), asked, rooms, until);
    return switch (context.home().open()) {
      case Home.Opening.Refused(String why) -> refused(why);
      case Home.Opening.Opened(Home home) -> {
        Tokens tokens = Tokens.of(home);
        yield switch (tokens.add(order, now, new SecureRandom())) {
          case Tokens.Adding.Refused(String why) -> refused(why);
          case Tokens.Adding.Added added -> {
            log(context, home, tokens, added.token());
            Workplace.warnOfNoRole(context, new Projects(home).at(root.get()), asked);
            yield report(added, context);
          }
        };
      }
    };
  }

  /** What can't be logged is not done. */
  private static void log(Context context, Home home, Tokens tokens, Token made) {
    try {
      did(context, home, "token-add", made);
    } catch (FileException unlogged) {
      tokens.revoke(made.id(), made.createdAt());
      throw unlogged;
    }
  }

  /** Logs what the owner did with a token. */
  static void did(Context context, Home home, String action, Token token) {
    Actor owner = Workplace.asking(Workplace.actor(context.withoutRole(), Actor.Door.CLI));
    String bound = token.role().map(role -> "the role " + role).orElse("the owner");
    Workplace.audit(home)
        .did(
            owner,
            action,
            token.projectRoot().toString(),
            "owner",
            "token " + token.id() + " (" + token.name() + ") for " + bound);
  }

  private static Outcome refused(String why) {
    return Outcome.Failure.of(ExitCode.REFUSED, "no token was made", why, "");
  }

  /** The token alone goes to standard output, so that {@code > file} holds it and nothing else. */
  private static Outcome report(Tokens.Adding.Added added, Context context) {
    if (!context.globals().json()) {
      context.note("this is token " + added.token().id() + "; it will not be shown again");
    }
    JsonObject json = JsonObject.empty().with("id", added.token().id()).with("token", added.text());
    for (var member : added.token().toJson().members().entrySet()) {
      json = json.with(member.getKey(), member.getValue());
    }
    return new Outcome.Answer(json, List.of(added.text()));
  }
}
