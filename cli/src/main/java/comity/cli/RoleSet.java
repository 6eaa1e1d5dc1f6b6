package comity.cli;

import comity.json.JsonObject;
import comity.project.RoleChanges;
import comity.roles.L0;
import comity.roles.RoleEdit;
import comity.roles.RoleFile;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Sets fields of a role's L0 line, the first line of its file.",
      "With --counts the line gets the flags 📡 N, directives received and not done, and ☐ N, open"
          + " tasks, which are kept up from then on. All other flags stay as they are."
    },
    footer = {
      "  comity role set build --priority 'P0=release' --version v2.12.0",
      "  comity role set build --flags 'QA PASS' --counts"
    })
final class RoleSet implements Command {
  @CommandLine.Parameters(index = "0", paramLabel = "ROLE", description = "its name")
  private String name = "";

  @CommandLine.Option(names = "--priority", paramLabel = "TEXT", description = "the top priority")
  private @Nullable String priority;

  @CommandLine.Option(names = "--version", paramLabel = "VERSION", description = "such as v2.12.0")
  private @Nullable String version;

  @CommandLine.Option(names = "--flags", paramLabel = "LIST", description = "split by commas")
  private @Nullable String flags;

  @CommandLine.Option(names = "--counts", description = "keep the flags 📡 N and ☐ N")
  private boolean counts;

  @Override
  public Outcome run(Context context) {
    if (priority == null && version == null && flags == null && !counts) {
      return Outcome.Failure.usage(
          "nothing is to be set", "give --priority, --version, --flags or --counts");
    }
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> {
        try {
          yield Workplace.outcome(
              at.desk().change(name, this::changed), "nothing was set", RoleSet::report);
        } catch (IllegalArgumentException wrong) {
          yield Outcome.Failure.usage(String.valueOf(wrong.getMessage()), "give another text");
        }
      }
    };
  }

  private RoleFile changed(RoleFile file) {
    RoleFile changed = file;
    if (version != null) {
      changed = RoleEdit.withL0(changed, L0.Field.VERSION, version);
    }
    if (priority != null) {
      changed = RoleEdit.withL0(changed, L0.Field.TOP_PRIORITY, priority);
    }
    if (flags != null) {
      changed = RoleEdit.withL0(changed, L0.Field.STATUS_FLAGS, flags);
    }
    if (counts) {
      if (changed.l0().isEmpty()) {
        changed = RoleEdit.withL0(changed, L0.Field.STATUS_FLAGS, "");
      }
      changed = RoleEdit.withCount(changed, L0.Count.DIRECTIVES, changed.pending(), true);
      changed = RoleEdit.withCount(changed, L0.Count.TASKS, changed.openTasks(), true);
    }
    return changed;
  }

  private static Outcome report(RoleChanges.Changing.Changed changed) {
    String line = changed.file().l0().map(L0::line).orElse("");
    return new Outcome.Deed(
        JsonObject.empty()
            .with("role", changed.role().name())
            .with("l0", line)
            .with("changed", changed.changed())
            .with("file", changed.role().file().toString()),
        List.of(line));
  }
}
