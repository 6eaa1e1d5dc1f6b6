package comity.cli;

import comity.json.JsonObject;
import java.util.List;
import picocli.CommandLine;

@CommandLine.Command(
    description =
        "Closes the memory that is open in a session: nothing of it can be read there any more.",
    footer = {"  comity memory close --session m-…", "  comity memory close"})
final class MemoryClose implements Command {
  @CommandLine.Mixin private OpenMemoryOption open = new OpenMemoryOption();

  @Override
  public Outcome run(Context context) {
    return Recalling.at(
        context,
        desk ->
            Workplace.outcome(
                desk.close(open.handle()),
                "nothing was closed",
                closed ->
                    new Outcome.Deed(
                        JsonObject.empty().with("closed", closed), List.of("closed"))));
  }
}
