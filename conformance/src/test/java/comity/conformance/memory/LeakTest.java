package comity.conformance.memory;

import static org.assertj.core.api.Assertions.assertThat;

import comity.cli.InProcess;
import comity.conformance.mcp.JavaProgram;
import comity.conformance.mcp.ServerProcess;
import comity.conformance.memory.Ask.Kind;
import comity.conformance.roles.McpClient;
import comity.files.Home;
import comity.recall.Finders;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Nothing of one memory is ever shown where another is open (MEM-2, MEM-4, MEM-5): two groups, one
 * that no room is mapped to, main and the notes are full of marks, and random sequences of all that
 * can be asked, over every door and with every trick, are looked through for marks of others.
 *
 * <p>What it can't see: content that is shown in other words, such as a vector or a digest; that
 * something is there, without what it says (names, counts, times); and files that are there for
 * less than a step.
 */
@Timeout(value = 40, unit = TimeUnit.MINUTES)
class LeakTest {
  /** Sequences on one ground: the records of a home grow, and are read through again and again. */
  private static final int ON_ONE_GROUND = 100;

  private static final Set<String> BOTH = Set.of(LeakGround.OPS, LeakGround.ACME, "main");

  @TempDir private Path folder;

  @Test
  @Tag("MEM-2")
  @Tag("MEM-4")
  @Tag("MEM-5")
  @Tag("MEM-6")
  void nothingOfOneMemoryIsShownInAnother() throws Exception {
    inProcess(seed(), 250);
  }

  @Test
  @Tag("MEM-2")
  @Tag("MEM-4")
  @Tag("MEM-5")
  @Tag("MEM-13")
  void nothingOfOneMemoryIsShownInAnotherByServers() throws Exception {
    byServers(seed(), 100);
  }

  @Test
  @Tag("long-fuzz")
  void nothingOfOneMemoryIsShownInAnotherManyTimes() throws Exception {
    inProcess(seed(), 8_000);
  }

  @Test
  @Tag("long-fuzz")
  void nothingOfOneMemoryIsShownInAnotherByServersManyTimes() throws Exception {
    byServers(seed(), 2_000);
  }

  private static long seed() {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.printf("leaks: seed %d%n", seed);
    return seed;
  }

  private void inProcess(long seed, int sequences) throws Exception {
    Random random = new Random(seed);
    Instant began = Instant.now();
    Counted counted = new Counted();
    for (int i = 0; i * ON_ONE_GROUND < sequences; i++) {
      LeakGround ground = LeakGround.make(folder.resolve("ground" + i), new Marks());
      try (Finders finders = new Finders(new Home(ground.home()), folder.resolve("none"), false)) {
        Seats seats = new Seats(ground, finders, random);
        seats.owner();
        seats.session("s1", BOTH, "");
        seats.session("s2", Set.of(LeakGround.OPS), "");
        seats.session("s3", Set.of(LeakGround.ACME, "main"), "build");
        seats.session("s4", BOTH, "");
        LeakRun run = new LeakRun(ground, seats, random);
        run.run(ON_ONE_GROUND, "seed " + seed + ", ground " + i);
        counted.add(run);
      }
    }
    LeakWatch.leftovers(began);
    counted.check();
    assertThat(counted.shown.keySet()).contains(Kind.EXPLAIN);
  }

  private void byServers(long seed, int sequences) throws Exception {
    Random random = new Random(seed);
    Instant began = Instant.now();
    LeakGround ground = LeakGround.make(folder.resolve("ground"), new Marks());
    Counted counted = new Counted();
    Path errors = folder.resolve("hub.err");
    try (Finders finders = new Finders(new Home(ground.home()), folder.resolve("none"), false);
        ServerProcess hub =
            ServerProcess.start(
                JavaProgram.hub("serve", "--port", "0", "--home", ground.home().toString()),
                errors);
        McpClient one = stdio(ground, "one.err", BOTH);
        McpClient two = stdio(ground, "two.err", Set.of(LeakGround.ACME));
        McpClient three = McpClient.http(hub.mcp(), token(ground, "a", BOTH));
        McpClient four = McpClient.http(hub.mcp(), token(ground, "b", Set.of(LeakGround.OPS)));
        McpClient five = McpClient.http(hub.mcp(), token(ground, "c", BOTH))) {
      Seats seats = new Seats(ground, finders, random);
      seats.owner();
      seats.client("one", one, BOTH);
      seats.client("two", two, Set.of(LeakGround.ACME));
      seats.client("three", three, BOTH);
      seats.client("four", four, Set.of(LeakGround.OPS));
      seats.client("five", five, BOTH);
      LeakRun run = new LeakRun(ground, seats, random);
      run.begin();
      run.run(sequences, "seed " + seed);
      counted.add(run);
    }
    for (String name : List.of("hub.err", "one.err", "two.err")) {
      assertThat(Marks.has(Files.readString(folder.resolve(name)))).as(name).isFalse();
    }
    LeakWatch.leftovers(began);
    counted.check();
  }

  private McpClient stdio(LeakGround ground, String errors, Set<String> rooms) throws Exception {
    List<String> options = new ArrayList<>();
    rooms.forEach(room -> options.addAll(List.of("--room", room)));
    return McpClient.stdio(
        ground.home(), ground.root(), folder.resolve(errors), options.toArray(String[]::new));
  }

  private static String token(LeakGround ground, String name, Set<String> rooms) {
    List<String> words = new ArrayList<>(List.of("token", "add", name));
    rooms.forEach(room -> words.addAll(List.of("--room", room)));
    InProcess.Ran made =
        InProcess.run(ground.root(), Map.of("COMITY_HOME", ground.home().toString()), "", words);
    assertThat(made.code()).as(made.err()).isZero();
    return made.out().strip();
  }

  /** A test in which nothing was shown at all would find nothing. */
  private static final class Counted {
    private final Map<Kind, Integer> shown = new EnumMap<>(Kind.class);
    private int answers;
    private int terms;

    void add(LeakRun run) {
      run.shown().forEach((kind, count) -> shown.merge(kind, count, Integer::sum));
      answers += run.answers();
      terms += run.terms();
    }

    void check() {
      System.out.printf("leaks: %d answers, with marks %s, %d in indexes%n", answers, shown, terms);
      assertThat(shown.keySet()).contains(Kind.GET, Kind.LOAD, Kind.SEARCH);
      assertThat(terms).isPositive();
    }
  }
}
