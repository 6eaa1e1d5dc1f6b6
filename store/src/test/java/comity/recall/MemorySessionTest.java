package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Rooms;
import comity.memory.SessionEvent;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Project;
import comity.project.Served;
import comity.roles.Actor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is open in a session, and where what is said in it goes. */
final class MemorySessionTest {
  private static final int READS = 400;

  @TempDir private Path folder;
  private TwoGroups place;
  private Ground ground;
  private Finders finders;

  @BeforeEach
  void make() throws IOException {
    place = TwoGroups.make(folder);
    ground = place.ground();
    finders = place.finders();
  }

  @AfterEach
  void close() {
    place.close();
  }

  private MemoryDesk session(String id, Project project) {
    return place.session(id, project);
  }

  private MemoryDesk session(String id) {
    return place.session(id, ground.project());
  }

  private static SessionEvent event(SessionEvent.Kind kind, String prompt) {
    return new SessionEvent(kind, "p", Optional.empty(), prompt);
  }

  @Test
  @Tag("MEM-17")
  void aNoteAtRememGoesToWhatIsOpenAndNotToWhatWasOpenLast() throws IOException {
    MemoryDesk desk = session("s");
    desk.open(Optional.empty());
    desk.open(Optional.of("a"));
    desk.open(Optional.empty());
    desk.events().happened(event(SessionEvent.Kind.PROMPT, "/remem my own affair"));
    assertThat(ground.texts().entrySet())
        .filteredOn(file -> file.getKey().startsWith("memory/groups/"))
        .noneMatch(file -> file.getValue().contains("my own affair"));
    assertThat(ground.texts().values()).anyMatch(text -> text.contains("my own affair"));
  }

  @Test
  @Tag("MEM-5")
  void theHandleOfAnotherSessionOpensNoSecondMemory() {
    MemoryDesk one = session("s");
    MemoryDesk two = session("t");
    one.open(Optional.of("a"));
    two.open(Optional.of("o"));
    two.get(Optional.empty(), "index", Optional.empty(), true);
    Optional<String> handle = Optional.of(Visitor.ofSession("t"));
    assertThat(one.get(handle, "project.md", Optional.empty(), true))
        .isInstanceOf(Served.NotAllowed.class);
    one.close(Optional.empty());
    assertThat(one.get(handle, "project.md", Optional.empty(), true))
        .isInstanceOf(Served.NotAllowed.class);
  }

  @Test
  @Tag("MEM-5")
  void theEndClosesAMemoryThatCouldNotBeFlushed() throws IOException {
    MemoryDesk desk = session("s");
    desk.open(Optional.of("a"));
    Files.move(ground.project().root().resolve("memory/groups/acme"), folder.resolve("elsewhere"));
    Files.createSymbolicLink(
        ground.project().root().resolve("memory/groups/acme"), folder.resolve("elsewhere"));
    desk.events().happened(event(SessionEvent.Kind.PROMPT, "/remem the lift is broken"));
    assertThat(desk.events().happened(event(SessionEvent.Kind.ENDED, "")))
        .isNotInstanceOf(Served.Done.class);
    assertThat(desk.open()).isEmpty();
  }

  private static String text(Served<MemoryDesk.Given> served) {
    return served instanceof Served.Done<MemoryDesk.Given>(MemoryDesk.Given given)
        ? given.given().text()
        : "";
  }

  @Test
  @Tag("MEM-5")
  void anotherGroupBeginsAnewWithNothingOfTheFirst() {
    MemoryDesk desk = session("s");
    desk.open(Optional.of("a"));
    desk.get(Optional.empty(), "index", Optional.empty(), true);
    Served<MemoryDesk.Given> first =
        desk.get(Optional.empty(), "project.md", Optional.empty(), true);
    assertThat(text(first)).contains("of acme");
    desk.open(Optional.of("o"));
    assertThat(desk.get(Optional.empty(), "project.md", Optional.empty(), true))
        .as("the index of this group comes first")
        .isInstanceOf(Served.NotAllowed.class);
    Served<MemoryDesk.Given> index = desk.get(Optional.empty(), "index", Optional.empty(), true);
    assertThat(index)
        .isInstanceOfSatisfying(
            Served.Done.class,
            done -> {
              MemoryDesk.Given given = (MemoryDesk.Given) done.value();
              assertThat(given.given().gate().spent()).isEqualTo(given.given().receipt().tokens());
              assertThat(given.given().gate().loaded()).isEmpty();
            });
    Served<MemoryDesk.Given> second =
        desk.get(Optional.empty(), "project.md", Optional.empty(), true);
    assertThat(text(second)).contains("of ops").doesNotContain("acme");
    assertThat(desk.get(Optional.empty(), "memory/groups/acme/project.md", Optional.empty(), true))
        .isInstanceOf(Served.NotAllowed.class);
  }

  @Test
  @Tag("MEM-1")
  void whatAPersonEditsIsGivenTheNextTime() throws IOException {
    MemoryDesk desk = session("s");
    desk.open(Optional.of("a"));
    desk.get(Optional.empty(), "index", Optional.empty(), true);
    assertThat(text(desk.get(Optional.empty(), "project.md", Optional.empty(), true)))
        .contains("of acme");
    ground.file("memory/groups/acme/project.md", "another architecture\n");
    assertThat(text(desk.get(Optional.empty(), "project.md", Optional.empty(), true)))
        .contains("another architecture");
  }

