package comity.project;

import comity.roles.Briefing;
import comity.roles.Digest;
import comity.roles.Lines;
import comity.roles.RoleFile;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;

/** What somebody is shown to go on with the work of a project (ROLE-24). */
public final class Reports {
  private final Directives directives;
  private final Project project;
  private final LocalDate today;

  Reports(Directives directives, Project project, LocalDate today) {
    this.directives = directives;
    this.project = project;
    this.today = today;
  }

  /** The report of a role, with what waits for it, which may be nothing after a pickup. */
  Digest ofRole(RoleFiles.Role role, int budget) {
    RoleFile file = RoleFiles.read(role);
    Briefing.Text text = text(".muse/" + role.name() + ".md", file.lines());
    return Digest.of(
        "# " + role.name() + " of " + project.name() + ", " + today,
        Briefing.ofRole(texts(text, waiting(role)), file),
        budget);
  }

  /** Each role at a glance, and what waits for any of them. */
  Digest ofProject(int budget) {
    List<Briefing.Row> rows = new ArrayList<>();
    List<Briefing.Waiting> waiting = new ArrayList<>();
    for (RoleFiles.Role role : new RoleFiles(project).list().roles()) {
      RoleFile file = RoleFiles.read(role);
      rows.add(new Briefing.Row(role.name(), file.l0(), file.pending(), file.openTasks()));
      for (Briefing.Waiting each : waiting(role)) {
        if (!waiting.contains(each)) {
          waiting.add(each);
        }
      }
    }
    return Digest.of(
        "# " + project.name() + ", " + today,
        Briefing.ofProject(texts(new Briefing.Text("", ""), waiting), rows),
        budget);
  }

  private List<Briefing.Waiting> waiting(RoleFiles.Role role) {
    return directives.waiting(project, role.name()).stream()
        .map(each ->
            new Briefing.Waiting(each.project().name() + "/" + each.role(), each.directive()))
        .toList();
  }

  private Briefing.Texts texts(Briefing.Text role, List<Briefing.Waiting> waiting) {
    ProjectTexts texts = new ProjectTexts(project);
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
}
