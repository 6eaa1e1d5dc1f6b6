package comity.meaning;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("MEM-9")
class EmbedderTest {
  private static final Path MODELS = Path.of("target/models").toAbsolutePath();
  private static final Embedder EMBEDDER = new Embedder(MODELS);

  @AfterAll
  static void close() {
    EMBEDDER.close();
  }

  private static List<float[]> vectors(Language language, String... texts) {
    return switch (EMBEDDER.embed(language, Embedder.Use.PLAIN, List.of(texts))) {
      case Embedded.Vectors(List<float[]> all) -> all;
      case Embedded.NoModel(String why) -> throw new AssertionError(why);
    };
  }

  private static double cosine(float[] a, float[] b) {
    double sum = 0;
    for (int at = 0; at < a.length; at++) {
      sum += a[at] * b[at];
    }
    return sum;
  }

  @Test
  void paraphrasesLieNearerThanOtherTexts() {
    List<float[]> english =
        vectors(
            Language.ENGLISH,
            "Who should I call when the database is down?",
            "contact person for database outages",
            "The soup needs more salt.");
    assertThat(cosine(english.get(0), english.get(1)))
        .isGreaterThan(cosine(english.get(0), english.get(2)) + 0.15);
    List<float[]> chinese = vectors(Language.CHINESE, "数据库挂了该找谁？", "数据库故障联系人", "今天的汤有点淡。");
    assertThat(cosine(chinese.get(0), chinese.get(1)))
        .isGreaterThan(cosine(chinese.get(0), chinese.get(2)) + 0.15);
  }

  @Test
  void whatIsAskedAgainIsTheSameWhateverWasDoneWithTheVector() {
    float[] first = vectors(Language.ENGLISH, "ask me again").getFirst();
    float[] kept = first.clone();
    first[0] = 7;
    assertThat(vectors(Language.ENGLISH, "ask me again").getFirst()).isEqualTo(kept);
    for (int other = 0; other < 20; other++) {
      vectors(Language.ENGLISH, "another text " + other);
    }
    assertThat(vectors(Language.ENGLISH, "ask me again").getFirst()).isEqualTo(kept);
  }

  @Test
  void vectorsAreOfLengthOneAndDoNotDependOnTheirNeighbours() {
    float[] alone = vectors(Language.ENGLISH, "deploy the service").getFirst();
    float[] among = vectors(Language.ENGLISH, "x".repeat(5000), "deploy the service", "").get(1);
    assertThat(cosine(alone, alone)).isBetween(0.9999, 1.0001);
    assertThat(among).containsExactly(alone);
  }

  private static String inAFreshProcess(Path folder) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "-cp",
                System.getProperty("java.class.path"),
                OneEmbedding.class.getName(),
                folder.toString())
            .redirectErrorStream(true)
            .start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    // ONNX Runtime may have logged something before.
    return said.strip().lines().toList().getLast();
  }

  @Test
  void aFreshProcessMendsADamagedModel(@TempDir Path folder)
      throws IOException, InterruptedException {
    vectors(Language.ENGLISH, "unpack");
    try (Stream<Path> unpacked = Files.list(MODELS)) {
      for (Path file : unpacked.filter(each -> !each.toString().endsWith(".onnx")).toList()) {
        Files.createLink(folder.resolve(file.getFileName()), file);
      }
    }
    Path model = folder.resolve("bge-small-en-v1.5-q.onnx");
    Files.writeString(model, "half a model");
    assertThat(inAFreshProcess(folder)).isEqualTo("vectors of 384");
    assertThat(model).hasSameBinaryContentAs(MODELS.resolve("bge-small-en-v1.5-q.onnx"));
  }

  @Test
  void codeThatDoesNotLoadIsNoModelAndNoCrash(@TempDir Path folder)
      throws IOException, InterruptedException {
    vectors(Language.ENGLISH, "unpack");
    for (String library : List.of("onnxruntime", "onnxruntime4j_jni")) {
      String name = System.mapLibraryName(library);
      try (FileChannel blank =
          FileChannel.open(
              folder.resolve(name), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        blank.write(ByteBuffer.wrap(new byte[1]), Files.size(MODELS.resolve(name)) - 1);
      }
      checked(folder.resolve(name));
    }
    assertThat(inAFreshProcess(folder)).startsWith("no model: ");
  }

  /** As it stands beside a file that was found to be what it should be. */
  private static void checked(Path file) throws IOException {
    Files.writeString(
        file.resolveSibling(file.getFileName() + ".checked"),
        Files.size(file) + " " + Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS) + "\n");
  }

  /** One byte is another, and the size the same. */
  private static void damage(Path file) throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      ByteBuffer one = ByteBuffer.allocate(1);
      long middle = channel.size() / 2;
      channel.read(one, middle);
      channel.write(ByteBuffer.wrap(new byte[] {(byte) (one.get(0) ^ 1)}), middle);
    }
  }

  @Test
  void aFreshProcessMendsWhatWasDamagedInPlace(@TempDir Path folder)
      throws IOException, InterruptedException {
    vectors(Language.ENGLISH, "unpack");
    List<Path> files;
    try (Stream<Path> unpacked = Files.list(MODELS)) {
      files = unpacked.filter(each -> !each.toString().contains("-zh-")).toList();
    }
    for (Path file : files) {
      Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.COPY_ATTRIBUTES);
    }
    List<String> damaged =
        List.of("bge-small-en-v1.5-q.onnx", "bge-small-en-v1.5-q-vocabulary.txt");
    for (String name : damaged) {
      damage(folder.resolve(name));
    }
    assertThat(inAFreshProcess(folder)).isEqualTo("vectors of 384");
    for (String name : damaged) {
      assertThat(folder.resolve(name)).hasSameBinaryContentAs(MODELS.resolve(name));
    }
  }

  /** Half a library would end the process that loads it. */
  @Test
  void aFreshProcessMendsDamagedCode(@TempDir Path folder)
      throws IOException, InterruptedException {
    for (String library : List.of("onnxruntime", "onnxruntime4j_jni")) {
      Files.writeString(folder.resolve(System.mapLibraryName(library)), "half a library");
    }
    assertThat(inAFreshProcess(folder)).isEqualTo("vectors of 384");
  }

  @Test
  void aClosedEmbedderAnswersThatItIs() {
    Embedder closed = new Embedder(MODELS);
    closed.close();
    closed.warm(Language.ENGLISH);
    assertThat(closed.isReady(Language.ENGLISH)).isFalse();
    assertThat(closed.embed(Language.ENGLISH, Embedder.Use.PLAIN, List.of("text")))
        .isInstanceOf(Embedded.NoModel.class);
  }

  @ParameterizedTest
  @CsvSource({"数据库挂了 ask Bob,CHINESE", "ask 小明 about the database,ENGLISH", "42!,ENGLISH"})
  void aTextIsOfTheLanguageThatHasMoreWords(String text, Language language) {
    assertThat(Language.of(text)).isEqualTo(language);
  }
}
