package comity.recall;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.files.FileException;
import comity.memory.Entry;
import comity.memory.Rooms;
import comity.memory.Scope;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Served;
import comity.roles.Actor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Files of memory as large as they may be, of whatever form: each command ends. What made them slow
 * took minutes, so the limit says nothing of how quick the machine is.
 */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
final class LargeFilesTest {
  private static final String EXPERIENCE = "memory/groups/ops/experience.md";
  private static final String ATTENTION = "memory/groups/ops/attention.md";
  private static final Scope.Group OPS = new Scope.Group("ops");

  /** Room for an entry more. */
  private static final int SIZE = ScopeFiles.MAX_BYTES - 1000;

  @TempDir private Path folder;
  private Ground ground;

  @BeforeEach
  void make() throws IOException {
    ground = Ground.make(folder);
    ground.file("memory/group_names.json", "{\"r\": \"ops\"}");
    ground.file(
        "memory/groups/ops.md",
        """
        | Trigger Scenario | Load File | Priority |
        |---|---|---|
        | current tasks | attention.md | P0 |
        | past decisions | experience.md | P2 |
        """);
  }

  /**
   * One part again and again: some 700,000 bytes, which took hours where each line looked at all.
   */
  private static String filled(String part) {
    return part.repeat(SIZE / 3 / part.length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"\n", "  - on and on\n", "ab\n", "## 2026-11-30 10:00\n\n- one more\n\n"})
  void aDecisionComesIntoAnyLog(String part) throws IOException {
    ground.file(EXPERIENCE, filled(part));
    Entry entry = Ground.entry(Entry.Kind.DECISION, "leave Redis", "m1");
    assertThat(ground.writes().append(OPS, entry, false))
        .isEqualTo(new MemoryWrites.Writing.Written(EXPERIENCE, true, ""));
    assertThat(ground.text(EXPERIENCE)).contains("leave Redis");
  }

  @ParameterizedTest
  @ValueSource(strings = {"## done\n- [ ] a task\n", "<!-- open\n"})
  void aTaskComesIntoAnyList(String part) throws IOException {
    ground.file(ATTENTION, filled(part));
    Entry entry = Ground.entry(Entry.Kind.TASK, "rotate the certificates", "");
    assertThat(ground.writes().append(OPS, entry, false))
        .isEqualTo(new MemoryWrites.Writing.Written(ATTENTION, true, ""));
    assertThat(ground.text(ATTENTION)).contains("- [ ] rotate the certificates");
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "|"})
  void aFileOfOneLineIsCutWithinTheBudget(String part) throws IOException {
    for (String name : List.of(ATTENTION, "memory/groups/ops.md")) {
      String before = name.equals("memory/groups/ops.md") ? ground.text(name) : "x";
      ground.file(name, before + part.repeat((SIZE - 1000) / part.getBytes(UTF_8).length) + "x");
    }
    try (Finders finders = new Finders(ground.home(), folder.resolve("none"), false)) {
      assertThat(desk(finders).load(new Wanted.OfRoom("r"), "current tasks", true))
          .isInstanceOfSatisfying(
              Served.Done.class,
              done -> {
                MemoryDesk.Given given = (MemoryDesk.Given) done.value();
                assertThat(Tokenizer.DEFAULT.count(given.given().text()))
                    .isEqualTo(given.given().receipt().tokens())
                    .isLessThanOrEqualTo(6000);
              });
    }
  }

  private MemoryDesk desk(Finders finders) {
    Actor actor = new Actor("p", Optional.empty(), Optional.empty(), Actor.Door.CLI);
    return new MemoryDesk(
        new Desk(ground.home(), ground.project(), actor, InstantSource.system(), ZoneOffset.UTC),
        new Visitor(actor, new Rooms.All(), Optional.empty()),
        finders.of(ground.project()),
        Tokenizer.DEFAULT,
        new SecureRandom());
  }

  @Test
  void whatIsLargerIsNoFileOfMemory() throws IOException {
    Path file = ground.file(EXPERIENCE, "x".repeat(ScopeFiles.MAX_BYTES + 1));
    Entry entry = Ground.entry(Entry.Kind.DECISION, "leave Redis", "");
    assertThatThrownBy(() -> ground.writes().append(OPS, entry, false))
        .isInstanceOf(FileException.class)
        .hasMessageContaining("larger than 2 MiB");
    assertThatThrownBy(() -> new ScopeFiles(ground.project().root()).read(EXPERIENCE))
        .isInstanceOf(FileException.class)
        .hasMessageContaining("larger than 2 MiB");
    assertThat(Files.size(file)).isEqualTo(ScopeFiles.MAX_BYTES + 1L);
  }
}
