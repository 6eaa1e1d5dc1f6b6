package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.tokens.Token;
import comity.tokens.Tokens;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = "Lists the tokens of this home; the tokens themselves are not stored.",
    footer = "  comity token list")
final class TokenList implements Command {
  private static final List<String> COLUMNS =
      List.of("id", "name", "project_root", "role", "rooms", "created_at", "expires", "revoked_at");

  @Override
  public Outcome run(Context context) {
    return switch (Tokens.of(context.home()).read()) {
      case Tokens.Reading.Damaged(String why) ->
          Outcome.Failure.of(ExitCode.REFUSED, "the tokens are not known", why, "");
      case Tokens.Reading.Read(List<Token> tokens) -> {
        JsonObject json =
            JsonObject.empty()
                .with("tokens", JsonArray.of(tokens.stream().map(Token::toJson).toList()));
        yield new Outcome.Answer(
            json,
            Table.lines(
                Table.objects(json, "tokens"),
                "there are no tokens; comity token add makes one",
                context.surroundings().columns(),
                COLUMNS));
      }
    };
  }
}
