package comity.conformance.messages;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/** What the hub asks of the kernel, as strace shows it: its own word for a flush is not enough. */
class FlushTest {
  private static final String CALLS = "trace=fdatasync,fsync,read,recvfrom,write,sendto,writev";

  /** The thread that flushes a file of the log. */
  private static final Pattern FLUSH =
      Pattern.compile("^(\\d+) +f(?:data)?sync\\(\\d+<[^>]*/journal/[^>]+>(.*)");

  @TempDir private Path folder;

  private static boolean canTrace() throws InterruptedException {
    try {
      return new ProcessBuilder("strace", "-D", "-f", "-o", "/dev/null", "true").start().waitFor()
          == 0;
    } catch (IOException noSuchProgram) {
      return false;
    }
  }

  @Test
  @Tag("MSG-13")
  void aMessageIsFlushedBeforeItIsAnswered() throws Exception {
    if (!canTrace()) {
      throw new TestAbortedException("a process can't be traced here: that needs strace");
    }
    Path home =
        Homes.make(
            folder.resolve("home"),
            "[agents.post]\nrunner = \"inbox\"\naccess = { require_auth = false }\n");
    Path calls = folder.resolve("calls");
    List<String> traced = List.of("strace", "-D", "-f", "-y", "-e", CALLS, "-o", calls.toString());
    try (HubProcess hub = HubProcess.start(home, traced, 0)) {
      hub.door().post(Mail.text("m", hub.address("post"), "hello")).expect(200);
      Eventually.is(() -> Files.readString(calls).contains("HTTP/1.1 200"));
    }
    List<String> lines = Files.readAllLines(calls);
    int asked = first(lines, "\"POST /mamp/v1/messages");
    int answered = first(lines, "\"HTTP/1.1 200");
    assertThat(flushes(lines.subList(asked, answered))).isPositive();
  }

  private static int first(List<String> lines, String part) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains(part)) {
        return i;
      }
    }
    throw new AssertionError("no " + part + " in " + lines);
  }

  /** How many flushes of the log ended well; a call that others interrupt has two lines. */
  private static int flushes(List<String> lines) {
    int ended = 0;
    for (int i = 0; i < lines.size(); i++) {
      Matcher flush = FLUSH.matcher(lines.get(i));
      if (flush.matches()) {
        String resumed = flush.group(1) + " ";
        boolean whole =
            flush.group(2).endsWith("= 0")
                || lines.subList(i, lines.size()).stream()
                    .anyMatch(line ->
                        line.startsWith(resumed)
                            && line.contains("sync resumed>")
                            && line.endsWith("= 0"));
        ended += whole ? 1 : 0;
      }
    }
    return ended;
  }
}
