import comity.meaning.Embedder;
import comity.meaning.Language;
import comity.search.Found;
import comity.search.MemorySearch;
import comity.search.Question;
import java.io.IOException;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.regex.Pattern;

/**
 * Measures a large memory: {@code Speed JOB MODELS MODE FILES}. Makes {@code FILES} files of a hundred
 * passages each where they are not there yet; prints one JSON object.
 */
final class Speed {
  private static final int PASSAGES = 100;
  private static final int QUESTIONS = 1000;
  private static final int EDITS = 50;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private final Random random = new Random(7);

  /** English words, the frequent ones first; the n-th is as frequent as 1/n. */
  private final String[] words;

  private final double[] upTo;

  private Speed() throws IOException {
    words = english();
    upTo = new double[words.length];
    for (int n = 0; n < words.length; n++) {
      upTo[n] = (n == 0 ? 0 : upTo[n - 1]) + 1.0 / (n + 10);
    }
  }

  /** The whole words that the model knows. */
  private static String[] english() throws IOException {
    try (InputStream in =
        ClassLoader.getSystemResourceAsStream("bge-small-en-v1.5-q-tokenizer.json")) {
      return Pattern.compile("\"([a-z]{3,})\": ?\\d+")
          .matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8))
          .results()
          .map(word -> word.group(1))
          .toArray(String[]::new);
    }
  }

  public static void main(String[] arguments) throws IOException {
    new Speed().measure(Path.of(arguments[0]), Path.of(arguments[1]), arguments[2], Integer.parseInt(arguments[3]));
  }

  private void measure(Path folder, Path models, String word, int files) throws IOException {
    Path root = folder.resolve("scopes/large");
    make(root, files);
    if (word.equals("meaning")) {
      new StandIns(folder.resolve("index/large")).write(root);
    }
    Question.Mode mode = word.equals("words") ? Question.Mode.WORDS : Question.Mode.MEANING;
    Job job = new Job(folder, java.util.Map.of());
    try (Embedder embedder = new Embedder(models);
        MemorySearch search =
            new MemorySearch(
                job.index("large"),
                job.texts("large"),
                mode == Question.Mode.WORDS ? Optional.empty() : Optional.of(embedder))) {
      long began = System.nanoTime();
      search.find(Question.of(sentence(6), 10, Question.Mode.WORDS));
      double first = ms(began);
      began = System.nanoTime();
      int learned = mode == Question.Mode.MEANING ? search.learn() : 0;
      double learning = ms(began);
      for (int n = 0; n < QUESTIONS / 2; n++) {
        search.find(Question.of(sentence(6), 10, mode));
      }
      double[] times = new double[QUESTIONS];
      double[] processor = new double[QUESTIONS];
      for (int n = 0; n < QUESTIONS; n++) {
        String question = sentence(4 + n % 7);
        began = System.nanoTime();
        long used = THREADS.getCurrentThreadCpuTime();
        Found found = search.find(Question.of(question, 10, mode));
        times[n] = ms(began);
        processor[n] = (THREADS.getCurrentThreadCpuTime() - used) / 1e6;
        if (found.byMeaning() != (mode == Question.Mode.MEANING)) {
          throw new IOException("the model did not take part");
        }
      }
      double model = mode == Question.Mode.MEANING ? model(embedder) : 0;
      double[] edits = new double[EDITS];
      double[] editing = new double[EDITS];
      for (int n = 0; n < EDITS; n++) {
        Path file = root.resolve(name(n * 7 % files));
        String marker = "marker" + n;
        Files.writeString(file, Files.readString(file) + "\n" + marker + " " + sentence(12) + "\n");
        began = System.nanoTime();
        long used = THREADS.getCurrentThreadCpuTime();
        Found found = search.find(Question.of(marker, 10, Question.Mode.WORDS));
        edits[n] = ms(began);
        editing[n] = (THREADS.getCurrentThreadCpuTime() - used) / 1e6;
        if (found.hits().isEmpty()) {
          throw new IOException("an edit was not found");
        }
      }
      System.out.printf(
          Locale.ROOT,
          "{\"passages\":%d,\"mode\":\"%s\",\"p50_ms\":%.2f,\"p99_ms\":%.2f,\"cpu_p50_ms\":%.2f,\"cpu_p99_ms\":%.2f,\"edit_p50_ms\":%.2f,"
              + "\"edit_p99_ms\":%.2f,\"edit_cpu_p50_ms\":%.2f,\"model_cpu_p50_ms\":%.2f,\"first_ms\":%.0f,\"learned\":%d,\"learning_ms\":%.0f,\"resident_mb\":%d}%n",
          files * PASSAGES, word, at(times, .5), at(times, .99), at(processor, .5), at(processor, .99), at(edits, .5), at(edits, .99), at(editing, .5),
          model, first, learned, learning, resident());
    }
  }

  /** What turning a question into a vector takes of that, in milliseconds of one processor. */
  private double model(Embedder embedder) {
    double[] times = new double[QUESTIONS / 5];
    for (int n = 0; n < times.length; n++) {
      String question = sentence(4 + n % 7);
      long used = THREADS.getCurrentThreadCpuTime();
      embedder.embed(Language.ENGLISH, Embedder.Use.PLAIN, List.of(question));
      times[n] = (THREADS.getCurrentThreadCpuTime() - used) / 1e6;
    }
    return at(times, .5);
  }

  private void make(Path root, int files) throws IOException {
    for (int n = 0; n < files; n++) {
      Path file = root.resolve(name(n));
      if (Files.exists(file)) {
        continue;
      }
      StringBuilder text = new StringBuilder("# Day " + n + "\n");
      for (int p = 0; p < PASSAGES; p++) {
        text.append(p % 10 == 0 ? "\n## " + sentence(3) + "\n" : "").append('\n').append(sentence(8 + random.nextInt(10))).append('\n');
      }
      Files.createDirectories(file.getParent());
      Files.writeString(file, text);
    }
  }

  private static String name(int n) {
    return "memory/" + java.time.LocalDate.ofEpochDay(19_000L + n) + ".md";
  }

  private String sentence(int words) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < words; i++) {
      int at = Arrays.binarySearch(upTo, random.nextDouble() * upTo[upTo.length - 1]);
      text.append(i == 0 ? "" : " ").append(this.words[at < 0 ? -at - 1 : at]);
    }
    return text.append('.').toString();
  }

  private static double ms(long began) {
    return (System.nanoTime() - began) / 1e6;
  }

  private static double at(double[] times, double share) {
    double[] sorted = times.clone();
    Arrays.sort(sorted);
    return sorted[(int) Math.min(sorted.length - 1, sorted.length * share)];
  }

  /** Of this whole process; 0 where the system does not tell. */
  private static long resident() throws IOException {
    System.gc();
    Path status = Path.of("/proc/self/status");
    List<String> lines = Files.exists(status) ? Files.readAllLines(status) : List.of();
    return lines.stream()
            .filter(line -> line.startsWith("VmRSS:"))
            .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
            .findFirst()
            .orElse(0)
        / 1024;
  }
}
