package comity.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.files.FileException;
import comity.files.Home;
import comity.roles.L0;
import comity.roles.RoleEdit;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class RoleFilesTest {
  private static final String TEXT = "<!-- L0: v1.0.0 | P | F -->\n# Role\n";

  @TempDir private Path folder;
  private Project project;
  private Home home;

  @BeforeEach
  void make() throws IOException {
    Path root = folder.toRealPath().resolve("P");
    project = new Project("P", root);
    Files.createDirectories(project.roles().resolve("archive"));
    home = new Home(folder.toRealPath().resolve("home"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
  }

  private Path write(String name) throws IOException {
    return Files.writeString(project.roles().resolve(name), TEXT);
  }

  private RoleFiles files() {
    return new RoleFiles(project);
  }

  @Test
  @Tag("ROLE-1")
  void aRoleIsAMarkdownFileDirectlyInTheFolder() throws IOException {
    for (String name :
        List.of("build.md", "QA.md", "paths.md", "notes.txt", ".hidden.md", "archive/old.md")) {
      write(name);
    }
    Files.createDirectory(project.roles().resolve("folder.md"));
    assertThat(files().list().roles())
        .extracting(RoleFiles.Role::name)
        .containsExactly("QA", "build");
    assertThat(files().find("qa")).isInstanceOf(RoleFiles.Finding.Found.class);
    assertThat(files().find("paths")).isInstanceOf(RoleFiles.Finding.Missing.class);
  }

  /** Its first line would be shown at every door. */
  @Test
  @Tag("MEM-4")
  void aFileOfMemoryIsNoRole() throws IOException {
    Path people = project.root().resolve("memory/groups/acme/people.md");
    Files.createDirectories(people.resolveSibling("."));
    Files.writeString(people, TEXT);
    Files.createSymbolicLink(project.roles().resolve("soft.md"), people);
    Files.createLink(project.roles().resolve("hard.md"), people);
    write("own.md");
    assertThat(files().list().roles()).extracting(RoleFiles.Role::name).containsExactly("own");
    assertThat(files().list().refused())
        .extracting(RoleFiles.Refused::name)
        .containsExactly("hard", "soft");
  }

  @Test
  @Tag("ROLE-1")
  void aLinkOutOfTheProjectIsRefusedByName() throws IOException {
    Path outside = Files.writeString(folder.toRealPath().resolve("outside.md"), TEXT);
    Files.createSymbolicLink(project.roles().resolve("spy.md"), outside);
    Files.createSymbolicLink(project.roles().resolve("gone.md"), folder.resolve("nothing"));
    Path inside = Files.writeString(project.root().resolve("inside.md"), TEXT);
    Files.createSymbolicLink(project.roles().resolve("own.md"), inside);
    RoleFiles.Listing listing = files().list();
    assertThat(listing.roles()).extracting(RoleFiles.Role::name).containsExactly("own");
    assertThat(listing.refused())
        .extracting(RoleFiles.Refused::name)
        .containsExactly("gone", "spy");
    assertThat(listing.refused().getLast().why()).contains(outside.toString());
  }

  @Test
  @Tag("ROLE-1")
  void whatCantBeARoleIsNamedAndTheOthersAreThere() throws IOException {
    write("good.md");
    write("qa.md");
    write("QA.md");
    write("new\nline.md");
    Files.writeString(project.roles().resolve("huge.md"), "x".repeat(RoleFiles.MAX_BYTES + 1));
    Files.createSymbolicLink(
        project.roles().resolve("alias.md"), project.roles().resolve("good.md"));
    RoleFiles.Listing listing = files().list();
    assertThat(listing.roles()).extracting(RoleFiles.Role::name).containsExactly("good");
    assertThat(listing.refused())
        .extracting(RoleFiles.Refused::name)
        .containsExactlyInAnyOrder("QA", "qa", "alias", "huge", "new\nline");
    assertThat(files().find("qa")).isInstanceOf(RoleFiles.Finding.NotTaken.class);
  }

  @Test
  @Tag("ROLE-3")
  void aLinkInsideIsWrittenThroughAndModeStays() throws IOException {
    Path inside = Files.writeString(project.root().resolve("inside.md"), TEXT);
    Files.setPosixFilePermissions(inside, PosixFilePermissions.fromString("rw-r-----"));
    Path link = Files.createSymbolicLink(project.roles().resolve("own.md"), inside);
    RoleChanges.Changing changing =
        new RoleChanges(home, _ -> {})
            .change(project, "own", file -> RoleEdit.withL0(file, L0.Field.TOP_PRIORITY, "New"));
    assertThat(changing).isInstanceOf(RoleChanges.Changing.Changed.class);
    assertThat(link).isSymbolicLink();
    assertThat(inside).hasContent("<!-- L0: v1.0.0 | New | F -->\n# Role\n");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(inside)))
        .isEqualTo("rw-r-----");
  }

  @Test
  @Tag("ROLE-3")
  void whatAnEditorWritesBetweenReadingAndReplacingIsKept() throws IOException {
    Path file = write("build.md");
    AtomicInteger times = new AtomicInteger();
    files()
        .edit(
            file,
            read -> {
              if (times.incrementAndGet() < 4) {
                append(file, "line " + times + "\n");
              }
              return RoleEdit.withL0(read, L0.Field.TOP_PRIORITY, "New");
            });
    assertThat(times).hasValue(4);
    assertThat(file).hasContent("<!-- L0: v1.0.0 | New | F -->\n# Role\nline 1\nline 2\nline 3\n");
  }

  private static void append(Path file, String text) {
    try {
      Files.writeString(file, text, StandardOpenOption.APPEND);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  @Tag("ROLE-18")
  void whatCantBeLoggedIsNotWritten() throws IOException {
    Path file = write("build.md");
    RoleFiles refusing =
        new RoleFiles(
            project,
            _ -> {
              throw FileException.of("Writing", file, new IOException("No space left on device"));
            });
    assertThatThrownBy(
            () -> refusing.edit(file, read -> RoleEdit.withL0(read, L0.Field.VERSION, "v2.0.0")))
        .isInstanceOf(FileException.class);
    assertThat(file).hasContent(TEXT);
  }

  @Test
  @Tag("ROLE-20")
  void aLinkedWorktreeHasTheRolesOfTheMainOne() throws Exception {
    write("build.md");
    git("init", "-q");
    git("add", ".");
    git("-c", "user.name=t", "-c", "user.email=t@t.test", "commit", "-qm", "begin");
    Path linked = folder.toRealPath().resolve("linked");
    git("worktree", "add", "-q", linked.toString());
    Path deep = Files.createDirectories(linked.resolve("src/deep"));
    assertThat(linked.resolve(".muse/build.md")).exists();
    assertThat(Project.rootAround(linked)).contains(project.root());
    assertThat(Project.rootAround(deep)).contains(project.root());
    Files.writeString(linked.resolve(".muse/build.md"), "stale\n");
    Projects projects = new Projects(home);
    Project found = projects.at(Project.rootAround(linked).orElseThrow());
    Directives.Sending sending =
        new Directives(home, projects).send(found, "build", "QA", "T", "", Optional.empty());
    assertThat(sending).isInstanceOf(Directives.Sending.Sent.class);
    assertThat(project.roles().resolve("build.md")).content().contains("S001→QA");
    assertThat(linked.resolve(".muse/build.md")).hasContent("stale\n");
  }

  private void git(String... words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of("git"));
    command.addAll(List.of(words));
    Process git =
        new ProcessBuilder(command)
            .directory(project.root().toFile())
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("git.out").toFile())
            .start();
    assertThat(git.waitFor()).as(Files.readString(folder.resolve("git.out"))).isZero();
  }

  @Test
  @Tag("ROLE-19")
  void projectsAreKnownByNameOnceTheirOwnerSaysSo() throws IOException {
    Projects projects = new Projects(home);
    assertThat(projects.add(folder.resolve("none"), Optional.empty()))
        .isInstanceOf(Projects.Adding.Refused.class);
    assertThat(projects.add(home.root(), Optional.empty()))
        .isInstanceOf(Projects.Adding.Refused.class);
    assertThat(projects.add(project.roles(), Optional.of("a/b")))
        .isInstanceOf(Projects.Adding.Refused.class);
    assertThat(projects.add(project.roles(), Optional.of("MUSE")))
        .isEqualTo(new Projects.Adding.Added(new Project("MUSE", project.root()), true));
    assertThat(new Projects(home).named("muse")).contains(new Project("MUSE", project.root()));
    Path other = Files.createDirectories(folder.resolve("other/memory"));
    assertThat(projects.add(other, Optional.of("Muse")))
        .isInstanceOf(Projects.Adding.Refused.class);
    assertThat(projects.remove("mUSE")).isPresent();
    assertThat(projects.list()).isEmpty();
    Files.writeString(home.root().resolve("projects.json"), "{");
    assertThatThrownBy(projects::list).isInstanceOf(FileException.class);
    assertThat(home.root().resolve("projects.json")).hasContent("{");
  }
}
