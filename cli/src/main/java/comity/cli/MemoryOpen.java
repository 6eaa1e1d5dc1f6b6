package comity.cli;

import comity.recall.MemoryDesk;
import comity.recall.Shapes;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Opens the memory of a group or of main, and prints the handle that the other memory commands"
          + " take as --session. Inside a Comity session it is that session's, and the handle can"
          + " be left out.",
      "The index comes first: `comity memory get index`. Another memory that was open in the session"
          + " ends. What is wrong with the index, or the files of rooms, is said beside."
    },
    footer = {
      "  comity memory open --room '!abc:example.org'",
      "  comity memory open --main --json"
    })
final class MemoryOpen implements Command {
  @CommandLine.Mixin private RoomOrMain of = new RoomOrMain();

  @Override
  public Outcome run(Context context) {
    return Recalling.at(
        context,
        desk ->
            Workplace.outcome(desk.open(of.room()), "no memory was opened", MemoryOpen::report));
  }

  private static Outcome report(MemoryDesk.Opened opened) {
    List<String> lines = new ArrayList<>();
    lines.add(opened.session());
    opened.problems().forEach(problem -> lines.add("note: " + problem));
    return new Outcome.Answer(Shapes.opened(opened), lines);
  }
}
