package comity.conformance.sessions;

import comity.conformance.messages.Eventually;
import comity.conformance.messages.Homes;
import comity.frames.Ask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * An agent that outlives its terminal, and whose conversation has an id from the start.
 *
 * @param folder in which it runs
 */
record OutlivingAgent(Path folder, Path program) {
  /** A program of its own, by the name that its maker's has. */
  static OutlivingAgent in(Path folder) throws IOException {
    return new OutlivingAgent(
        folder,
        Homes.script(
            Files.createDirectory(folder.resolve("bin")).resolve("claude"),
            "trap '' HUP\necho begun\nexec sleep 600\n"));
  }

  /** What is run. */
  String[] words() {
    return new String[] {program.toString(), "--verbose"};
  }

  /** A session of it; its id, once it can be told from others. */
  String begin(HostProcess host) throws Exception {
    String id = HostProcess.id(host.done(HostProcess.begin(folder, words())));
    host.awaitScreen(id, "begun");
    // One that becomes another program has no environment for a moment.
    Eventually.is(() -> HostProcess.running(id).size() == 1);
    return id;
  }

  /** To run it again in its conversation. */
  static Ask restored(String id) {
    return new Ask.Restore(Optional.of(id), Map.of("PATH", "/usr/bin:/bin"), Ask.Answered.STARTED);
  }
}
