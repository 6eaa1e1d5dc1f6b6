package comity.files;

import static org.assertj.core.api.Assertions.assertThat;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Each limit takes what is just within it and refuses one more. */
final class ConfigLimitsTest {
  private static final String ECHO = "[agents.a]\nrunner = \"echo\"\n";
  private static final String COMMAND = "[agents.a]\nrunner = \"command\"\n";
  private static final String PEER = "[[peers]]\nmatch = \"agent://a.example/*\"\n";

  private static String items(int n, IntFunction<String> item) {
    return IntStream.range(0, n).mapToObj(item).collect(Collectors.joining(", "));
  }

  private static Arguments limit(String name, int max, IntFunction<String> file) {
    return Arguments.of(name, max, file);
  }

  static Stream<Arguments> limits() {
    return Stream.of(ofTheHub(), ofAgents(), ofCommandsAndPeers()).flatMap(all -> all);
  }

  private static Stream<Arguments> ofTheHub() {
    return Stream.of(
        limit("port", 65_535, n -> "hub.port = " + n),
        limit("max_body", 24, n -> "hub.max_body = \"" + n + "MiB\""),
        limit(
            "authorities",
            64,
            n -> "hub.authorities = [" + items(n, i -> "\"h" + i + ".example\"") + "]"),
        limit("shown on a card", 200, n -> "owner.user_name = \"" + "x".repeat(n) + "\""),
        limit("retention age", 36_500, n -> "hub.retention.logs.age = \"" + n + "d\""),
        limit("retention size", 1 << 10, n -> "hub.retention.logs.size = \"" + n + "TiB\""),
        limit(
            "first_retry",
            60,
            n -> "outbox = { first_retry = \"" + n + "m\", longest_retry = \"1d\" }"),
        limit("longest_retry", 24, n -> "outbox.longest_retry = \"" + n + "h\""),
        limit("give_up_after", 365, n -> "outbox.give_up_after = \"" + n + "d\""),
        limit("attempts", 1_000_000, n -> "outbox.attempts = " + n));
  }

  private static Stream<Arguments> ofAgents() {
    return Stream.of(
        limit(
            "agents",
            1000,
            n ->
                IntStream.range(0, n)
                    .mapToObj(i -> "agents.a" + i + ".runner = \"echo\"\n")
                    .collect(Collectors.joining())),
        limit("agent-id", 256, n -> "agents." + "x".repeat(n) + ".runner = \"echo\""),
        limit("description", 1000, n -> ECHO + "description = \"" + "x".repeat(n) + "\""),
        limit("concurrency", 256, n -> ECHO + "concurrency = " + n),
        limit("timeout", 7, n -> ECHO + "timeout = \"" + n + "d\""),
        limit("output_limit", 24, n -> ECHO + "output_limit = \"" + n + "MiB\""),
        limit(
            "max_message_size",
            16 << 20,
            n -> "hub.max_body = \"16MiB\"\n" + ECHO + "max_message_size = " + n),
        limit(
            "content_types",
            64,
            n -> ECHO + "content_types = [" + items(n, i -> "\"t" + i + "\"") + "]"),
        limit("content type", 64, n -> ECHO + "content_types = [\"" + "x".repeat(n) + "\"]"),
        limit("tools", 256, n -> ECHO + "tools = [" + items(n, i -> "\"t" + i + "\"") + "]"),
        limit(
            "allowed_agents",
            1000,
            n ->
                ECHO
                    + "access.allowed_agents = ["
                    + items(n, i -> "\"agent://a/" + i + "\"")
                    + "]"));
  }

  private static Stream<Arguments> ofCommandsAndPeers() {
    return Stream.of(
        limit("command", 256, n -> COMMAND + "command = [" + items(n, _ -> "\"a\"") + "]"),
        limit("argument", 32_768, n -> COMMAND + "command = [\"a\", \"" + "x".repeat(n) + "\"]"),
        limit(
            "environment",
            256,
            n ->
                COMMAND
                    + "command = [\"a\"]\nenvironment = { "
                    + items(n, i -> "V" + i + " = \"\"")
                    + " }"),
        limit(
            "folder",
            4096,
            n -> COMMAND + "command = [\"a\"]\nfolder = \"/" + "x".repeat(n - 1) + "\""),
        limit(
            "peers",
            1000,
            n ->
                IntStream.range(0, n)
                    .mapToObj(
                        i -> "[[peers]]\nmatch = \"agent://a" + i + "/*\"\nurl = \"https://a\"\n")
                    .collect(Collectors.joining())),
        limit("url", 1024, n -> PEER + "url = \"https://a/" + "x".repeat(n - 10) + "\""),
        limit("key", 4096, n -> PEER + "url = \"https://a\"\nkey = \"" + "x".repeat(n) + "\""),
        limit(
            "nesting",
            TomlDepth.MAX_DEPTH,
            n -> "# " + n + "\n" + "a = " + "[".repeat(n) + "]".repeat(n)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("limits")
  void takesWhatIsWithinAndRefusesOneMore(String name, int max, IntFunction<String> file) {
    if (name.equals("nesting")) {
      // No key takes arrays so deep: within the limit it is unknown, past it is not read at all.
      assertThat(faults(file.apply(max)).getFirst().message()).startsWith("is unknown");
      assertThat(faults(file.apply(max + 1)).getFirst().message()).contains("deeper than 32");
      return;
    }
    assertThat(faults(file.apply(max))).isEmpty();
    assertThat(faults(file.apply(max + 1))).hasSize(1);
  }

  @Test
  void theFileHasALimit() {
    String text = "#".repeat(ConfigFile.MAX_BYTES);
    assertThat(faults(text)).isEmpty();
    assertThat(faults(text + "#").getFirst().text("config.toml"))
        .isEqualTo("config.toml:1:1: The file is larger than 256 KiB");
  }

  @Test
  void noMoreFaultsAreToldThanAnyoneMends() {
    assertThat(faults("x\n".repeat(500))).hasSize(ConfigCheck.MAX_FAULTS);
    String unknown =
        IntStream.range(0, 500).mapToObj(i -> "k" + i + " = 1\n").collect(Collectors.joining());
    assertThat(faults(unknown)).hasSize(ConfigCheck.MAX_FAULTS);
  }

  @Test
  void whatNestsForEverIsRefused() {
    int n = ConfigFile.MAX_BYTES / 4;
    for (String deep :
        List.of(
            "a = " + "[".repeat(n),
            "a = " + "{b=".repeat(n / 2),
            "a.".repeat(n) + "b = 1",
            "[" + "a.".repeat(n) + "b]",
            "a = \"" + "\\".repeat(n),
            "\"".repeat(n),
            "[[a]]\n".repeat(n / 2))) {
      assertThat(faults(deep)).isNotEmpty();
    }
  }

  private static List<ConfigFault> faults(String text) {
    return switch (ConfigFile.check(text.getBytes(StandardCharsets.UTF_8))) {
      case ConfigCheck.Checked _ -> List.of();
      case ConfigCheck.Faulty(List<ConfigFault> faults) -> faults;
    };
  }
}
