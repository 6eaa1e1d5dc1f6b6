package comity.project;

import comity.files.FileException;
import comity.roles.Digest;
import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
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
        .then(role -> {
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
          Pickups.Outcome.PickedUp taken =
              picked instanceof Served.Done<Pickups.Outcome.PickedUp>(var done)
                  ? done
                  : new Pickups.Outcome.PickedUp(List.of(), List.of());
          Reports reports = reports(desk.guardOf(role.name()));
          return desk.read(role.name())
              .map(file ->
                  new Resumed(role.name(), reports.ofRole(role, file, budget), taken, undone));
        });
  }

  /** Each role at a glance and what waits: for the owner. */
  public Digest overviewReport(int budget) {
    return reports(desk.guard()).ofProject(budget);
  }

  private Reports reports(Guard guard) {
    return new Reports(desk.allDirectives(), guard, desk.now().toLocalDate());
  }

  /**
   * The text of {@code MEMORIES.md} or of a day's notes; empty where there is none.
   *
   * @param name from the project's root
   * @throws FileException where it can't be read
   */
  public Served<String> read(String name) {
    return switch (new ProjectTexts(desk.guard(), _ -> {}).reading(name)) {
      case Guard.Reading.Read(byte[] bytes) ->
          new Served.Done<>(new String(bytes, StandardCharsets.UTF_8));
      case Guard.Reading.Missing _ -> new Served.Done<>("");
      case Guard.Reading.Refused(Verdict.Refused verdict) -> new Served.NotAllowed<>(verdict);
    };
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
    if (ofMemory(name) instanceof Served.NotAllowed<?>(Verdict.Refused refused)) {
      return new Served.NotAllowed<>(refused);
    }
    String time = "%02d:%02d".formatted(now.getHour(), now.getMinute());
    String who = desk.actor().role().map(this::named).orElse("");
    RoleChanges.alone(
        desk.home(),
        () ->
            new ProjectTexts(desk.guard(), desk.writes("todays-notes"))
                .edit(name, lines -> Notes.add(lines, date, time, who, section, content)));
    return new Served.Done<>(file);
  }

  /** A role's name as that of its file, where it has one. */
  private String named(String role) {
    return new RoleFiles(desk.project()).find(role)
            instanceof RoleFiles.Finding.Found(RoleFiles.Role found)
        ? found.name()
        : role;
  }

  /**
   * What came of the end of the work.
   *
   * @param notes the file of today's notes, from the project's root
   * @param reminders what is still open, each in a line
   */
  public record Ended(String notes, Farewell.Written written, List<String> reminders) {
    public Ended {
      reminders = List.copyOf(reminders);
    }
  }

  /**
   * Writes down what was done at the end of the work (ROLE-24).
   *
   * @param summary blank where nothing was said; then there are reminders only
   */
  public Served<Ended> bye(String summary) {
    Optional<String> name = desk.actor().role();
    if (name.isEmpty()) {
      return mayNote(summary).map(_ -> ended(summary, Optional.empty()));
    }
    return desk.find(name.get(), Access.WRITE)
        .then(role -> mayNote(summary).map(_ -> ended(summary, Optional.of(role))));
  }

  /** All is asked before anything is written. */
  private Served<Boolean> mayNote(String summary) {
    if (summary.isBlank()) {
      return new Served.Done<>(true);
    }
    Path notes = desk.project().root().resolve(ProjectTexts.notes(today()));
    if (desk.guard().check(Access.WRITE, notes) instanceof Verdict.Refused refused) {
      return new Served.NotAllowed<>(refused);
    }
    if (!Farewell.captures(summary)) {
      return ofMemory(ProjectTexts.notes(today()));
    }
    return desk.guard().checkCapture() instanceof Verdict.Refused refused
        ? new Served.NotAllowed<>(refused)
        : ofMemory(ProjectTexts.notes(today())).then(_ -> ofMemory(ProjectTexts.LONG_TERM));
  }

  /** Refused where that name leads to a file of memory, whoever asks. */
  private Served<Boolean> ofMemory(String name) {
    return new ProjectTexts(desk.guard(), _ -> {}).reading(name)
            instanceof Guard.Reading.Refused(Verdict.Refused refused)
        ? new Served.NotAllowed<>(refused)
        : new Served.Done<>(true);
  }

  private String today() {
    return desk.now().toLocalDate().toString();
  }

  private Ended ended(String summary, Optional<RoleFiles.Role> role) {
    ZonedDateTime now = desk.now();
    String time = "%02d:%02d".formatted(now.getHour(), now.getMinute());
    Farewell.Said said = new Farewell.Said(summary, now.toLocalDate().toString(), time);
    Farewell.Writing writing =
        (file, rule) -> desk.writes(role.isEmpty() ? "owner" : rule).accept(file);
    Farewell.Written written = new Farewell(desk.home(), desk.guard(), writing).write(said, role);
    Reminders reminders = new Reminders(written);
    if (summary.isBlank()) {
      reminders.nothingSaid();
    }
    if (role.isPresent() && written.role().isPresent()) {
      String name = role.get().name();
      reminders.ofRole(
          name, written.role().get(), desk.allDirectives().waiting(desk.project(), name).size());
    }
    return new Ended(ProjectTexts.notes(said.date()), written, reminders.lines());
  }
}
