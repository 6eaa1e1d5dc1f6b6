package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.memory.Receipt;
import comity.recall.Receipts;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows what was given of memories, the latest last: for which message, which files and lines,"
          + " by which trigger, how many tokens, and what was left out by which rule.",
      "The owner sees that of the whole project; a session what is its own, of the memory that is"
          + " open in it."
    },
    footer = {"  comity memory explain", "  comity memory explain --limit 1 --json"})
final class MemoryExplain implements Command {
  @CommandLine.Mixin private Limit limit = new Limit();

  @CommandLine.Mixin private MemoryOptions options = new MemoryOptions();

  @Override
  public Outcome run(Context context) {
    return Recalling.of(
        context,
        options,
        (desk, wanted) ->
            Workplace.outcome(
                desk.explain(wanted, limit.value()),
                "nothing is explained",
                MemoryExplain::report));
  }

  private static Outcome report(Receipts.Listed listed) {
    List<String> lines = new ArrayList<>();
    if (listed.unreadable() > 0) {
      lines.add("[" + listed.unreadable() + " damaged lines in the record were passed over]");
    }
    for (Receipts.Kept kept : listed.receipts()) {
      Receipt receipt = kept.receipt();
      lines.add(
          receipt.at()
              + "  "
              + receipt.scope()
              + "  "
              + receipt.tokens()
              + " tokens, "
              + receipt.spent()
              + " of "
              + receipt.budget()
              + " spent  "
              + receipt.mode());
      lines.add("  asked     " + receipt.asked().lines().findFirst().orElse(""));
      for (Receipt.Item item : receipt.loaded()) {
        lines.add(
            "  gave      "
                + item.file()
                + ":"
                + item.lines()
                + "  "
                + item.priority()
                + "  "
                + item.tokens()
                + " tokens  "
                + item.reason()
                + (item.score() > 0 ? " (%.3f)".formatted(item.score()) : ""));
      }
      receipt
          .leftOut()
          .forEach(left -> lines.add("  left out  " + left.file() + "  " + left.rule()));
    }
    return new Outcome.Answer(
        JsonObject.empty()
            .with(
                "receipts",
                JsonArray.of(listed.receipts().stream().map(Receipts.Kept::toJson).toList()))
            .with("unreadable", listed.unreadable()),
        lines);
  }
}
