package comity.tools;

import comity.mcp.Resource;
import comity.mcp.ResourceContents;
import comity.mcp.ResourceTemplate;
import comity.mcp.RpcError;
import comity.project.Desk;
import comity.project.Overview;
import comity.project.Project;
import comity.project.ProjectTexts;
import comity.project.RoleFiles;
import comity.project.RoleWatch;
import comity.project.Served;
import comity.roles.Isolation.Verdict;
import comity.roles.L0;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * What a client may read of a project (ROLE-22): {@code muse://l0}, {@code muse://roles/ROLE},
 * {@code muse://memory/FILE} and {@code muse://projects/PROJECT/l0}.
 */
final class RoleResources {
  private static final String L0_URI = "muse://l0";
  private static final String ROLES = "muse://roles/";
  private static final String MEMORY = "muse://memory/";
  private static final String PROJECTS = "muse://projects/";
  private static final String MARKDOWN = "text/markdown";
  private static final String LONG_TERM = "MEMORIES.md";

  static final List<ResourceTemplate> TEMPLATES =
      List.of(
          new ResourceTemplate(
              ROLES + "{role}", "role", "Role file", "The file of a role", MARKDOWN),
          new ResourceTemplate(
              MEMORY + "{file}",
              "memory",
              "Notes",
              "MEMORIES.md, or the notes of a day, YYYY-MM-DD.md",
              MARKDOWN),
          new ResourceTemplate(
              PROJECTS + "{project}/l0",
              "project",
              "Status of a project",
              "The L0 lines of the roles of a known project",
              "text/plain"));

  private final Desk desk;

  RoleResources(Desk desk) {
    this.desk = desk;
  }

  List<Resource> all() {
    List<Resource> all = new ArrayList<>();
    all.add(Resource.of(L0_URI, "l0", "The L0 line of every role", "text/plain"));
    for (RoleFiles.Role role : new RoleFiles(desk.project()).list().roles()) {
      if (mine(role.name())) {
        all.add(Resource.of(ROLES + role.name(), role.name(), "The role " + role.name(), MARKDOWN));
      }
    }
    all.add(Resource.of(MEMORY + LONG_TERM, LONG_TERM, "What is known for long", MARKDOWN));
    for (String date : new ProjectTexts(desk.project()).dates()) {
      all.add(Resource.of(MEMORY + date + ".md", date, "Notes of " + date, MARKDOWN));
    }
    return all;
  }

  /** A role is not shown what it may not read. */
  private boolean mine(String role) {
    return desk.actor().role().isEmpty() || desk.actor().role().get().equalsIgnoreCase(role);
  }

  Given<List<ResourceContents>> read(String uri) {
    if (uri.equals(L0_URI)) {
      return text(uri, "text/plain", l0(desk.overview(false).getFirst()));
    }
    if (uri.startsWith(ROLES)) {
      return served(
          uri,
          desk.read(uri.substring(ROLES.length()))
              .map(file -> new String(file.bytes(), StandardCharsets.UTF_8)));
    }
    if (uri.startsWith(MEMORY)) {
      return memory(uri, uri.substring(MEMORY.length()));
    }
    if (uri.startsWith(PROJECTS) && uri.endsWith("/l0")) {
      String name = uri.substring(PROJECTS.length(), uri.length() - "/l0".length());
      Optional<Overview.View> view =
          desk.overview(true).stream().filter(each -> each.project().isNamed(name)).findFirst();
      return view.isPresent()
          ? text(uri, "text/plain", l0(view.get()))
          : new Given.Done<>(List.of());
    }
    return new Given.Done<>(List.of());
  }

  private Given<List<ResourceContents>> memory(String uri, String file) {
    boolean dated = file.matches("\\d{4}-\\d{2}-\\d{2}\\.md");
    if (!dated && !file.equals(LONG_TERM)) {
      return new Given.Done<>(List.of());
    }
    String name = dated ? "memory/" + file : file;
    return served(uri, desk.notes().read(name));
  }

  private static String l0(Overview.View view) {
    StringBuilder text = new StringBuilder();
    for (Overview.Line line : view.lines()) {
      text.append(line.role()).append(": ");
      text.append(line.l0().map(L0::line).orElse("(no L0 line)")).append('\n');
    }
    return text.toString();
  }

  private static Given<List<ResourceContents>> text(String uri, String type, String text) {
    return new Given.Done<>(List.of(new ResourceContents.Text(uri, type, text)));
  }

  private static Given<List<ResourceContents>> served(String uri, Served<String> served) {
    return switch (served) {
      case Served.Done<String>(String text) -> text(uri, MARKDOWN, text);
      case Served.NotAllowed<String>(Verdict.Refused verdict) ->
          new Given.Refused<>(
              RpcError.invalidParams(
                  "Not allowed ("
                      + verdict.rule()
                      + "): "
                      + verdict.reason()
                      + ". "
                      + verdict.instead()));
      case Served.Undone<String> _ -> new Given.Done<>(List.of());
    };
  }

  /** The names that could stand for a variable of a template or an argument of a prompt. */
  List<String> names(String argument, String typed) {
    List<String> all =
        switch (argument) {
          case "role" ->
              new RoleFiles(desk.project())
                  .list().roles().stream().map(RoleFiles.Role::name).filter(this::mine).toList();
          case "project" ->
              desk.projects().around(desk.project()).stream().map(Project::name).toList();
          case "file" -> {
            List<String> files = new ArrayList<>(List.of(LONG_TERM));
            new ProjectTexts(desk.project()).dates().forEach(date -> files.add(date + ".md"));
            yield files;
          }
          default -> List.of();
        };
    return all.stream()
        .filter(name -> name.regionMatches(true, 0, typed, 0, typed.length()))
        .toList();
  }

  /** Tells of changed files until it is closed. */
  Offer.Watch watch(Consumer<Change> listener) {
    RoleWatch watch =
        RoleWatch.start(
            desk.project(),
            change -> {
              change.changed().forEach(name -> listener.accept(new Change.Resource(uri(name))));
              if (!change.changed().isEmpty()) {
                listener.accept(new Change.Resource(L0_URI));
              }
              if (change.others()) {
                listener.accept(new Change.Resources());
              }
            });
    return watch::close;
  }

  private static String uri(String name) {
    if (name.startsWith(".muse/")) {
      return ROLES + name.substring(".muse/".length(), name.length() - ".md".length());
    }
    return MEMORY + name.substring(name.lastIndexOf('/') + 1);
  }
}
