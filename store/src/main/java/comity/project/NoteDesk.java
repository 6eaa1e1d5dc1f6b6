package comity.project;

import comity.files.FileException;
import comity.roles.Digest;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** All that one actor may do with the notes of a project, and the reports made of them. */
public final class NoteDesk {
  private final Desk desk;

  NoteDesk(Desk desk) {
    this.desk = desk;
  }

  /**
   * What a role is shown to go on.
   *
   * @param pickedUp what was picked up just now
   * @param undone why nothing could be picked up; empty where it could, or was not to be
   */
  public record Resumed(
      String role, Digest digest, Pickups.Outcome.PickedUp pickedUp, String undone) {}

  /**
   * The report of the role that acts, or the owner names.
   *
   * @param pickup whether what waits is picked up first
   * @param budget in tokens
   */
  public Served<Resumed> resume(Optional<String> named, boolean pickup, int budget) {
    return desk.acting(named)
        .then(name -> desk.find(name, Access.READ))
        .map(role -> {
          Served<Pickups.Outcome.PickedUp> picked =
              pickup
                  ? desk.pickup(Optional.of(role.name()))
                  : new Served.Done<>(new Pickups.Outcome.PickedUp(List.of(), List.of()));
          String undone =
              switch (picked) {
                case Served.Done<Pickups.Outcome.PickedUp> _ -> "";
                case Served.NotAllowed<Pickups.Outcome.PickedUp>(Verdict.Refused verdict) ->
                    verdict.reason();
                case Served.Undone<Pickups.Outcome.PickedUp>(var _, String why, String todo) ->
                    why + "; " + todo;
              };
          return new Resumed(
              role.name(),
              reports().ofRole(role, budget),
              picked instanceof Served.Done<Pickups.Outcome.PickedUp>(var done)
                  ? done
                  : new Pickups.Outcome.PickedUp(List.of(), List.of()),
              undone);
        });
  }

  /** Each role at a glance and what waits: for the owner. */
  public Digest overviewReport(int budget) {
    return reports().ofProject(budget);
  }

  private Reports reports() {
    return new Reports(desk.allDirectives(), desk.project(), desk.now().toLocalDate());
  }

  /** Adds to today's notes (ROLE-16): under a heading of that name where one is given. */
  public Served<Path> write(String content, String section) {
    if (content.isBlank()) {
      return new Served.Undone<>(
          Directives.Reason.INVALID, "there is nothing to write", "give some text");
    }
    if (section.codePoints().anyMatch(Character::isISOControl)) {
      return new Served.Undone<>(
          Directives.Reason.INVALID, "a section is one line", "give its heading alone");
    }
    ZonedDateTime now = desk.now();
    String date = now.toLocalDate().toString();
    String name = ProjectTexts.notes(date);
    Path file = desk.project().root().resolve(name);
    if (desk.guard().check(Access.WRITE, file) instanceof Verdict.Refused refused) {
      return new Served.NotAllowed<>(refused);
    }
    String time = "%02d:%02d".formatted(now.getHour(), now.getMinute());
    String who = desk.actor().role().map(role -> role.toLowerCase(Locale.ROOT)).orElse("");
    RoleChanges.alone(
        desk.home(),
        () ->
            new ProjectTexts(desk.project(), desk.writes("todays-notes"))
                .edit(name, lines -> Notes.add(lines, date, time, who, section, content)));
    return new Served.Done<>(file);
  }

  /**
   * Looks for words in the notes and in {@code MEMORIES.md}, and not behind the memory's gate.
   *
   * @throws FileException where a file can't be read
   */
  public List<Notes.Hit> search(String query, Notes.Scope scope, Notes.Progress progress) {
    return Notes.search(desk, query, scope, progress);
  }

  /** Writes down what was done at the end of the work (ROLE-24). */
  public Served<Farewell.Written> bye(String summary) {
    if (summary.isBlank()) {
      return new Served.Undone<>(
          Directives.Reason.INVALID, "there is nothing to write", "say what was done");
    }
    if (desk.actor().role().isEmpty()) {
      return new Served.Done<>(farewell(summary, Optional.empty()));
    }
    return desk.find(desk.actor().role().get(), Access.WRITE)
        .map(role -> farewell(summary, Optional.of(role)));
  }

  private Farewell.Written farewell(String summary, Optional<RoleFiles.Role> role) {
    ZonedDateTime now = desk.now();
    String time = "%02d:%02d".formatted(now.getHour(), now.getMinute());
    Farewell.Said said = new Farewell.Said(summary, now.toLocalDate().toString(), time);
    return new Farewell(desk.home(), desk.project(), desk.writes("bye")).write(said, role);
  }
}
