package comity.cli;

import comity.recall.MemoryDesk;
import comity.recall.Shapes;
import comity.recall.Wanted;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Opens the memory of a group or of main, and prints the handle that the other memory commands"
          + " take as --session. Inside a Comity session it is that session's, and the handle can"
          + " be left out.",
      "The index comes first: `comity memory get index`. Another memory that was open in the session"
          + " ends."
    },
    footer = {
      "  comity memory open --room '!abc:example.org'",
      "  comity memory open --main --json"
    })
final class MemoryOpen implements Command {
  @CommandLine.Mixin private MemoryOptions options = new MemoryOptions();

  @Override
  public void begin() {
    Recalling.begin();
  }

  @Override
  public Outcome run(Context context) {
    return Recalling.of(
        context,
        options,
        (desk, wanted) ->
            wanted.isEmpty() || wanted.get() instanceof Wanted.OfSession
                ? Outcome.Failure.usage("no memory is named", "name one with --room or --main")
                : Workplace.outcome(
                    desk.open(room(wanted)), "no memory was opened", MemoryOpen::report));
  }

  private static Optional<String> room(Optional<Wanted> wanted) {
    return wanted.flatMap(Wanted::room);
  }

  private static Outcome report(MemoryDesk.Opened opened) {
    List<String> lines = new ArrayList<>();
    lines.add(opened.session());
    opened.problems().forEach(problem -> lines.add("note: " + problem));
    return new Outcome.Answer(Shapes.opened(opened), lines);
  }
}
