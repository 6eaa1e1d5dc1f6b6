package comity.cli;

import comity.recall.Finder;
import comity.recall.MemoryDesk;
import comity.recall.Shapes;
import comity.recall.Within;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Finds passages by words and meaning. In the memory of a group it looks through that group"
          + " alone; without a memory that is open, through the notes, MEMORIES.md and MEMORY.md.",
      "What is found counts against the budget of the memory that is open."
    },
    footer = {
      "  comity memory search 'when did we change the price?'",
      "  comity memory search '\"rate limit\"' --room '!abc:example.org' --json",
      "  comity memory search 部署 --scope recent"
    })
final class MemorySearch implements Command {
  /** More hits than that nobody reads. */
  private static final int MAX_HITS = 100;

  @CommandLine.Parameters(
      paramLabel = "QUERY",
      description = "words, a question, or a \"phrase\" in quotation marks")
  private String query = "";

  @CommandLine.Option(
      names = "--scope",
      paramLabel = "SCOPE",
      description = "all, recent (the last seven days) or longterm (default: all)")
  private String scope = "all";

  @CommandLine.Option(
      names = "--limit",
      paramLabel = "N",
      description = "at most so many hits, 1 to 100 (default: 10)")
  private int limit = 10;

  @CommandLine.Option(names = "--lexical", description = "match words alone, without the model")
  private boolean lexical;

  @CommandLine.Mixin private MemoryOptions options = new MemoryOptions();

  @Override
  public void begin() {
    Recalling.begin();
  }

  @Override
  public Outcome run(Context context) {
    if (limit < 1 || limit > MAX_HITS) {
      return Outcome.Failure.usage("--limit is 1 to " + MAX_HITS, "");
    }
    if (!List.of("all", "recent", "longterm").contains(scope)) {
      return Outcome.Failure.usage("there is no scope " + scope, "use all, recent or longterm");
    }
    return Recalling.of(
        context,
        options,
        (desk, wanted) -> {
          desk.prepare(query, lexical);
          return Workplace.outcome(
              desk.search(
                  wanted, query, Within.valueOf(scope.toUpperCase(Locale.ROOT)), limit, lexical),
              "nothing was searched",
              searched -> report(context, searched));
        });
  }

  private static Outcome report(Context context, MemoryDesk.Searched searched) {
    List<String> lines = new ArrayList<>(searched.index().lines().toList());
    for (Finder.Hit hit : searched.found().hits()) {
      lines.add(hit.file() + ":" + hit.line() + "  " + hit.text());
    }
    if (searched.found().hits().isEmpty()) {
      context.note("nothing was found");
    }
    if (searched.leftOut() > 0) {
      context.note(searched.leftOut() + " more are over the budget");
    }
    return new Outcome.Answer(Shapes.searched(searched), lines);
  }
}
