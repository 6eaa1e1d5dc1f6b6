package comity.cli;

import comity.recall.Flush;
import comity.recall.Shapes;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Writes what was captured and waits into the files of its memory: for a room into that"
          + " group's, for main with all that was opened in the session, with --all into each for"
          + " which something waits. A memory that is not there yet is made; what is there is never"
          + " overwritten.",
      "It can be done again at any time: what is in a file already is not written twice."
    },
    footer = {
      "  comity memory flush --room '!abc:example.org'",
      "  comity memory flush --main",
      "  comity memory flush --all --json"
    })
final class MemoryFlush implements Command {
  @CommandLine.ArgGroup private Which which = new Which();

  /** One of them. */
  static final class Which extends MemoryOptions.Which {
    @CommandLine.Option(
        names = "--all",
        description = "main, and every group for which something waits")
    private boolean all;
  }

  @Override
  public Outcome run(Context context) {
    return Recalling.at(
        context,
        desk ->
            Workplace.outcome(
                which.all ? desk.keeping().flushAll() : desk.keeping().flush(which.wanted()),
                "nothing was flushed",
                flushed -> report(context, flushed)));
  }

  /** What each flush did. */
  static Outcome report(Context context, List<Flush.Flushing.Flushed> flushed) {
    List<String> lines = new ArrayList<>();
    for (Flush.Flushing.Flushed each : flushed) {
      each.problems().forEach(context::warn);
      lines.add(
          each.scope().word()
              + "  "
              + each.entries()
              + (each.entries() == 1 ? " entry" : " entries")
              + (each.files().isEmpty() ? "" : "  wrote " + String.join(", ", each.files()))
              + (each.made().isEmpty() ? "" : "  made " + String.join(", ", each.made())));
    }
    return new Outcome.Deed(Shapes.flushed(flushed), lines);
  }
}
