package comity.conformance.roles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.project.Directives;
import comity.project.Project;
import comity.project.Projects;
import comity.project.RoleChanges;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Many processes send at once: nothing is lost, no id is given twice, no lock stays behind. */
final class ManySendersTest {
  private static final int FILES = 10;
  private static final int MINUTES = 10;

  @TempDir private Path folder;
  private Home home;
  private Project project;

  @BeforeEach
  void make() throws IOException {
    Path root = folder.toRealPath();
    home = new Home(root.resolve("home"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    project = new Project("P", root.resolve("P"));
    Files.createDirectories(project.roles());
    for (int i = 0; i < FILES; i++) {
      Files.writeString(project.roles().resolve("r" + i + ".md"), "<!-- L0: v1.0.0 | P | F -->\n");
    }
    assertThat(new Projects(home).add(project.root(), Optional.of("P")))
        .isInstanceOf(Projects.Adding.Added.class);
  }

  /** A process that sends: home, root, its name, how many. */
  static final class Sender {
    private Sender() {}

    public static void main(String[] args) {
      Home home = new Home(Path.of(args[0]));
      Project project = new Project("P", Path.of(args[1]));
      Directives directives = new Directives(home, new Projects(home));
      for (int i = 0; i < Integer.parseInt(args[3]); i++) {
        String title = args[2] + "-" + i;
        String role = "r" + (i + Integer.parseInt(args[2])) % FILES;
        Directives.Sending sending =
            directives.send(project, role, "ALL", title, "body of\n" + title, Optional.empty());
        if (!(sending instanceof Directives.Sending.Sent)) {
          throw new AssertionError(sending);
        }
      }
    }
  }

  /** A process that holds the lock until it is killed. */
  static final class Holder {
    private Holder() {}

    public static void main(String[] args) {
      RoleChanges.alone(
          new Home(Path.of(args[0])),
          () -> {
            System.out.println("held");
            System.out.flush();
            try {
              System.in.read();
            } catch (IOException e) {
              throw new AssertionError(e);
            }
            return "";
          });
    }
  }

  private void send(int processes, int each) throws IOException, InterruptedException {
    List<Process> senders = new ArrayList<>();
    try {
      for (int i = 0; i < processes; i++) {
        List<String> command =
            RoleProcess.java(
                Sender.class.getName(),
                home.root().toString(),
                project.root().toString(),
                Integer.toString(i),
                Integer.toString(each));
        command.add(1, "-Xmx64m");
        senders.add(
            new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("out").toFile()))
                .start());
      }
      for (Process sender : senders) {
        assertThat(sender.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(sender.exitValue()).as(Files.readString(folder.resolve("out"))).isZero();
      }
    } finally {
      senders.forEach(Process::destroyForcibly);
    }
    List<Directives.Standing> all = new Directives(home, new Projects(home)).list(project);
    assertThat(all).hasSize(processes * each);
    assertThat(all.stream().map(standing -> standing.directive().id()).distinct())
        .hasSize(processes * each);
    assertThat(all.stream().map(standing -> standing.directive().title()).distinct())
        .hasSize(processes * each);
    assertThat(all)
        .allMatch(standing ->
            standing.directive().body().equals("body of\n" + standing.directive().title()));
    try (Stream<Path> files = Files.list(project.roles())) {
      assertThat(files).as("nothing lies about").hasSize(FILES);
    }
    assertThat(RoleChanges.alone(home, () -> "free")).isEqualTo("free");
  }

  @Test
  @Tag("ROLE-3")
  @Tag("ROLE-11")
  void processesThatSendAtOnceLoseNothing() throws Exception {
    send(10, 20);
  }

  @Test
  @Tag("ROLE-3")
  @Tag("ROLE-11")
  @Tag("long-crash")
  void fiftyProcessesSendAHundredEach() throws Exception {
    send(50, 100);
  }

  /** It has the lock's file open: it holds it, or waits for it. */
  private void awaitAtTheLock(Process process) throws IOException {
    String lock = home.run().resolve("roles.lock").toString();
    long until = System.nanoTime() + TimeUnit.MINUTES.toNanos(1);
    boolean there = false;
    while (!there) {
      assertThat(process.isAlive()).as(Files.readString(folder.resolve("out"))).isTrue();
      assertThat(System.nanoTime()).as("a minute, and it is not at the lock").isLessThan(until);
      try (Stream<Path> open = Files.list(Path.of("/proc/" + process.pid() + "/fd"))) {
        there = open.anyMatch(fd -> leadsTo(fd, lock));
      }
    }
  }

  private static boolean leadsTo(Path link, String file) {
    try {
      return Files.readSymbolicLink(link).toString().equals(file);
    } catch (IOException closed) {
      return false;
    }
  }

  @Test
  @Tag("ROLE-3")
  void aKilledProcessThatHeldTheLockBlocksNobody() throws Exception {
    Process holder =
        new ProcessBuilder(RoleProcess.java(Holder.class.getName(), home.root().toString()))
            .redirectError(new File("/dev/null"))
            .start();
    try {
      assertThat(holder.inputReader().readLine()).isEqualTo("held");
      Process waiting =
          new ProcessBuilder(
                  RoleProcess.comity(
                      home.root(),
                      project.root(),
                      "--role",
                      "r0",
                      "directive",
                      "send",
                      "--to",
                      "r1",
                      "--title",
                      "T"))
              .redirectErrorStream(true)
              .redirectOutput(folder.resolve("out").toFile())
              .start();
      try {
        awaitAtTheLock(waiting);
        holder.destroyForcibly().waitFor();
        assertThat(waiting.waitFor(MINUTES, TimeUnit.MINUTES)).isTrue();
        assertThat(waiting.exitValue()).as(Files.readString(folder.resolve("out"))).isZero();
      } finally {
        waiting.destroyForcibly();
      }
    } finally {
      holder.destroyForcibly();
    }
    assertThat(Files.readString(project.roles().resolve("r0.md"))).contains("S001→r1**: 🟡 **T**");
  }
}
