package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.NoteDesk;
import comity.roles.Briefing;
import comity.roles.Digest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Shows a role what it needs to go on, in one report: the rules in CLAUDE.md, MEMORIES.md, open"
          + " failures, the notes of today and yesterday, USER.md, the role's file, its directives and"
          + " open tasks. Directives that wait for the role are picked up first.",
      "Without a role: each role of the project at a glance, and what waits.",
      "What is too long for the budget is cut at the end of a paragraph and says so; the tokens are"
          + " an estimate, rather too high than too low. With --json: \"sections\", each with"
          + " \"title\", \"file\", \"text\" and, where it was cut, \"left_out\"; \"picked_up\" has the"
          + " ids."
    },
    footer = {
      "  comity resume build",
      "  comity resume --role build --no-pickup",
      "  comity resume build --budget 4000 --json",
      "  comity resume"
    })
final class Resume implements Command {
  private static final String UNDONE = "there is no report";

  @CommandLine.Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "ROLE",
      description = "the role to go on as (default: --role)")
  private @Nullable String named;

  @CommandLine.Option(
      names = "--no-pickup",
      description = "only list the directives that wait, and leave them where they are")
  private boolean noPickup;

  @CommandLine.Option(
      names = "--budget",
      paramLabel = "TOKENS",
      converter = Forms.Budget.class,
      description = "the longest that the report may be, at least 1000 (default: 8000)")
  private int budget = Briefing.USUAL_BUDGET;

  @Override
  public Outcome run(Context context) {
    return switch (Workplace.find(context)) {
      case Workplace.Finding.Missing(Outcome outcome) -> outcome;
      case Workplace.Finding.Found(Workplace at) -> {
        if (named == null && at.actor().role().isEmpty()) {
          yield answer(
              JsonObject.empty().with("project", at.project().name()),
              at.desk().notes().overviewReport(budget));
        }
        yield Workplace.outcome(
            at.desk().notes().resume(Optional.ofNullable(named), !noPickup, budget),
            UNDONE,
            resumed -> answer(context, at, resumed));
      }
    };
  }

  private static Outcome answer(Context context, Workplace at, NoteDesk.Resumed resumed) {
    if (!resumed.undone().isEmpty()) {
      context.warn("nothing was picked up: " + resumed.undone());
    }
    resumed.pickedUp().notFollowed().forEach(context::warn);
    List<String> ids =
        resumed.pickedUp().taken().stream().map(each -> each.directive().id()).toList();
    JsonObject json =
        JsonObject.empty()
            .with("project", at.project().name())
            .with("role", resumed.role())
            .with("picked_up", Bye.strings(ids))
            .with("not_followed", Bye.strings(resumed.pickedUp().notFollowed()));
    return answer(json, resumed.digest());
  }

  private static Outcome answer(JsonObject about, Digest digest) {
    List<JsonObject> sections = new ArrayList<>();
    for (Digest.Section section : digest.sections()) {
      JsonObject json = JsonObject.empty().with("title", section.title());
      if (!section.source().isEmpty()) {
        json = json.with("file", section.source());
      }
      json = json.with("text", section.text());
      if (section.cut().isPresent()) {
        Digest.Cut cut = section.cut().get();
        json =
            json.with(
                "left_out",
                JsonObject.empty()
                    .with("paragraphs", (long) cut.paragraphs())
                    .with("why", cut.reason()));
      }
      sections.add(json);
    }
    JsonObject json =
        about
            .with("sections", JsonArray.of(sections))
            .with("dropped", Bye.strings(digest.dropped()))
            .with("tokens", digest.tokens())
            .with("budget", digest.budget());
    return new Outcome.Answer(json, List.of(digest.text().stripTrailing().split("\n", -1)));
  }
}
