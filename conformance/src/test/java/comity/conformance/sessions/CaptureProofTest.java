package comity.conformance.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.host.ProcessChain;
import comity.host.ProcessMark;
import comity.sessions.Ancestry;
import comity.sessions.CapturedProcess;
import comity.sessions.HookEvent;
import comity.sessions.HookReport;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports of real processes, many at once and killed ones: what is kept, and what it proves. */
class CaptureProofTest {
  private static final Set<String> PROGRAMS = Set.of("claude", "codex", "gemini");

  @TempDir private Path folder;

  /** What a session's root, its agents and the hook are run by: shells of an agent's name. */
  private String agent(String name) throws IOException {
    Path bash = Path.of("/bin/bash").toRealPath();
    Path at = Files.createDirectories(folder.resolve("bin")).resolve(name);
    if (!Files.exists(at)) {
      Files.copy(bash, at);
      assertThat(at.toFile().setExecutable(true)).isTrue();
    }
    return at.toString();
  }

  private String script(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.writeString(file, text);
    assertThat(file.toFile().setExecutable(true)).isTrue();
    return file.toString();
  }

  /** The hook, called by the shell that reads it. */
  private String hook(Hooks hooks) throws IOException {
    return script(
        "hook.sh",
        "'%s' hook capture --provider claude --process-id $$ --parent-process-id $PPID"
                .formatted(hooks.launcher())
            + " <<<'{\"session_id\":\"0b1e\"}'\n:\n");
  }

  private record Proof(HookReport report, Ancestry.Root root) {
    Ancestry judged() {
      return Ancestry.of(report, root, "claude", PROGRAMS);
    }
  }

  /** Runs a session whose root is that command. */
  private static Proof proof(Hooks hooks, List<String> command) throws Exception {
    Hooks.Started started = hooks.start(command);
    ProcessMark mark = ProcessMark.of(started.process().pid()).orElseThrow();
    started.process().getOutputStream().close();
    assertThat(started.ended()).isEqualTo(new Hooks.Ended(0, "", ""));
    List<HookReport> taken = hooks.taken();
    assertThat(taken).hasSize(1);
    return new Proof(taken.getFirst(), new Ancestry.Root(mark.pid(), mark.start(), mark.boot()));
  }

  @Test
  @Tag("SES-5")
  void agentsThatSpeakForTheirSession() throws Exception {
    Hooks hooks = Hooks.in(folder);
    String claude = agent("claude");
    String hook = hook(hooks);
    Proof root = proof(hooks, List.of(claude, hook));
    assertThat(root.judged()).isEqualTo(new Ancestry.Proven());
    assertThat(root.report().event()).isEqualTo(HookEvent.STARTED);
    assertThat(root.report().session()).isEqualTo("5f1c");
    Proof child = proof(hooks, List.of("bash", "-c", "\"$@\"; :", "bash", claude, hook));
    assertThat(child.judged()).isEqualTo(new Ancestry.Proven());
    assertThat(child.report().processes().getFirst().words()).containsExactly(claude, hook);
    String shim = script("claude.sh", "'" + claude + "' \"$@\"\n:\n");
    Proof shimmed = proof(hooks, List.of("bash", shim, hook));
    assertThat(shimmed.judged()).isEqualTo(new Ancestry.Proven());
  }

  @Test
  @Tag("SES-5")
  void agentsThatAreNested() throws Exception {
    Hooks hooks = Hooks.in(folder);
    String claude = agent("claude");
    String hook = hook(hooks);
    String tool = script("tool.sh", "bash -c '\"$@\"; :' bash '" + claude + "' " + hook + "\n:\n");
    for (String outer : List.of("claude", "codex")) {
      Proof nested = proof(hooks, List.of(agent(outer), tool));
      assertThat(nested.judged())
          .isInstanceOfSatisfying(
              Ancestry.Nested.class,
              found -> assertThat(found.below().pid()).isEqualTo(nested.root().pid()));
    }
  }

