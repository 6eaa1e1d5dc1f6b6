package comity.files;

import static org.assertj.core.api.Assertions.assertThat;

import comity.control.AgentSettings;
import comity.control.ConfigCheck;
import comity.control.Configuration;
import comity.control.Runner;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class ConfigFileTest {
  private static final JsonObject BUILD =
      JsonObject.empty()
          .with("runner", "command")
          .with(
              "command",
              JsonArray.of(List.of(new JsonString("say"), new JsonString("\"\\\n\u0001ä"))))
          .with("environment", JsonObject.empty().with("A", "1"))
          .with("concurrency", 2);

  @TempDir private Path folder;
  private Home home = new Home(Path.of("/"));
  private ConfigFile file = ConfigFile.of(home);

  @BeforeEach
  void open() {
    home = opened(folder.resolve("home"));
    file = ConfigFile.of(home);
  }

  static Home opened(Path root) {
    return switch (new Home(root).open()) {
      case Home.Opening.Opened(Home home) -> home;
      case Home.Opening.Refused(String reason) -> throw new AssertionError(reason);
    };
  }

  private static Configuration checked(ConfigCheck check) {
    return switch (check) {
      case ConfigCheck.Checked(Configuration configuration) -> configuration;
      case ConfigCheck.Faulty faulty -> throw new AssertionError(faulty.faults());
    };
  }

  @Test
  void whatIsNotThereSaysNothing() {
    assertThat(checked(file.read())).isEqualTo(Configuration.standard());
  }

  @Test
  void theFirstAgentDoesNotTakeEchoAway() throws IOException {
    Configuration added = checked(file.append(List.of("agents", "muse/build"), BUILD));
    assertThat(added.agents()).extracting(AgentSettings::id).containsExactly("echo", "muse/build");
    assertThat(added.agent("echo")).isEqualTo(Configuration.standard().agent("echo"));
    assertThat(checked(file.read())).isEqualTo(added);
    assertThat(((Runner.Command) added.agent("muse/build").orElseThrow().runner()).command())
        .containsExactly("say", "\"\\\n\u0001ä");
    assertThat(Files.readString(home.config())).startsWith("# Comity's configuration.");
  }

  @Test
  void appendingKeepsEveryByte() throws IOException {
    String before = "# mine\r\n[hub]  # odd   spacing\r\n  port=7421";
    Files.writeString(home.config(), before);
    JsonObject peer =
        JsonObject.empty().with("match", "agent://a.example/*").with("url", "https://a.example");
    checked(file.append(List.of("peers"), peer));
    Configuration both =
        checked(file.append(List.of("peers"), peer.with("match", "agent://b.example/*")));
    assertThat(both.peers()).hasSize(2);
    assertThat(both.hub().port()).isEqualTo(7421);
    String after = Files.readString(home.config());
    assertThat(after).startsWith(before + "\r\n\r\n[[peers]]\r\n");
    assertThat(after.replace("\r\n", "")).doesNotContain("\n");
  }

  @Test
  void appendersInSeveralProcessesLoseNothing() throws Exception {
    Process child = Child.start(List.of(), "append", home.root().toString());
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<ConfigCheck>> appended = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        JsonObject peer = Child.peer("here" + i);
        appended.add(threads.submit(() -> file.append(List.of("peers"), peer)));
      }
      for (Future<ConfigCheck> one : appended) {
        checked(one.get());
      }
    }
    assertThat(Child.line(child)).isEqualTo("appended");
    assertThat(child.waitFor()).isZero();
    assertThat(checked(file.read()).peers()).hasSize(15);
  }

  @Test
  void anythingRightCanBeExtended() throws IOException {
    try (Stream<Path> vectors = Files.list(Path.of("../conformance/vectors/config/accept"))) {
      for (Path vector : vectors.toList()) {
        byte[] before = Files.readAllBytes(vector);
        Files.write(home.config(), before);
        ConfigCheck check = file.append(List.of("agents", "added"), BUILD);
        assertThat(check).as(vector.toString()).isInstanceOf(ConfigCheck.Checked.class);
        byte[] after = Files.readAllBytes(home.config());
        assertThat(Arrays.copyOf(after, before.length)).isEqualTo(before);
        assertThat(checked(file.read())).isEqualTo(checked(check));
      }
    }
  }

  @Test
  void nothingIsAppendedToWhatIsWrongOrWouldBe() throws IOException {
    Files.writeString(home.config(), "[hub]\nprot = 1\n");
    assertThat(file.append(List.of("agents", "a"), BUILD)).isInstanceOf(ConfigCheck.Faulty.class);
    assertThat(Files.readString(home.config())).isEqualTo("[hub]\nprot = 1\n");
    Files.writeString(home.config(), "[agents.a]\nrunner = \"echo\"\n");
    ConfigCheck twice = file.append(List.of("agents", "a"), BUILD);
    assertThat(((ConfigCheck.Faulty) twice).faults().getFirst().text("config.toml"))
        .isEqualTo("config.toml:4:1: agents.a is there already, in line 1");
    assertThat(Files.readString(home.config())).isEqualTo("[agents.a]\nrunner = \"echo\"\n");
  }

  @Test
  void theExampleOfTheReferenceIsRight() {
    String page = Configuration.reference();
    String toml = page.substring(page.indexOf("```toml\n") + 8, page.lastIndexOf("```"));
    Configuration example = checked(ConfigFile.check(toml.getBytes(StandardCharsets.UTF_8)));
    assertThat(example.agents()).hasSize(4);
    assertThat(example.peers()).hasSize(2);
  }
}
