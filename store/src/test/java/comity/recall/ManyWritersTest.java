package comity.recall;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.memory.Beginnings;
import comity.memory.Entry;
import comity.memory.Scope;
import comity.project.Project;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many processes write into one memory at once: nothing is lost and nothing is there twice. */
final class ManyWritersTest {
  private static final Scope.Group ACME = new Scope.Group("acme");
  private static final List<Entry.Kind> KINDS =
      List.of(Entry.Kind.DECISION, Entry.Kind.TASK, Entry.Kind.NOTE);
  private static final int EACH = 6;
  private static final int MINUTES = 5;

  @TempDir private Path folder;

  /** A process that writes: home, root, its name. Every third entry comes by a flush. */
  static final class Writer {
    private Writer() {}

    public static void main(String[] args) {
      Home home = new Home(Path.of(args[0]));
      Project project = new Project("p", Path.of(args[1]));
      MemoryWrites writes = new MemoryWrites(home, project, _ -> {});
      for (int i = 0; i < EACH; i++) {
        String text = "writer" + args[2] + "entry" + i + "ends";
        Entry.Kind kind = KINDS.get(i % 3);
        Entry entry = Ground.entry(kind, text, "m" + args[2] + "-" + i);
        if (i % 3 == 0) {
          new Flush(home, project, () -> Ground.NOON, _ -> {})
              .run(ACME, List.of(entry), new Beginnings.About("", ""));
        } else {
          writes.append(ACME, entry, false);
        }
      }
    }
  }

  @Test
  @Tag("MEM-14")
  void fiveProcesses() throws Exception {
    write(5);
  }

  @Test
  @Tag("MEM-14")
  @Tag("long-crash")
  void twentyProcesses() throws Exception {
    write(20);
  }

  private void write(int writers) throws Exception {
    Ground ground = Ground.make(folder);
    ground.file("memory/groups/acme/experience.md", "# Experience\r\n\r\nmine\r\n");
    List<Process> processes = new ArrayList<>();
    for (int i = 0; i < writers; i++) {
      processes.add(start(ground, i));
    }
    for (Process process : processes) {
      assertThat(process.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).isZero();
    }
    String experience = ground.text("memory/groups/acme/experience.md");
    String attention = ground.text("memory/groups/acme/attention.md");
    for (int i = 0; i < writers; i++) {
      for (int entry = 0; entry < EACH; entry++) {
        String text = "writer" + i + "entry" + entry + "ends";
        assertThat((experience + attention).split(text, -1)).as(text).hasSize(2);
      }
    }
    assertThat(experience)
        .startsWith("# Experience\r\n\r\nmine\r\n\r\n")
        .doesNotContainPattern("[^\r]\n");
    assertThat(experience.lines().filter(line -> line.startsWith("## ")).count())
        .isEqualTo(writers * 2 + 1);
    assertThat(ground.waiting()).isEmpty();
    assertThat(ground.texts().keySet()).allMatch(name -> !name.endsWith(".tmp"));
  }

  private static Process start(Ground ground, int name) throws IOException {
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:-UsePerfData",
            "-Xshare:auto",
            "-XX:TieredStopAtLevel=1",
            "-cp",
            System.getProperty("java.class.path"),
            Writer.class.getName(),
            ground.home().root().toString(),
            ground.project().root().toString(),
            String.valueOf(name));
    return new ProcessBuilder(command)
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
        .start();
  }
}
