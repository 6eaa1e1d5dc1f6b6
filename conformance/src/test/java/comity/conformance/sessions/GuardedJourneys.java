package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.opentest4j.TestAbortedException;

/** The guard and the flush of memory, by no other hooks than those that come by themselves. */
abstract class GuardedJourneys extends IdentityJourneys {
  private static final String SECRET = "the kingfisher ships at dawn";

  private Path project(String name, String file, String text) throws IOException {
    Path root = Files.createDirectories(ground().place().work().resolve(name));
    RealAgent.write(root.resolve(file), text);
    return root;
  }

  /** Has the model want to read a file, and gives what it was told since. */
  private List<String> read(Terminal terminal, Path file) throws IOException, InterruptedException {
    int before = ground().asked().size();
    String mark = word();
    ground().wants(mark, agent().reads(file));
    turn(terminal, mark);
    List<String> asked = ground().asked();
    return asked.subList(before, asked.size());
  }

  @Test
  @Tag("SES-9")
  @Tag("ROLE-17")
  @Tag("ROLE-18")
  void whatTheRoleMayNotIsDeniedAndTheModelLearnsWhy() throws IOException, InterruptedException {
    Path root = project("guarded", ".muse/qa.md", "<!-- L0: v1.0.0 | test | red -->\n");
    RealAgent.write(root.resolve(".muse/build.md"), SECRET + "\n");
    RealAgent.write(root.resolve("docs/note.md"), "the heron stands in the reeds\n");
    String session = ground().beginIn(root, "--role", "qa");
    try (Terminal terminal = ready(session)) {
      List<String> told = read(terminal, root.resolve(".muse/build.md"));
      assertThat(told)
          .anyMatch(each -> each.contains("[other-role-file]"))
          .noneMatch(each -> each.contains(SECRET));
    }
    List<JsonObject> refused =
        Files.readAllLines(ground().comityHome().resolve("audit.jsonl")).stream()
            .map(AgentGround::read)
            .filter(line -> line.string("session").equals(Optional.of(session)))
            .toList();
    assertThat(refused).isNotEmpty();
    assertThat(refused)
        .allSatisfy(line -> {
          assertThat(line.string("door")).contains("guard");
          assertThat(line.string("role")).contains("qa");
          assertThat(line.string("rule")).contains("other-role-file");
        });
  }

  /** It is not denied for another reason, such as a guard that fails. */
  @Test
  @Tag("SES-9")
  @Tag("ROLE-17")
  void whatTheRoleMayIsRead() throws IOException, InterruptedException {
    Path root = project("guarded", ".muse/qa.md", "<!-- L0: v1.0.0 | test | red -->\n");
    RealAgent.write(root.resolve("docs/note.md"), "the heron stands in the reeds\n");
    String session = ground().beginIn(root, "--role", "qa");
    try (Terminal terminal = ready(session)) {
      assertThat(read(terminal, root.resolve("docs/note.md")))
          .anyMatch(each -> each.contains("the heron stands in the reeds"));
    }
  }

  @Test
  @Tag("SES-9")
  @Tag("ROLE-17")
  void nothingIsReadWhereTheGuardCanNotRun() throws IOException, InterruptedException {
    Path root = project("guarded", ".muse/qa.md", "<!-- L0: v1.0.0 | test | red -->\n");
    RealAgent.write(root.resolve("docs/note.md"), "the heron stands in the reeds\n");
    String session = ground().beginIn(root, "--role", "qa");
    ground().breakGuard();
    try (Terminal terminal = ready(session)) {
      assertThat(read(terminal, root.resolve("docs/note.md")))
          .anyMatch(each -> each.contains("[guard-failed]"))
          .noneMatch(each -> each.contains("the heron stands in the reeds"));
    } finally {
      ground().mendGuard();
    }
  }

  @Test
  @Tag("SES-9")
  @Tag("MEM-16")
  @Tag("MEM-17")
  void whatWasDecidedIsInMemory() throws IOException, InterruptedException {
    if (!agent().tellsTranscript()) {
      throw new TestAbortedException("its transcript is not read");
    }
    Path root = project("remembering", "memory/main/index.md", "# main\n");
    String session = ground().beginIn(root);
    try (Terminal terminal = ready(session)) {
      String first = word();
      turn(terminal, "Decision: leave Redis for " + first);
      if (agent().compact().isPresent()) {
        turn(terminal, "and " + word());
        waiting(session);
        terminal.settled(QUIET);
        terminal.enter(agent().compact().get());
        ground().eventually("it is in memory", () -> !written(root, first).isEmpty());
        waiting(session);
        terminal.settled(QUIET);
      }
      if (endsAreTold()) {
        String second = word();
        turn(terminal, "Decision: Mara holds the pager of " + second);
        waiting(session);
        terminal.settled(QUIET);
        terminal.enter(agent().exit());
        exited(session);
        ground().eventually("it is in memory", () -> !written(root, second).isEmpty());
      }
      assertThat(written(root, first)).isNotEmpty();
    }
  }

  /** Codex cuts the hooks of its end to three seconds, so that none is there. */
  private boolean endsAreTold() {
    return !agent().provider().equals("codex");
  }

  /** Files of memory that have it; what waits to be flushed is in none. */
  private static List<Path> written(Path root, String text) throws IOException {
    try (Stream<Path> all = Files.walk(root)) {
      return all.filter(Files::isRegularFile)
          .filter(file -> file.toString().endsWith(".md"))
          .filter(file -> {
            try {
              return Files.readString(file).contains(text);
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          })
          .toList();
    }
  }
}