  @Test
  @Tag("SES-25")
  void processesOfOthersAndPidsThatAreUsedAgain() throws Exception {
    Hooks hooks = Hooks.in(folder);
    Proof own = proof(hooks, List.of(agent("claude"), hook(hooks)));
    Ancestry.Root root = own.root();
    Ancestry.Root reused = new Ancestry.Root(root.pid(), root.start() + 1, root.boot());
    assertThat(new Proof(own.report(), reused).judged()).isInstanceOf(Ancestry.Foreign.class);
    assertThat(
            hooks.capture(
                "{\"session_id\":\"a\"}",
                "--provider",
                "claude",
                "--process-id",
                "" + ProcessHandle.current().pid()))
        .isEqualTo(new Hooks.Ended(0, "", ""));
    HookReport foreign = hooks.taken().getFirst();
    assertThat(new Proof(foreign, root).judged()).isInstanceOf(Ancestry.Foreign.class);
  }

  /** The kernel writes a name as it is, in brackets. */
  @Test
  @Tag("SES-5")
  void namesWithSpacesAndBrackets() throws Exception {
    Path program = folder.resolve("a) R 1 (b");
    Files.copy(Path.of("/bin/sleep").toRealPath(), program);
    assertThat(program.toFile().setExecutable(true)).isTrue();
    Process process = new ProcessBuilder(program.toString(), "60").start();
    try {
      List<CapturedProcess> chain = ProcessChain.from(process.pid()).processes();
      assertThat(chain.getFirst().name()).isEqualTo("a) R 1 (b");
      assertThat(chain.getFirst().words()).containsExactly(program.toString(), "60");
      assertThat(Optional.of(chain.getFirst().start()))
          .isEqualTo(ProcessMark.of(process.pid()).map(ProcessMark::start));
      assertThat(chain.get(1).pid()).isEqualTo(ProcessHandle.current().pid());
      assertThat(chain.getLast().pid()).isEqualTo(1);
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  @Tag("SES-6")
  void fiftyAtOnceLoseNothing() throws Exception {
    Hooks hooks = Hooks.in(folder);
    List<Hooks.Started> all = new ArrayList<>();
    Set<String> ids = new HashSet<>();
    for (int n = 0; n < 50; n++) {
      Hooks.Started started = hooks.start(hooks.command());
      try (var in = started.process().getOutputStream()) {
        in.write(("{\"session_id\":\"id" + n + "\"}").getBytes(StandardCharsets.UTF_8));
      }
      ids.add("id" + n);
      all.add(started);
    }
    for (Hooks.Started started : all) {
      assertThat(started.ended()).isEqualTo(new Hooks.Ended(0, "", ""));
    }
    assertThat(hooks.taken())
        .extracting(HookReport::nativeId)
        .containsExactlyInAnyOrderElementsOf(ids);
  }

  @Test
  @Tag("SES-6")
  void whatIsKilledLeavesNoPart() throws Exception {
    Hooks hooks = Hooks.in(folder);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long began = System.nanoTime();
    assertThat(hooks.capture("{\"session_id\":\"a\"}").code()).isZero();
    long usual = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - began);
    int done = 1;
    for (int round = 0; round < 25; round++) {
      Hooks.Started started = hooks.start(hooks.command());
      try (var in = started.process().getOutputStream()) {
        in.write("{\"session_id\":\"a\"}".getBytes(StandardCharsets.UTF_8));
      }
      // Most are killed near the end, where the file is written.
      long after = usual / 2 + random.nextLong(usual);
      boolean ended = started.process().waitFor(after, TimeUnit.MILLISECONDS);
      started.process().destroyForcibly();
      assertThat(started.process().waitFor(10, TimeUnit.SECONDS)).isTrue();
      done += ended ? 1 : 0;
    }
    List<String> visible = hooks.files().stream().filter(name -> !name.startsWith(".")).toList();
    assertThat(hooks.taken()).as("seed " + seed).hasSize(visible.size());
    assertThat(visible.size()).as("seed " + seed).isGreaterThanOrEqualTo(done);
  }
}
