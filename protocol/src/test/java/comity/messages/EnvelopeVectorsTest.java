package comity.messages;

import static org.assertj.core.api.Assertions.assertThat;

import comity.json.Json;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Every file under {@code conformance/vectors/envelope}. */
final class EnvelopeVectorsTest {
  private static final Path VECTORS = Path.of("../conformance/vectors/envelope");

  private static List<Path> files(String folder, String suffix) throws IOException {
    try (Stream<Path> list = Files.list(VECTORS.resolve(folder))) {
      return list.filter(f -> f.toString().endsWith(suffix)).sorted().toList();
    }
  }

  @TestFactory
  @Tag("MSG-1")
  @Tag("MSG-7")
  @Tag("MSG-10")
  @Tag("MSG-11")
  Stream<DynamicTest> acceptedAndWrittenAsTheyCame() throws IOException {
    return files("accept", ".json").stream()
        .map(file ->
            DynamicTest.dynamicTest(
                file.getFileName().toString(),
                () -> {
                  byte[] bytes = Files.readAllBytes(file);
                  assertThat(Envelope.read(bytes)).isInstanceOf(Envelope.Reading.Accepted.class);
                  assertThat(
                          new String(
                              Json.write(Envelope.stored(bytes).json()), StandardCharsets.UTF_8))
                      .isEqualTo(new String(bytes, StandardCharsets.UTF_8).strip());
                }));
  }

  @TestFactory
  @Tag("MSG-1")
  @Tag("MSG-2")
  @Tag("MSG-5")
  @Tag("MSG-8")
  @Tag("MSG-11")
  @Tag("MSG-48")
  Stream<DynamicTest> refusedWithCodeAndPointer() throws IOException {
    return files("reject", ".json").stream()
        .map(file ->
            DynamicTest.dynamicTest(
                file.getFileName().toString(),
                () -> {
                  String expected =
                      Files.readString(Path.of(file.toString().replace(".json", ".expected")));
                  assertThat(Envelope.read(Files.readAllBytes(file)))
                      .isInstanceOfSatisfying(
                          Envelope.Reading.Refused.class,
                          refused -> {
                            Refusal refusal = refused.refusal();
                            String pointer = refusal.pointer() == null ? "" : refusal.pointer();
                            assertThat((refusal.code().code() + " " + pointer).strip())
                                .isEqualTo(expected.strip());
                            assertThat(refusal.message()).isNotBlank();
                          });
                }));
  }

  @Test
  void noFileIsUnread() throws IOException {
    try (Stream<Path> all = Files.walk(VECTORS)) {
      long count = all.filter(Files::isRegularFile).count();
      int accept = files("accept", ".json").size();
      int reject = files("reject", ".json").size();
      assertThat(files("reject", ".expected")).hasSize(reject);
      assertThat(count).isEqualTo(accept + 2L * reject);
      assertThat(accept + reject).isGreaterThan(100);
    }
  }
}
