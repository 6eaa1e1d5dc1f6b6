package comity.cli;

import comity.files.Home;
import comity.json.JsonObject;
import comity.tokens.Token;
import comity.tokens.Tokens;
import java.time.InstantSource;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Takes a token back; it opens nothing from the next request on.",
    footer = "  comity token revoke laptop")
final class TokenRevoke implements Command {
  @CommandLine.Parameters(paramLabel = "TOKEN", description = "its id or its name")
  private String token = "";

  @Override
  public Outcome run(Context context) {
    return switch (context.home().open()) {
      case Home.Opening.Refused(String why) -> refused(why);
      case Home.Opening.Opened(Home home) ->
          switch (Tokens.of(home).revoke(token, InstantSource.system().millis())) {
            case Tokens.Revoking.Refused(String why) -> refused(why);
            case Tokens.Revoking.Unknown _ ->
                Outcome.Failure.of(
                    ExitCode.NOT_FOUND,
                    "",
                    "no token in force has the id or name " + token,
                    "comity token list shows the tokens");
            case Tokens.Revoking.Revoked(Token revoked) -> {
              TokenAdd.did(context, home, "token-revoke", revoked);
              yield new Outcome.Deed(
                  JsonObject.empty().with("id", revoked.id()).with("revoked", true),
                  List.of("revoked token " + revoked.id()));
            }
          };
    };
  }

  private Outcome refused(String why) {
    return Outcome.Failure.of(ExitCode.REFUSED, "token " + token + " was not revoked", why, "");
  }
}
