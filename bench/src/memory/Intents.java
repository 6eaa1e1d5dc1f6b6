import comity.meaning.Embedder;
import comity.meaning.Routed;
import comity.meaning.Router;
import comity.memory.Candidate;
import comity.memory.Match;
import comity.memory.Routing;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Measures routing: which file a message needs. bench/README.md says how to read the figures. */
public final class Intents {
  private static final List<String> PLAIN = List.of("grep", "name", "bm25");
  private static final List<String> OURS = List.of("lexical", "model");

  /** What one method said to one message. */
  private record Answer(Sets.Question question, String top, double confidence, boolean loads, String loaded) {
    boolean isTopRight() {
      return top.equals(question.file());
    }

    boolean isInside() {
      return !question.file().isEmpty();
    }
  }

  private final Sets.Loaded set;
  private final Path work;
  private final Map<String, List<Answer>> answers = new LinkedHashMap<>();

  private Intents(Sets.Loaded set, Path work) {
    this.set = set;
    this.work = work;
  }

  public static void main(String[] args) throws IOException {
    Map<String, String> options = new HashMap<>();
    for (int at = 0; at + 1 < args.length; at += 2) {
      options.put(args[at], args[at + 1]);
    }
    boolean intents = options.containsKey("--intent");
    Sets.Loaded set =
        intents
            ? Sets.intents(Path.of(options.get("--intent")), options.getOrDefault("--shots", "train_5"))
            : Sets.own(Path.of(options.get("--routing")));
    Path models = Path.of(options.get("--models"));
    Path work = Files.createTempDirectory("routing");
    Intents bench = new Intents(set, work);
    try (Embedder embedder = new Embedder(models)) {
      bench.run(embedder);
    } finally {
      bench.clean();
    }
    if (options.containsKey("--details")) {
      bench.details(Path.of(options.get("--details")));
    }
    bench.report(intents ? "intent" : "routing");
  }

  private void run(Embedder embedder) {
    for (String method : PLAIN) {
      answers.put(method, new ArrayList<>());
    }
    for (String method : OURS) {
      answers.put(method, new ArrayList<>());
    }
    Map<String, Plain> plain = new HashMap<>();
    Map<String, Router> routers = new HashMap<>();
    for (Sets.Question question : set.questions()) {
      List<Candidate> candidates = set.indexes().get(question.index());
      Plain without = plain.computeIfAbsent(question.index(), each -> new Plain(candidates));
      for (String method : PLAIN) {
        double[] scores =
            switch (method) {
              case "grep" -> without.grep(question.message());
              case "name" -> without.name(question.message());
              default -> without.bm25(question.message());
            };
        int best = Plain.best(scores);
        String file = candidates.get(best).file();
        boolean loads = scores[best] > 0;
        answers.get(method).add(new Answer(question, file, scores[best], loads, loads ? file : ""));
      }
      Router router =
          routers.computeIfAbsent(
              question.index(), each -> new Router(embedder, work.resolve("v" + routers.size())));
      for (String method : OURS) {
        Routed.Mode mode = method.equals("model") ? Routed.Mode.MEANING : Routed.Mode.LEXICAL;
        answers.get(method).add(answer(question, router.route(question.message(), candidates, mode), mode));
      }
    }
  }

  private static Answer answer(Sets.Question question, Routed routed, Routed.Mode mode) {
    if (routed.by() != mode) {
      throw new IllegalStateException("no model: " + routed.note().orElse(""));
    }
    double confidence = routed.margin();
    Optional<Candidate> load = routed.routing().toLoad();
    String top =
        switch (routed.routing()) {
          case Routing.Chosen(Match match) -> match.candidate().file();
          case Routing.AtWork(Candidate candidate, double nearness) -> candidate.file();
          case Routing.Nothing(Optional<Match> best, String why) ->
              best.map(match -> match.candidate().file()).orElse("");
        };
    return new Answer(question, top, confidence, load.isPresent(), load.map(Candidate::file).orElse(""));
  }

