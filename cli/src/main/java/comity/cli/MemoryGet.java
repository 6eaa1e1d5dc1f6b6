package comity.cli;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Prints a file of the memory that is open, as far as its ceilings and its budget of tokens"
          + " allow: the index first, then at most two files of P0 to P2 and one of P3.",
      "A file of P2 comes as the passages that match --query, which may be none; without it as its"
          + " newest part."
    },
    footer = {
      "  comity memory get index --session m-…",
      "  comity memory get attention.md --session m-…",
      "  comity memory get experience.md --query 'why did we leave Redis?' --session m-… --json"
    })
final class MemoryGet implements Command {
  @CommandLine.Parameters(
      paramLabel = "FILE",
      description = "index, or a file as the index names it, such as attention.md")
  private String file = "";

  @CommandLine.Option(
      names = "--query",
      paramLabel = "TEXT",
      description = "what of a file of P2 is wanted")
  private @Nullable String query;

  @CommandLine.Option(names = "--lexical", description = "match words alone, without the model")
  private boolean lexical;

  @CommandLine.Mixin private OpenMemoryOption open = new OpenMemoryOption();

  @Override
  public void begin() {
    Recalling.begin();
  }

  @Override
  public Outcome run(Context context) {
    return Recalling.at(
        context,
        desk ->
            Workplace.outcome(
                desk.get(open.handle(), file, Optional.ofNullable(query), lexical),
                "nothing was read",
                given -> MemoryLoad.report(context, given)));
  }
}
