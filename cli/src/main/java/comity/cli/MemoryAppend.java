package comity.cli;

import comity.memory.Entry;
import comity.recall.Shapes;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Writes into a memory at once: a decision goes to experience.md, newest first; a task to"
          + " attention.md (done: TASK ticks it, blocked: TASK marks it); a note of main to today's"
          + " notes, one of a group to experience.md under Notes. What is there already is not"
          + " written again.",
      "With index it is a row of the routing table, PHRASES | FILE | PRIORITY, or [DEPRECATED] FILE,"
          + " which marks the file's rows: an index only grows.",
      "A decision may be given in lines Decision:, Context: and Action:. A text with a secret in it"
          + " is refused, or redacted with --redact."
    },
    footer = {
      "  comity memory append --room '!abc:example.org' --kind decision 'Leave Redis for"
          + " PostgreSQL'",
      "  comity memory append --main --kind task 'done: renew the certificate'",
      "  comity memory append --session m-… --kind note - < note.md",
      "  comity memory append --main --kind index 'site | projects/site.md | P3'"
    })
final class MemoryAppend implements Command {
  @CommandLine.Parameters(
      paramLabel = "TEXT",
      description = "what to write; - reads it from standard input")
  private String text = "";

  @CommandLine.Option(
      names = "--kind",
      required = true,
      paramLabel = "KIND",
      description = "decision, task, note or index")
  private String kind = "";

  @CommandLine.Option(names = "--redact", description = "replace secrets instead of refusing them")
  private boolean redact;

  @CommandLine.Mixin private MemoryOptions options = new MemoryOptions();

  @Override
  public Outcome run(Context context) throws IOException {
    boolean index = kind.equalsIgnoreCase("index");
    Optional<Entry.Kind> named = Entry.Kind.named(kind);
    if (named.isEmpty() && !index) {
      return Outcome.Failure.usage("there is no kind " + kind, "use decision, task, note or index");
    }
    String said = text.equals("-") ? new Attachments(context.surroundings()).standardInput() : text;
    return Recalling.of(
        context,
        options,
        (desk, wanted) ->
            Workplace.outcome(
                index
                    ? desk.keeping().index(wanted, said)
                    : desk.keeping().append(wanted, named.get(), said, redact),
                "nothing was written",
                appended -> {
                  if (!appended.note().isEmpty()) {
                    context.note(appended.note());
                  }
                  return new Outcome.Deed(
                      Shapes.appended(appended),
                      List.of(
                          appended.changed()
                              ? "it stands in " + appended.file()
                              : appended.note().isEmpty()
                                  ? appended.file() + " has it already"
                                  : appended.file() + " was not changed"));
                }));
  }
}
