package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.project.Directives;
import comity.project.Pickups;
import comity.project.Project;
import comity.project.ProjectTexts;
import comity.project.RoleFiles;
import comity.project.Served;
import comity.roles.Briefing;
import comity.roles.Digest;
import comity.roles.Isolation;
import comity.roles.Lines;
import comity.roles.RoleFile;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
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

  /** What waited for the role. */
  private record Picked(
      List<Briefing.Waiting> waiting, List<String> ids, List<String> notFollowed) {}

  @Override
  public Outcome run(Context context) {
    return switch (Acting.of(context)) {
      case Acting.Finding.Missing(Outcome outcome) -> outcome;
      case Acting.Finding.Found(Acting acting) -> run(context, acting);
    };
  }

  private Outcome run(Context context, Acting acting) {
    Workplace at = acting.at();
    Optional<RoleFiles.Role> own = acting.role();
    if (named == null) {
      return own.isPresent() ? ofRole(context, acting, own.get()) : ofProject(at);
    }
    if (own.isPresent()) {
      return acting.reading(named).orElseGet(() -> ofRole(context, acting, own.get()));
    }
    return switch (at.roles().find(named)) {
      case RoleFiles.Finding.Found(RoleFiles.Role role) -> ofRole(context, acting, role);
      case RoleFiles.Finding.Missing(List<String> others) -> at.noRole(named, others);
      case RoleFiles.Finding.NotTaken(RoleFiles.Refused refused) -> Workplace.notTaken(refused);
    };
  }

  private Outcome ofRole(Context context, Acting acting, RoleFiles.Role role) {
    Workplace at = acting.at();
    Project project = at.project();
    Picked picked =
        noPickup
            ? new Picked(waiting(at, role), List.of(), List.of())
            : picked(context, acting, role);
    picked.notFollowed().forEach(context::warn);
    RoleFile file = RoleFiles.read(role);
    String name = ".muse/" + role.name() + ".md";
    Briefing.Texts texts = texts(project, text(name, file.lines()), picked.waiting());
    Digest digest =
        Digest.of(
            "# " + role.name() + " of " + project.name() + ", " + today(),
            Briefing.ofRole(texts, file),
            budget);
    JsonObject json =
        JsonObject.empty()
            .with("project", project.name())
            .with("role", role.name())
            .with("picked_up", Bye.strings(picked.ids()))
            .with("not_followed", Bye.strings(picked.notFollowed()));
    return answer(json, digest);
  }

  private static Picked picked(Context context, Acting acting, RoleFiles.Role role) {
    return switch (acting.at().desk().pickup(Optional.of(role.name()))) {
      case Served.Done<Pickups.Outcome.PickedUp>(
              Pickups.Outcome.PickedUp(
                  List<Directives.Standing> taken,
                  List<String> notFollowed)) ->
          new Picked(
              List.of(), taken.stream().map(each -> each.directive().id()).toList(), notFollowed);
      case Served.Undone<Pickups.Outcome.PickedUp>(_, String why, String todo) -> {
        context.warn("nothing was picked up: " + why + "; " + todo);
        yield new Picked(waiting(acting.at(), role), List.of(), List.of());
      }
      case Served.NotAllowed<Pickups.Outcome.PickedUp>(Isolation.Verdict.Refused refused) -> {
        context.warn("nothing was picked up: " + refused.reason() + "; " + refused.instead());
        yield new Picked(waiting(acting.at(), role), List.of(), List.of());
      }
    };
  }

  private Outcome ofProject(Workplace at) {
    Project project = at.project();
    List<Briefing.Row> rows = new ArrayList<>();
    List<Briefing.Waiting> waiting = new ArrayList<>();
    for (RoleFiles.Role role : at.roles().list().roles()) {
      RoleFile file = RoleFiles.read(role);
      rows.add(new Briefing.Row(role.name(), file.l0(), file.pending(), file.openTasks()));
      for (Briefing.Waiting each : waiting(at, role)) {
        if (!waiting.contains(each)) {
          waiting.add(each);
        }
      }
    }
    Briefing.Texts texts = texts(project, new Briefing.Text("", ""), waiting);
    Digest digest =
        Digest.of("# " + project.name() + ", " + today(), Briefing.ofProject(texts, rows), budget);
    return answer(JsonObject.empty().with("project", project.name()), digest);
  }

  private static LocalDate today() {
    return Workplace.now().toLocalDate();
  }

  private static List<Briefing.Waiting> waiting(Workplace at, RoleFiles.Role role) {
    return at.directives().waiting(at.project(), role.name()).stream()
        .map(each ->
            new Briefing.Waiting(each.project().name() + "/" + each.role(), each.directive()))
        .toList();
  }

  private static Briefing.Texts texts(
      Project project, Briefing.Text role, List<Briefing.Waiting> waiting) {
    ProjectTexts texts = new ProjectTexts(project);
    LocalDate today = today();
    return new Briefing.Texts(
        text(texts, "CLAUDE.md"),
        text(texts, "MEMORIES.md"),
        text(texts, ProjectTexts.notes(today.toString())),
        text(texts, ProjectTexts.notes(today.minusDays(1).toString())),
        text(texts, "USER.md"),
        role,
        waiting);
  }

  private static Briefing.Text text(ProjectTexts texts, String name) {
    return text(name, texts.read(name));
  }

  private static Briefing.Text text(String name, Lines lines) {
    String text = new String(lines.bytes(), StandardCharsets.UTF_8);
    return new Briefing.Text(
        name, text.replace("\uFEFF", "").replace("\r\n", "\n").replace('\r', '\n'));
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
