import comity.files.Home;
import comity.memory.Rooms;
import comity.memory.Tokenizer;
import comity.project.Desk;
import comity.project.Project;
import comity.project.Projects;
import comity.project.Served;
import comity.recall.Finder;
import comity.recall.Finders;
import comity.recall.MemoryDesk;
import comity.recall.Visitor;
import comity.recall.Wanted;
import comity.roles.Actor;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Loads what messages need, each into a memory that was opened anew: {@code Loads HOME PROJECT ROOM
 * lexical|model WARMUP ROUNDS CALLS MESSAGE…}. The last line is a JSON object: the milliseconds of
 * each call by round, the processor's among them by round, and the resident memory at the end.
 */
final class Loads {
  private Loads() {}

  public static void main(String[] arguments) throws IOException {
    Home home = new Home(Path.of(arguments[0]));
    home.open();
    Project project = new Projects(home).at(Path.of(arguments[1]));
    String room = arguments[2];
    boolean lexical = arguments[3].equals("lexical");
    int warmup = Integer.parseInt(arguments[4]);
    int rounds = Integer.parseInt(arguments[5]);
    int calls = Integer.parseInt(arguments[6]);
    List<String> messages = List.of(arguments).subList(7, arguments.length);
    Actor actor = new Actor("bench", Optional.empty(), Optional.empty(), Actor.Door.MCP);
    Desk desk = new Desk(home, project, actor, InstantSource.system(), ZoneId.systemDefault());
    // Not resident: each call waits for the model, so that all that count are answered with it.
    try (Finders finders = new Finders(home, Finders.models(home), false)) {
      Finder finder = finders.of(project);
      SecureRandom random = new SecureRandom();
      Supplier<MemoryDesk> memory =
          () ->
              new MemoryDesk(
                  desk,
                  new Visitor(actor, new Rooms.All(), Optional.of(Visitor.ofServer(random))),
                  finder,
                  Tokenizer.DEFAULT,
                  random);
      for (int call = 0; call < warmup; call++) {
        load(memory.get(), room, message(messages, call), lexical);
      }
      List<String> all = new ArrayList<>();
      List<String> work = new ArrayList<>();
      ThreadMXBean threads = ManagementFactory.getThreadMXBean();
      for (int round = 0; round < rounds; round++) {
        List<String> times = new ArrayList<>();
        List<String> worked = new ArrayList<>();
        for (int call = 0; call < calls; call++) {
          long before = threads.getCurrentThreadCpuTime();
          double ms = load(memory.get(), room, message(messages, warmup + round * calls + call), lexical);
          times.add(written(ms));
          worked.add(written((threads.getCurrentThreadCpuTime() - before) / 1e6));
        }
        all.add("[" + String.join(",", times) + "]");
        work.add("[" + String.join(",", worked) + "]");
      }
      System.out.println(
          "{\"rounds\":["
              + String.join(",", all)
              + "],\"processor\":["
              + String.join(",", work)
              + "],\"rss_mb\":"
              + resident()
              + "}");
    }
  }

  /** No two are the same, so that nothing can be remembered of the one before. */
  private static String message(List<String> messages, int number) {
    return messages.get(number % messages.size()) + " #" + number;
  }

  private static String written(double ms) {
    return String.format(Locale.ROOT, "%.3f", ms);
  }

  private static double load(MemoryDesk memory, String room, String message, boolean lexical) {
    long began = System.nanoTime();
    Served<MemoryDesk.Given> served = memory.load(new Wanted.OfRoom(room), message, lexical);
    double ms = (System.nanoTime() - began) / 1e6;
    if (!(served instanceof Served.Done<MemoryDesk.Given>(MemoryDesk.Given given))
        || !given.given().receipt().mode().equals(lexical ? "lexical" : "meaning")) {
      throw new IllegalStateException("not loaded: " + served);
    }
    return ms;
  }

  private static double resident() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmRSS:")) {
        return Double.parseDouble(line.replaceAll("[^0-9]", "")) / 1024;
      }
    }
    return 0;
  }
}
