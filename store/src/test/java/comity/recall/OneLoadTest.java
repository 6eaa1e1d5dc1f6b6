package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.memory.Opening;
import comity.memory.Rooms;
import comity.memory.Scope;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Served;
import comity.roles.Actor;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A load opens the memory and gives what is needed in one go. */
final class OneLoadTest {
  @TempDir private Path folder;

  private static MemoryDesk desk(Ground ground, Finders finders) {
    Actor actor = new Actor("p", Optional.empty(), Optional.of("s"), Actor.Door.CLI);
    return new MemoryDesk(
        new Desk(ground.home(), ground.project(), actor, InstantSource.system(), ZoneOffset.UTC),
        new Visitor(actor, new Rooms.All(), Optional.of(Visitor.ofSession("s"))),
        finders.of(ground.project()),
        Tokenizer.DEFAULT,
        new SecureRandom());
  }

  @Test
  @Tag("MEM-5")
  void whereNothingCouldBeLoadedTheMemoryBeforeIsStillEnded() throws IOException {
    Ground ground = Ground.make(folder);
    ground.file("memory/group_names.json", "{\"a\": \"ops\", \"b\": \"empty\"}");
    ground.file("memory/groups/ops.md", "# ops\n\n## Hard Rules\n- never on Friday\n");
    try (Finders finders = new Finders(ground.home(), Finders.models(ground.home()), false)) {
      MemoryDesk desk = desk(ground, finders);
      assertThat(desk.load(new Wanted.OfRoom("a"), "hello", true))
          .isInstanceOfSatisfying(
              Served.Done.class,
              done ->
                  assertThat(((MemoryDesk.Given) done.value()).given().text())
                      .contains("never on Friday"));
      assertThat(desk.open()).contains(new Scope.Group("ops"));
      // The other group has no index, so nothing is given.
      assertThat(desk.load(new Wanted.OfRoom("b"), "hello", true))
          .isInstanceOf(Served.Undone.class);
      assertThat(desk.open()).contains(new Scope.Group("empty"));
      assertThat(
              new MemorySessions(ground.home())
                  .find(Visitor.ofSession("s"))
                  .orElseThrow()
                  .openings())
          .extracting(Opening::scope)
          .containsExactly(new Scope.Group("ops"), new Scope.Group("empty"));
    }
  }

  @Test
  @Tag("MEM-10")
  void whatMatchesNothingOfAFileIsSaidAndNotGiven() throws IOException {
    Ground ground = Ground.make(folder);
    ground.file("memory/group_names.json", "{\"a\": \"ops\"}");
    ground.file(
        "memory/groups/ops.md",
        """
        # ops

        | Trigger Scenario | Load File | Priority |
        |---|---|---|
        | decisions | experience.md | P2 |
        | gone | people.md | P3 |

        | lost | attention.md | P0 |
        """);
    ground.file(
        "memory/groups/ops/experience.md",
        """
        # Experience

        ## Leave Redis

        - it lost jobs

        ## No deploys

        - on Fridays
        """);
    try (Finders finders = new Finders(ground.home(), Finders.models(ground.home()), false)) {
      MemoryDesk desk = desk(ground, finders);
      MemoryDesk.Opened opened = value(desk.open(Optional.of("a")));
      assertThat(opened.problems())
          .extracting(Object::toString)
          .anyMatch(each -> each.contains("ops.md:6") && each.contains("people.md is not there"))
          .anyMatch(each -> each.contains("ops.md:8") && each.contains("routes nothing"))
          .hasSize(2);
      value(desk.get(Optional.empty(), "index", Optional.empty(), true));
      MemoryDesk.Given none =
          value(desk.get(Optional.empty(), "experience.md", Optional.of("zebra"), true));
      assertThat(none.nothing()).contains("nothing was found in experience.md");
      assertThat(none.given().text()).contains(none.nothing()).doesNotContain("Redis", "Fridays");
      assertThat(none.given().receipt().loaded()).isEmpty();
      MemoryDesk.Given some =
          value(desk.get(Optional.empty(), "experience.md", Optional.of("Redis"), true));
      assertThat(some.given().text()).contains("it lost jobs").doesNotContain("Fridays");
      assertThat(some.given().receipt().leftOut())
          .containsExactly(
              new comity.memory.Receipt.Left("memory/groups/ops/experience.md", "the rest"));
      MemoryDesk.Given all =
          value(desk.get(Optional.empty(), "experience.md", Optional.empty(), true));
      assertThat(all.given().text()).contains("Redis", "Fridays");
      assertThat(all.given().receipt().leftOut()).isEmpty();
    }
  }

  private static <T> T value(Served<T> served) {
    if (served instanceof Served.Done<T>(T value)) {
      return value;
    }
    throw new AssertionError(served);
  }

  @Test
  @Tag("MEM-11")
  void whatOneLoadSpentCountsInTheNext() throws IOException {
    Ground ground = Ground.make(folder);
    ground.file("memory/group_names.json", "{\"a\": \"ops\"}");
    ground.file("memory/groups/ops.md", "# ops\n\n## Hard Rules\n- never on Friday\n");
    try (Finders finders = new Finders(ground.home(), Finders.models(ground.home()), false)) {
      desk(ground, finders).load(new Wanted.OfRoom("a"), "hello", true);
      MemorySession once =
          new MemorySessions(ground.home()).find(Visitor.ofSession("s")).orElseThrow();
      assertThat(once.gate().orElseThrow().spent()).isPositive();
      assertThat(once.gate().orElseThrow().isIndexRead()).isTrue();
      desk(ground, finders).load(new Wanted.OfRoom("a"), "hello", true);
      MemorySession twice =
          new MemorySessions(ground.home()).find(Visitor.ofSession("s")).orElseThrow();
      assertThat(twice.gate().orElseThrow().spent())
          .isGreaterThanOrEqualTo(once.gate().orElseThrow().spent());
      assertThat(twice.openings()).hasSize(1);
    }
  }
}
