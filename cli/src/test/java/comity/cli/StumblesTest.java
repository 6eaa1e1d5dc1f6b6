package comity.cli;

import static org.assertj.core.api.Assertions.assertThat;

import comity.hub.Hub;
import comity.hub.HubOptions;
import comity.hub.Starting;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a person meets who uses the commands for the first time, against a real hub. */
class StumblesTest {
  @TempDir Path folder;

  private Hub hub;

  @BeforeEach
  void start() {
    HubOptions options =
        new HubOptions(folder.resolve("home"), OptionalInt.of(0), Optional.empty(), false);
    hub =
        switch (Hub.start(options)) {
          case Starting.Running(Hub running) -> running;
          case Starting.Refused(String why) -> throw new AssertionError(why);
        };
  }

  @AfterEach
  void stop() {
    hub.stop();
  }

  private Ran run(String... arguments) {
    return fed("", arguments);
  }

  private Ran fed(String input, String... arguments) {
    List<String> all = new ArrayList<>(List.of("--home", "home"));
    all.addAll(List.of(arguments));
    return Ran.in(folder, Map.of(), input, all.toArray(String[]::new));
  }

  private String config() throws IOException {
    return Files.readString(folder.resolve("home/config.toml"));
  }

  @Test
  void theKeyAloneIsOnStandardOutputAndTheFirstLineAloneIsTaken() throws IOException {
    Ran made = run("key", "add", "laptop", "--from", "agent://laptop.test/*");
    assertThat(made.out()).matches("\\S+\n");
    assertThat(made.err()).matches("comity: this is key \\S+; it will not be shown again\n");

    String written = made.out() + "This is key 1; it will not be shown again.\n";
    Ran added = fed(written, "peer", "add", "agent://a.test/*", "https://a.test", "--key", "-");
    assertThat(added.code()).as(added.err()).isZero();
    assertThat(config()).contains("key = \"" + made.out().strip() + "\"");
  }
}
