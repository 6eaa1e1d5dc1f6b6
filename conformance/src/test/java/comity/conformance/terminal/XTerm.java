package comity.conformance.terminal;

import comity.conformance.NpmPackages;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import org.opentest4j.TestAbortedException;

/** The terminal that browsers show, {@code @xterm/headless}, in a process of Node. */
public final class XTerm implements AutoCloseable {
  private static final String PACKAGE = "@xterm/headless@6.0.0";

  private final Process process;
  private final Writer questions;
  private final BufferedReader answers;

  private XTerm(Process process) {
    this.process = process;
    this.questions = process.outputWriter(StandardCharsets.UTF_8);
    this.answers = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Installs it into the build folder once; skips the test where that can't be done. */
  public static XTerm start() throws IOException, InterruptedException {
    Path kit = NpmPackages.install("xterm-kit", List.of(PACKAGE));
    Path script = Path.of("src/test/resources/terminal/xterm.mjs").toAbsolutePath();
    ProcessBuilder node =
        new ProcessBuilder("node", script.toString()).redirectError(kit.resolve("log").toFile());
    node.environment().put("KITS", kit.toString());
    try {
      return new XTerm(node.start());
    } catch (IOException noNode) {
      throw new TestAbortedException("Node is not here: " + noNode.getMessage());
    }
  }

  /**
   * What it shows after all steps, in the form of {@link ScreenDump}.
   *
   * @param scrollback how many rows it keeps that scrolled away
   */
  List<String> shows(int columns, int rows, int scrollback, List<ScreenComparison.Step> steps)
      throws IOException {
    String list = steps.stream().map(XTerm::json).collect(Collectors.joining(","));
    questions.write(
        "{\"columns\":%d,\"rows\":%d,\"scrollback\":%d,\"steps\":[%s]}%n"
            .formatted(columns, rows, scrollback, list));
    questions.flush();
    List<String> lines = new ArrayList<>();
    String line = answers.readLine();
    while (line != null && !line.equals("end")) {
      lines.add(line);
      line = answers.readLine();
    }
    if (line == null) {
      throw new IOException("the other terminal has ended: see build/xterm-kit/log");
    }
    return lines;
  }

  private static String json(ScreenComparison.Step step) {
    return switch (step) {
      case ScreenComparison.Step.Bytes(byte[] bytes) ->
          '"' + Base64.getEncoder().encodeToString(bytes) + '"';
      case ScreenComparison.Step.Size(int columns, int rows) -> "[" + columns + "," + rows + "]";
    };
  }

  @Override
  public void close() throws IOException {
    questions.close();
    process.destroyForcibly();
  }
}
