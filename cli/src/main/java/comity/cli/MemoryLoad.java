package comity.cli;

import comity.recall.MemoryDesk;
import comity.recall.Shapes;
import comity.recall.Wanted;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Prints what a message needs of a memory, all at once: the index, and the one file that the"
          + " message is about, within the budget of tokens; for main also SOUL.md, USER.md,"
          + " MEMORY.md and the notes of today and yesterday.",
      "Nothing but the index comes where the message is about nothing that the index names."
    },
    footer = {
      "  comity memory load --room '!abc:example.org' --message 'who can review the API?'",
      "  comity memory load --main --message 'what did I promise for Friday?' --json"
    })
final class MemoryLoad implements Command {
  @CommandLine.Option(
      names = "--message",
      required = true,
      paramLabel = "TEXT",
      description = "what was said; - reads it from standard input")
  private String message = "";

  @CommandLine.Option(names = "--lexical", description = "match words alone, without the model")
  private boolean lexical;

  @CommandLine.ArgGroup(multiplicity = "1")
  private MemoryOptions.Which which = new MemoryOptions.Which();

  @Override
  public void begin() {
    Recalling.begin();
  }

  @Override
  public Outcome run(Context context) throws IOException {
    String said =
        message.equals("-") ? new Attachments(context.surroundings()).standardInput() : message;
    return Recalling.at(
        context,
        desk -> {
          Optional<Wanted> wanted = which.wanted();
          if (wanted.isEmpty()) {
            return Recalling.noMemory();
          }
          desk.prepare(said, lexical);
          return Workplace.outcome(
              desk.load(wanted.get(), said, lexical),
              "nothing was loaded",
              given -> report(context, given));
        });
  }

  /** The text for a prompt on standard output; warnings beside it. */
  static Outcome report(Context context, MemoryDesk.Given given) {
    given.given().warnings().forEach(context::warn);
    if (!given.nothing().isEmpty()) {
      context.note(given.nothing());
    }
    List<String> lines = new ArrayList<>(given.given().text().lines().toList());
    return new Outcome.Answer(Shapes.given(given), lines);
  }
}
