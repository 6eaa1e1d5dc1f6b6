package comity.cli;

import comity.recall.Wanted;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Makes what is missing of a memory: for a room, which memory/group_names.json must map, the"
          + " group's index and its four files; for main its index, from MEMORY.md. No file that is"
          + " there is changed, not even an empty one."
    },
    footer = {"  comity memory init --room '!abc:example.org'", "  comity memory init --main"})
final class MemoryInit implements Command {
  @CommandLine.Mixin private MemoryOptions options = new MemoryOptions();

  @Override
  public Outcome run(Context context) {
    return Recalling.of(
        context,
        options,
        (desk, wanted) ->
            wanted.isEmpty() || wanted.get() instanceof Wanted.OfSession
                ? Outcome.Failure.usage("no memory is named", "name one with --room or --main")
                : Workplace.outcome(
                    desk.keeping().init(wanted.get()),
                    "nothing was made",
                    flushed -> MemoryFlush.report(context, flushed)));
  }
}
