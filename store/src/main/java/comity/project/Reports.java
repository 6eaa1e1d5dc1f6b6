package comity.project;

import comity.roles.Briefing;
import comity.roles.Digest;
import comity.roles.Isolation.Verdict;
import comity.roles.RoleFile;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** What somebody is shown to go on with the work of a project (ROLE-24). */
final class Reports {
  private final Directives directives;
  private final Project project;
  private final ProjectTexts texts;
  private final LocalDate today;

  /**
   * Reports on the guard's project.
   *
   * @param guard of whom the report is for: it has nothing that its actor may not read
   */
  Reports(Directives directives, Guard guard, LocalDate today) {
    this.directives = directives;
    this.project = guard.project();
    this.texts = new ProjectTexts(guard, _ -> {});
    this.today = today;
  }

  /**
   * The report of a role, with what waits for it, which may be nothing after a pickup.
   *
   * @param file the role's, as it may be read
   */
  Digest ofRole(RoleFiles.Role role, RoleFile file, int budget) {
    Briefing.Text text = text(".muse/" + role.name() + ".md", file.bytes());
    return Digest.of(
        "# " + role.name() + " of " + project.name() + ", " + today,
        Briefing.ofRole(texts(text, waiting(List.of(role))), file),
        budget);
  }

  /** Each role at a glance, and what waits for any of them. */
  Digest ofProject(int budget) {
    List<Briefing.Row> rows = new ArrayList<>();
    List<RoleFiles.Role> roles = new RoleFiles(project).list().roles();
    for (RoleFiles.Role role : roles) {
      RoleFile file = RoleFiles.read(role);
      rows.add(new Briefing.Row(role.name(), file.l0(), file.pending(), file.openTasks()));
    }
    return Digest.of(
        "# " + project.name() + ", " + today,
        Briefing.ofProject(texts(new Briefing.Text("", ""), waiting(roles)), rows),
        budget);
  }

  private List<Briefing.Waiting> waiting(List<RoleFiles.Role> roles) {
    return directives.waiting(project, roles.stream().map(RoleFiles.Role::name).toList()).stream()
        .map(each ->
            new Briefing.Waiting(each.project().name() + "/" + each.role(), each.directive()))
        .toList();
  }

  private Briefing.Texts texts(Briefing.Text role, List<Briefing.Waiting> waiting) {
    return new Briefing.Texts(
        text("CLAUDE.md"),
        text(ProjectTexts.LONG_TERM),
        text(ProjectTexts.notes(today.toString())),
        text(ProjectTexts.notes(today.minusDays(1).toString())),
        text("USER.md"),
        role,
        waiting);
  }

  private Briefing.Text text(String name) {
    return switch (texts.reading(name)) {
      case Guard.Reading.Read(byte[] bytes) -> text(name, bytes);
      case Guard.Reading.Missing _ -> new Briefing.Text(name, "");
      case Guard.Reading.Refused(Verdict.Refused verdict) ->
          new Briefing.Text(name, "(left out, not allowed: " + verdict.rule() + ")\n");
    };
  }

  private static Briefing.Text text(String name, byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    return new Briefing.Text(
        name, text.replace("\uFEFF", "").replace("\r\n", "\n").replace('\r', '\n'));
  }
}
