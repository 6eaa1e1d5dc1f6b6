package comity.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AtomicFileTest {
  @TempDir private Path folder;
  private Path file = Path.of("/");

  @BeforeEach
  void name() {
    file = folder.resolve("config.toml");
  }

  private void write(String text) {
    AtomicFile.write(folder, file, text.getBytes(StandardCharsets.UTF_8));
  }

  private static String mode(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }

  private List<Path> entries() throws IOException {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.toList();
    }
  }

  @Test
  void aNewFileIsItsOwnersAlone() throws IOException {
    write("a");
    assertThat(mode(file)).isEqualTo("rw-------");
    assertThat(entries()).containsExactly(file);
  }

  @Test
  void modeAndOwnerStay() throws IOException {
    Files.writeString(file, "a");
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("r--r-----"));
    if (HomeTest.isRoot(folder)) {
      Files.setAttribute(file, "unix:uid", HomeTest.NOBODY);
      Files.setAttribute(file, "unix:gid", HomeTest.NOBODY);
    }
    Object uid = Files.getAttribute(file, "unix:uid");
    Object gid = Files.getAttribute(file, "unix:gid");
    write("b");
    assertThat(mode(file)).isEqualTo("r--r-----");
    assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(uid);
    assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(gid);
    assertThat(entries()).containsExactly(file);
  }

  @Test
  void aLinkStaysAndWhatItLeadsToIsWritten() throws IOException {
    Path real = folder.resolve("real/deep.toml");
    Files.createDirectories(folder.resolve("real"));
    Files.createSymbolicLink(folder.resolve("other"), Path.of("real/deep.toml"));
    Files.createSymbolicLink(file, Path.of("other"));
    write("first");
    assertThat(real).hasContent("first");
    write("second");
    assertThat(real).hasContent("second");
    assertThat(Files.isSymbolicLink(file)).isTrue();
    assertThat(Files.readSymbolicLink(file)).isEqualTo(Path.of("other"));
  }

  @Test
  void aLinkThatLeadsOutIsNotFollowed(@TempDir Path elsewhere) throws IOException {
    Path target = elsewhere.resolve("a");
    Files.writeString(target, "theirs");
    Files.createSymbolicLink(file, target);
    assertThatThrownBy(() -> write("ours"))
        .isInstanceOf(FileException.class)
        .hasMessageContaining("out of");
    assertThat(target).hasContent("theirs");
    assertThat(Files.exists(file, LinkOption.NOFOLLOW_LINKS)).isTrue();
  }

  @Test
  void linksInACircleEnd() throws IOException {
    Files.createSymbolicLink(file, Path.of("config.toml"));
    assertThatThrownBy(() -> write("x"))
        .isInstanceOf(FileException.class)
        .hasMessageContaining("too many symbolic links");
  }

  @Test
  void aFolderIsNotReplaced() throws IOException {
    Files.createDirectory(file);
    assertThatThrownBy(() -> write("x")).hasMessageContaining("is no regular file");
    assertThat(entries()).containsExactly(file);
  }

  @Test
  void readersSeeOneContentOrAnother() throws Exception {
    AtomicFile.write(folder, file, Child.content((byte) 'a'));
    AtomicBoolean done = new AtomicBoolean();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      List<Future<?>> writers = new ArrayList<>();
      List<Future<Integer>> readers = new ArrayList<>();
      for (byte kind : "bcde".getBytes(StandardCharsets.US_ASCII)) {
        Runnable writer =
            () -> {
              for (int i = 0; i < 30; i++) {
                AtomicFile.write(folder, file, Child.content(kind));
              }
            };
        writers.add(threads.submit(writer));
      }
      for (int i = 0; i < 2; i++) {
        Callable<Integer> reader =
            () -> {
              int reads = 0;
              while (!done.get()) {
                assertWhole(Files.readAllBytes(file));
                reads++;
              }
              return reads;
            };
        readers.add(threads.submit(reader));
      }
      for (Future<?> writer : writers) {
        writer.get(60, TimeUnit.SECONDS);
      }
      done.set(true);
      for (Future<Integer> reader : readers) {
        assertThat(reader.get(60, TimeUnit.SECONDS)).isPositive();
      }
    }
    assertThat(entries()).containsExactly(file);
  }

  @Test
  void aKilledWriterLeavesTheFileWhole() throws Exception {
    AtomicFile.write(folder, file, Child.content((byte) 'a'));
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    for (int round = 0; round < 4; round++) {
      Process writer = Child.start(List.of(), "write", folder.toString());
      assertThat(Child.line(writer)).isEqualTo("writing");
      for (int reads = random.nextInt(200); reads >= 0; reads--) {
        assertWhole(Files.readAllBytes(file));
      }
      writer.destroyForcibly().waitFor();
      assertThat(writer.exitValue()).as("seed %d", seed).isEqualTo(128 + 9);
      assertWhole(Files.readAllBytes(file));
    }
  }

  @Test
  void whatCannotBeWrittenLeavesTheOldFile() throws Exception {
    write("old");
    // A limit on file size fails in the middle of the content, as a full disk does.
    Process child =
        Child.start(
            List.of("sh", "-c", "ulimit -f 64; exec \"$@\"", "sh"),
            "write-much",
            folder.toString());
    assertThat(Child.line(child)).startsWith("Writing " + file + ": ");
    assertThat(child.waitFor()).isZero();
    assertThat(file).hasContent("old");
    assertThat(entries()).containsExactly(file);
  }

  private static void assertWhole(byte[] content) {
    assertThat(content).isNotEmpty().isEqualTo(Child.content(content[0]));
  }
}
