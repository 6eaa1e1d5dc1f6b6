package comity.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import comity.control.Configuration;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Reads every file of {@code conformance/vectors/config}: each of {@code accept} is right, each of
 * {@code reject} has exactly the faults in the {@code .expected} file beside it. With {@code
 * -Dregenerate} what is found is written there, to be reviewed.
 */
final class ConfigVectorsTest {
  private static final Path VECTORS = Path.of("../conformance/vectors/config");
  private static final boolean REGENERATE = System.getProperty("regenerate") != null;

  @TestFactory
  Stream<DynamicTest> accepts() throws IOException {
    List<Path> files = files("accept");
    assertThat(files).hasSizeGreaterThan(20).allMatch(f -> f.toString().endsWith(".toml"));
    return files.stream()
        .map(file ->
            dynamicTest(
                file.getFileName().toString(),
                () ->
                    assertThat(ConfigFile.check(Files.readAllBytes(file)))
                        .isInstanceOf(ConfigCheck.Checked.class)));
  }

  @TestFactory
  Stream<DynamicTest> rejects() throws IOException {
    List<Path> files = files("reject");
    List<Path> read = new ArrayList<>();
    List<DynamicTest> tests = new ArrayList<>();
    for (Path file : files) {
      if (file.toString().endsWith(".toml")) {
        Path expected = Path.of(file.toString().replaceAll("toml$", "expected"));
        read.add(file);
        read.add(expected);
        tests.add(dynamicTest(file.getFileName().toString(), () -> rejects(file, expected)));
      }
    }
    assertThat(tests).hasSizeGreaterThan(60);
    if (!REGENERATE) {
      assertThat(read).as("each file is read").containsExactlyInAnyOrderElementsOf(files);
    }
    return tests.stream();
  }

  private static void rejects(Path file, Path expected) throws IOException {
    ConfigCheck check = ConfigFile.check(Files.readAllBytes(file));
    assertThat(check).isInstanceOf(ConfigCheck.Faulty.class);
    String found =
        ((ConfigCheck.Faulty) check)
            .faults().stream().map(f -> f.text("config.toml") + "\n").collect(Collectors.joining());
    if (REGENERATE) {
      Files.writeString(expected, found);
    }
    assertThat(found).isEqualTo(Files.readString(expected));
  }

  private static List<Path> files(String folder) throws IOException {
    try (Stream<Path> files = Files.list(VECTORS.resolve(folder))) {
      return files.sorted().toList();
    }
  }

  /** Whatever the bytes, there is an answer, and what is told can be printed. */
  @Test
  void anyBytesAreAnswered() throws IOException {
    answered(Long.getLong("seed", System.nanoTime()), 4_000);
  }

  @Test
  @Tag("long-fuzz")
  void anyBytesAreAnsweredManyTimes() throws IOException {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.printf("configurations: seed %d%n", seed);
    answered(seed, 200_000);
  }

  private static void answered(long seed, int rounds) throws IOException {
    Random random = new Random(seed);
    List<byte[]> seeds = new ArrayList<>();
    for (String folder : List.of("accept", "reject")) {
      for (Path file : files(folder)) {
        seeds.add(Files.readAllBytes(file));
      }
    }
    seeds.add(Configuration.reference().getBytes(StandardCharsets.UTF_8));
    for (int round = 0; round < rounds; round++) {
      byte[] bytes = mutated(seeds.get(random.nextInt(seeds.size())), seeds, random);
      try {
        switch (ConfigFile.check(bytes)) {
          case ConfigCheck.Checked(Configuration configuration) ->
              assertThat(configuration.defaultAgent()).isNotNull();
          case ConfigCheck.Faulty(List<ConfigFault> faults) -> {
            assertThat(faults).isNotEmpty().hasSizeLessThanOrEqualTo(ConfigCheck.MAX_FAULTS);
            assertThat(faults).allMatch(f -> f.line() > 0 && f.column() > 0);
            assertThat(faults)
                .allMatch(f -> f.text("f").codePoints().noneMatch(Character::isISOControl));
          }
        }
      } catch (Throwable t) {
        throw new AssertionError("seed " + seed + ", round " + round + ": " + hex(bytes), t);
      }
    }
  }

  private static byte[] mutated(byte[] start, List<byte[]> seeds, Random random) {
    byte[] bytes = start.clone();
    for (int edits = random.nextInt(4); edits >= 0; edits--) {
      if (bytes.length == 0) {
        return new byte[] {(byte) random.nextInt()};
      }
      int at = random.nextInt(bytes.length);
      switch (random.nextInt(4)) {
        case 0 -> bytes[at] = (byte) random.nextInt();
        case 1 -> bytes[at] = (byte) "\"'[]{}=.,#\n\\ 0aeT-:_".charAt(random.nextInt(20));
        case 2 -> bytes = java.util.Arrays.copyOf(bytes, at);
        default -> {
          byte[] other = seeds.get(random.nextInt(seeds.size()));
          byte[] both = java.util.Arrays.copyOf(bytes, at + other.length);
          System.arraycopy(other, 0, both, at, other.length);
          bytes = both;
        }
      }
    }
    return bytes;
  }

  private static String hex(byte[] bytes) {
    return java.util.HexFormat.of().formatHex(bytes);
  }
}
