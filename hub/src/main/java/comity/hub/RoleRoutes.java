package comity.hub;

import comity.files.Home;
import comity.http.Answer;
import comity.http.Request;
import comity.http.Route;
import comity.json.JsonObject;
import comity.messages.ErrorCode;
import comity.messages.Refusal;
import comity.project.Audit;
import comity.project.Guard;
import comity.project.Project;
import comity.project.Projects;
import comity.roles.Actor;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the owner's page and tools ask about roles. */
final class RoleRoutes {
  private final OwnerDoor door;
  private final Home home;
  private final Audit audit;

  RoleRoutes(OwnerDoor door, Home home, Audit audit) {
    this.door = door;
    this.home = home;
    this.audit = audit;
  }

  List<Route> routes() {
    return List.of(door.post("/api/roles/may", this::may));
  }

  private Answer may(Request request, JsonObject body) {
    Optional<String> path = body.string("path");
    Optional<Access> access = body.string("access").flatMap(RoleRoutes::access);
    Optional<Project> project = body.string("project_root").flatMap(this::project);
    if (path.isEmpty() || access.isEmpty()) {
      return refusal(
          ErrorCode.INVALID_MESSAGE, "path and access, which is read or write, are needed");
    }
    if (project.isEmpty()) {
      return refusal(ErrorCode.NOT_FOUND, "There is no project at project_root");
    }
    String user = System.getProperty("user.name", "unknown");
    return switch (Actor.of(user, body.string("role"), Map.of(), Actor.Door.HTTP)) {
      case Actor.Finding.Refused(Actor actor, Verdict.Refused verdict) -> {
        audit.refused(actor, access.get(), path.get(), verdict);
        yield Answer.json(verdict.toJson());
      }
      case Actor.Finding.Found(Actor actor) when actor.role().isEmpty() ->
          Answer.json(new Verdict.Allowed("owner").toJson());
      case Actor.Finding.Found(Actor actor) -> {
        Guard guard =
            new Guard(
                project.get(),
                actor,
                audit,
                () -> LocalDate.now(ZoneId.systemDefault()),
                Optional::empty);
        yield Answer.json(guard.check(access.get(), project.get().root(), path.get()).toJson());
      }
    };
  }

  private Optional<Project> project(String root) {
    try {
      return Project.rootAround(Path.of(root)).map(new Projects(home)::at);
    } catch (InvalidPathException none) {
      return Optional.empty();
    }
  }

  private static Optional<Access> access(String word) {
    return switch (word) {
      case "read" -> Optional.of(Access.READ);
      case "write" -> Optional.of(Access.WRITE);
      default -> Optional.empty();
    };
  }

  private static Answer refusal(ErrorCode code, String message) {
    return Answer.refusal(Refusal.of(code, message));
  }
}
