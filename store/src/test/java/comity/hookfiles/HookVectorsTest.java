package comity.hookfiles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import comity.files.Home;
import comity.sessionfiles.ProviderFiles;
import comity.sessions.Provider;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Every file of {@code conformance/vectors/hooks}, as people have them; its name begins with the
 * provider's. Those of {@code accept} get hooks and lose them again, to the byte; those of {@code
 * reject} stay as they are, for the reason in the {@code .expected} file beside them.
 */
final class HookVectorsTest {
  private static final Path VECTORS = Path.of("../conformance/vectors/hooks");

  /**
   * Where it is not known what was there, these have an empty object or array less, a line end
   * more, or hooks still switched on.
   */
  private static final Set<String> NOT_TO_THE_BYTE_WITHOUT_RECORD =
      Set.of(
          "claude-comma-first.json",
          "claude-eight-blanks.json",
          "claude-empty-event.json",
          "claude-empty-hooks.json",
          "claude-empty-object-over-lines.json",
          "claude-empty.json",
          "claude-hooks-first-and-comment-after-last.jsonc",
          "claude-mixed-indentation.json",
          "claude-one-line-blanks.json",
          "claude-only-white-space.json",
          "codex-empty.json",
          "gemini-plain.json",
          "kimi-no-end-of-line.toml");

  @TempDir private Path folder;

  /** A machine of its own for one file. */
  private record Machine(Path userHome, Home home, Provider provider, Path file) {
    HookFiles hooks(String launcher) {
      return new HookFiles(home, userHome, Map.of(), launcher);
    }
  }

  private Machine machine(Path vector) throws IOException {
    String name = String.valueOf(vector.getFileName());
    Path userHome = Files.createTempDirectory(folder, "u");
    Home home = new Home(userHome.resolve(".comity"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    Provider provider =
        ProviderFiles.shipped().named(name.substring(0, name.indexOf('-'))).orElseThrow();
    Path file = new HookFiles(home, userHome, Map.of(), "/x").status(provider).file().orElseThrow();
    Files.createDirectories(Objects.requireNonNull(file.getParent()));
    Files.copy(vector, file);
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
    return new Machine(userHome, home, provider, file);
  }

  private static List<Path> files(String name) throws IOException {
    try (Stream<Path> list = Files.list(VECTORS.resolve(name))) {
      return list.sorted().toList();
    }
  }

  private static HookFiles.Change.Done done(HookFiles.Change change) {
    assertThat(change).isInstanceOf(HookFiles.Change.Done.class);
    return (HookFiles.Change.Done) change;
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @TestFactory
  @Tag("SES-8")
  Stream<DynamicTest> hooksComeAndGo() throws IOException {
    List<Path> files = files("accept");
    assertThat(files).hasSizeGreaterThanOrEqualTo(40);
    return files.stream()
        .map(file -> dynamicTest(String.valueOf(file.getFileName()), () -> comeAndGo(file)));
  }

  private void comeAndGo(Path vector) throws IOException {
    Machine machine = machine(vector);
    HookFiles hooks = machine.hooks("/opt/comity/comity");
    byte[] before = Files.readAllBytes(machine.file());
    assertThat(done(hooks.setUp(machine.provider(), true)).edits()).isNotEmpty();
    assertThat(Files.readAllBytes(machine.file())).isEqualTo(before);
    assertThat(done(hooks.setUp(machine.provider(), false)).edits()).isNotEmpty();
    byte[] with = Files.readAllBytes(machine.file());
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(machine.file())))
        .isEqualTo("rw-r-----");
    assertThat(hooks.status(machine.provider()).state()).isEqualTo(HookFiles.State.READY);
    keeps(new String(before, StandardCharsets.UTF_8), new String(with, StandardCharsets.UTF_8));

    assertThat(done(hooks.setUp(machine.provider(), false)).edits()).isEmpty();
    assertThat(Files.readAllBytes(machine.file())).isEqualTo(with);

    // Another place of the launcher: as if it had been set up from there at once.
    HookFiles moved = machine.hooks("/srv/co mity/it's \"here\"/comity");
    assertThat(moved.status(machine.provider()).state()).isEqualTo(HookFiles.State.OUTDATED);
    assertThat(done(moved.setUp(machine.provider(), false)).edits()).isNotEmpty();
    assertThat(moved.status(machine.provider()).state()).isEqualTo(HookFiles.State.READY);
    assertThat(done(hooks.setUp(machine.provider(), false)).edits()).isNotEmpty();
    assertThat(Files.readAllBytes(machine.file())).isEqualTo(with);

    assertThat(done(hooks.remove(machine.provider(), false)).edits()).isNotEmpty();
    assertThat(Files.readAllBytes(machine.file())).isEqualTo(before);
    assertThat(done(hooks.remove(machine.provider(), false)).edits()).isEmpty();

    // And where it is not known what was there.
    done(hooks.setUp(machine.provider(), false));
    try (Stream<Path> records = Files.list(machine.home().root().resolve("hooks"))) {
      for (Path each : records.toList()) {
        Files.delete(each);
      }
    }
    done(hooks.remove(machine.provider(), false));
    assertThat(hooks.status(machine.provider()).state()).isEqualTo(HookFiles.State.ABSENT);
    if (!NOT_TO_THE_BYTE_WITHOUT_RECORD.contains(String.valueOf(vector.getFileName()))) {
      assertThat(text(machine.file())).isEqualTo(new String(before, StandardCharsets.UTF_8));
    }
  }

  /** All lines that were there are there still, in their order, but perhaps for a comma more. */
  private static void keeps(String before, String with) {
    int at = 0;
    String rest = with.replaceAll("\\s", "");
    for (char c : before.replaceAll("\\s", "").toCharArray()) {
      at = rest.indexOf(c, at) + 1;
      assertThat(at).isPositive();
    }
  }

  @TestFactory
  @Tag("SES-8")
  Stream<DynamicTest> malformedFilesStay() throws IOException {
    List<Path> files = files("reject");
    List<Path> read = new ArrayList<>();
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : files) {
      if (!file.toString().endsWith(".expected")) {
        Path expected = Path.of(file.toString().replaceAll("\\.[a-z]+$", ".expected"));
        read.add(file);
        read.add(expected);
        tests.add(dynamicTest(String.valueOf(file.getFileName()), () -> stays(file, expected)));
      }
    }
    assertThat(read).as("each file is read").containsExactlyInAnyOrderElementsOf(files);
    assertThat(tests).hasSizeGreaterThanOrEqualTo(20);
    return tests.stream();
  }

  private void stays(Path vector, Path expected) throws IOException {
    Machine machine = machine(vector);
    HookFiles hooks = machine.hooks("/opt/comity/comity");
    byte[] before = Files.readAllBytes(machine.file());
    HookFiles.Change change = hooks.setUp(machine.provider(), false);
    assertThat(change).isInstanceOf(HookFiles.Change.Refused.class);
    assertThat(((HookFiles.Change.Refused) change).why())
        .startsWith(machine.file() + ": ")
        .contains(Files.readString(expected).strip());
    assertThat(hooks.remove(machine.provider(), false)).isNotNull();
    assertThat(Files.readAllBytes(machine.file())).isEqualTo(before);
    assertThat(machine.home().root().resolve("hooks")).doesNotExist();
  }
}