  private void report(String kind) {
    Map<String, String> figures = new LinkedHashMap<>();
    figures.put("kind", "\"" + kind + "\"");
    List<String> parts = set.questions().stream().map(Sets.Question::part).distinct().sorted().toList();
    figures.put("messages", String.valueOf(set.questions().size()));
    System.out.println("top-1: the best file is the right one, whether it would be loaded or not");
    System.out.println("loaded: the right file is loaded; kept out: nothing is, where nothing belongs\n");
    System.out.printf("%-9s %-8s %7s %7s %9s %7s %9s%n", "method", "part", "top-1", "loaded", "kept out", "AUROC", "out @95%");
    answers.forEach(
        (method, all) -> {
          row(method, "all", all, figures);
          if (kind.equals("routing")) {
            for (String part : parts) {
              row(method, part, all.stream().filter(each -> each.question().part().equals(part)).toList(), figures);
            }
          }
        });
    StringBuilder json = new StringBuilder("{");
    figures.forEach((name, value) -> json.append(json.length() > 1 ? "," : "").append('"').append(name).append("\":").append(value));
    System.out.println();
    System.out.println(json.append('}'));
  }

  private static void row(String method, String part, List<Answer> all, Map<String, String> figures) {
    List<Answer> in = all.stream().filter(Answer::isInside).toList();
    List<Answer> out = all.stream().filter(each -> !each.isInside()).toList();
    Map<String, Double> row = new TreeMap<>();
    row.put("top1", share(in.stream().filter(Answer::isTopRight).count(), in.size()));
    row.put("loaded", share(in.stream().filter(each -> each.loaded().equals(each.question().file())).count(), in.size()));
    row.put("kept_out", share(out.stream().filter(each -> !each.loads()).count(), out.size()));
    double[] inside = in.stream().mapToDouble(Answer::confidence).sorted().toArray();
    double[] outside = out.stream().mapToDouble(Answer::confidence).sorted().toArray();
    row.put("auroc", outside.length == 0 ? Double.NaN : auroc(inside, outside));
    double bar = inside.length == 0 ? 0 : inside[(int) (0.05 * inside.length)];
    row.put("rejected_at_95", share(Arrays.stream(outside).filter(each -> each < bar).count(), outside.length));
    System.out.printf(
        "%-9s %-8s %7s %7s %9s %7s %9s%n",
        method, part, text(row.get("top1")), text(row.get("loaded")), text(row.get("kept_out")), text(row.get("auroc")), text(row.get("rejected_at_95")));
    row.forEach(
        (name, value) -> {
          if (!value.isNaN()) {
            figures.put(method + "_" + part + "_" + name, String.format(Locale.ROOT, "%.4f", value));
          }
        });
    figures.put(method + "_" + part + "_outside", String.valueOf(out.size()));
    figures.put(method + "_" + part + "_outside_kept_out", String.valueOf(out.stream().filter(each -> !each.loads()).count()));
  }

  private static String text(double value) {
    return Double.isNaN(value) ? "-" : String.format(Locale.ROOT, "%.3f", value);
  }

  private static double share(long some, int all) {
    return all == 0 ? Double.NaN : some / (double) all;
  }

  /** How often a message that belongs is nearer than one that does not. */
  private static double auroc(double[] inside, double[] outside) {
    double above = 0;
    for (double in : inside) {
      for (double out : outside) {
        above += in > out ? 1 : in == out ? 0.5 : 0;
      }
    }
    return above / inside.length / outside.length;
  }

  private void details(Path folder) throws IOException {
    Files.createDirectories(folder);
    for (Map.Entry<String, List<Answer>> method : answers.entrySet()) {
      List<String> lines = new ArrayList<>(List.of("index\tpart\tright\ttop\tloaded\tconfidence\tmessage"));
      for (Answer each : method.getValue()) {
        Sets.Question asked = each.question();
        lines.add(
            String.join(
                "\t",
                asked.index(), asked.part(), asked.file(), each.top(), each.loaded(),
                String.format(Locale.ROOT, "%.4f", each.confidence()), asked.message()));
      }
      Files.write(folder.resolve(method.getKey() + ".tsv"), lines);
    }
  }

  private void clean() throws IOException {
    try (var files = Files.walk(work)) {
      for (Path file : files.sorted(java.util.Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
