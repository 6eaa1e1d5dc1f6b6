package comity.conformance.sessions;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;

/** Codex in sessions. */
final class CodexSessionsTest extends GuardedJourneys {
  private final CodexAgent agent;

  CodexSessionsTest() throws IOException {
    agent = CodexAgent.make();
  }

  @Override
  RealAgent agent() {
    return agent;
  }

  @AfterAll
  @Override
  void end() throws IOException, InterruptedException {
    super.end();
    try (Stream<Path> all = Files.walk(agent.own())) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(each);
      }
    }
  }
}
