package comity.cli;

import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Makes what is missing of a memory: for a room, which memory/group_names.json must map, the"
          + " group's index and its four files; for main its index, from MEMORY.md. No file that is"
          + " there is changed, not even an empty one."
    },
    footer = {"  comity memory init --room '!abc:example.org'", "  comity memory init --main"})
final class MemoryInit implements Command {
  @CommandLine.Mixin private RoomOrMain of = new RoomOrMain();

  @Override
  public Outcome run(Context context) {
    return Recalling.at(
        context,
        desk ->
            Workplace.outcome(
                desk.keeping().init(of.wanted()),
                "nothing was made",
                flushed -> MemoryFlush.report(context, flushed)));
  }
}