  @Test
  @Tag("MEM-19")
  void aRowForAnIndexThatIsMissingComesIntoAWholeOne() throws IOException {
    Files.delete(ground.project().root().resolve("memory/groups/ops.md"));
    MemoryDesk desk = session("i");
    desk.open(Optional.of("o"));
    desk.keeping().index(Optional.empty(), "who reviews | people.md | P3");
    assertThat(ground.text("memory/groups/ops.md"))
        .startsWith("---\n")
        .contains("## Hard Rules", "people.md");
  }

  /** What another program put there for groups is flushed too, as far as it is known for whom. */
  @Test
  @Tag("MEM-17")
  void allIsFlushedForTheGroupsThatAreKnownAndTheRestStays() throws IOException {
    ground.file(
        "memory/flush-state.json",
        """
        {"pending_items": [
          {"group": "ops", "text": "the lift is broken"},
          {"group": "nobody", "text": "of nobody"},
          {"room": "!x", "text": "of a room"},
          "of main"]}
        """);
    Actor owner = new Actor("me", Optional.empty(), Optional.empty(), Actor.Door.CLI);
    Desk desk =
        new Desk(
            ground.home(), ground.project(), owner, InstantSource.system(), ZoneId.systemDefault());
    Served<List<Flush.Flushing.Flushed>> flushed =
        new MemoryDesk(
                desk,
                new Visitor(owner, new Rooms.All(), Optional.empty()),
                finders.of(ground.project()),
                Tokenizer.DEFAULT,
                new Random())
            .keeping()
            .flushAll();
    assertThat(ground.text("memory/groups/ops/experience.md")).contains("the lift is broken");
    assertThat(ground.text("memory/flush-state.json"))
        .contains("of nobody", "of a room")
        .doesNotContain("of main", "lift");
    assertThat(ground.texts().entrySet())
        .filteredOn(file -> file.getValue().contains("of nobody"))
        .extracting(Map.Entry::getKey)
        .containsExactly("memory/flush-state.json");
    assertThat(flushed)
        .isInstanceOfSatisfying(
            Served.Done.class,
            done ->
                assertThat(((List<?>) done.value()).getLast().toString())
                    .contains("2 of pending_items", "they stay there"));
  }

  @Test
  @Tag("MEM-2")
  void aSessionHasTheMemoryOfOneProject() throws IOException {
    Path other = Files.createDirectories(folder.resolve("other")).toRealPath();
    Files.createDirectories(other.resolve("memory/groups"));
    Files.writeString(other.resolve("memory/group_names.json"), "{\"o\": \"ops\"}");
    Files.writeString(other.resolve("memory/groups/ops.md"), "# other\n");
    session("s").open(Optional.of("a"));
    MemoryDesk there = session("s", new Project("other", other));
    assertThat(there.open(Optional.of("o"))).isInstanceOf(Served.Undone.class);
    there.events().happened(event(SessionEvent.Kind.PROMPT, "/remem of acme"));
    assertThat(other.resolve("memory/flush-state.json")).doesNotExist();
    assertThat(session("s").open()).isPresent();
  }

  /** A file that is now the group's own and now a link to another's, symbolic or hard. */
  @Test
  @Tag("MEM-2")
  void aFileThatBecomesALinkWhileItIsReadGivesNothingOfTheOther() throws Exception {
    Path file = ground.project().root().resolve("memory/groups/acme/project.md");
    Path others = ground.project().root().resolve("memory/groups/ops/project.md");
    ScopeFiles files = new ScopeFiles(ground.project().root());
    AtomicBoolean end = new AtomicBoolean();
    Path next = folder.resolve("next");
    List<IOException> failed = new ArrayList<>();
    Thread flips =
        Thread.ofPlatform()
            .start(() -> {
              try {
                for (int i = 0; !end.get(); i++) {
                  switch (i % 5) {
                    case 0 -> Files.createSymbolicLink(next, others);
                    case 1 -> Files.createLink(next, others);
                    default -> Files.writeString(next, "of acme\n");
                  }
                  Files.move(next, file, StandardCopyOption.REPLACE_EXISTING);
                }
              } catch (IOException e) {
                failed.add(e);
              }
            });
    int read = 0;
    try {
      for (int i = 0; i < READS || read == 0; i++) {
        Optional<String> text = files.peek("memory/groups/acme/project.md");
        assertThat(text.orElse("")).doesNotContain("ops");
        read += text.isPresent() ? 1 : 0;
      }
    } finally {
      end.set(true);
      flips.join();
    }
    assertThat(failed).isEmpty();
  }

  private List<String> found(MemoryDesk desk, Within within) {
    return desk.search(Optional.empty(), "heron", within, 10, true)
            instanceof Served.Done<MemoryDesk.Searched>(MemoryDesk.Searched searched)
        ? searched.found().hits().stream().map(Finder.Hit::file).sorted().toList()
        : List.of("none");
  }

  /** Main's notes by their age, and what is kept for long. */
  @Test
  @Tag("MEM-21")
  void aSearchIsWithinWhatIsAsked() throws IOException {
    LocalDate today = LocalDate.now(ZoneId.systemDefault());
    String recent = "memory/" + today.minusDays(3) + ".md";
    String old = "memory/" + today.minusDays(30) + ".md";
    for (String name : List.of(recent, old, "MEMORIES.md")) {
      ground.file(name, "- the heron stood in " + name + "\n");
    }
    MemoryDesk desk = session("w");
    desk.open(Optional.empty());
    desk.get(Optional.empty(), "index", Optional.empty(), true);
    assertThat(found(desk, Within.ALL)).containsExactlyInAnyOrder(recent, old, "MEMORIES.md");
    assertThat(found(desk, Within.RECENT)).containsExactly(recent);
    assertThat(found(desk, Within.LONGTERM)).containsExactly("MEMORIES.md");
  }
}
