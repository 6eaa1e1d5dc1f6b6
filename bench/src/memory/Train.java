import comity.meaning.Embedder;
import comity.search.MemorySearch;
import comity.search.Question;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Learns the weights of the ranking: {@code Train JOB MODELS OUT}. Writes {@code OUT/all.txt} from all
 * scopes and {@code OUT/SCOPE.txt} from all but that one, each for words alone and for words and
 * meaning.
 */
final class Train {
  private Train() {}

  /** A question with what the ranking knows of each passage. */
  private record Example(String scope, float[][] features, boolean[] answers) {}

  public static void main(String[] arguments) throws IOException {
    Job job = Job.read(Path.of(arguments[0]));
    Path out = Files.createDirectories(Path.of(arguments[2]));
    List<Example> examples;
    try (Embedder embedder = new Embedder(Path.of(arguments[1]))) {
      examples = examples(job, embedder);
    }
    write(out.resolve("all.txt"), examples);
    for (String scope : job.scopes().keySet()) {
      List<Example> others = examples.stream().filter(each -> !each.scope().equals(scope)).toList();
      if (!others.isEmpty()) {
        write(out.resolve(scope + ".txt"), others);
      }
    }
  }

  private static List<Example> examples(Job job, Embedder embedder) throws IOException {
    List<Example> examples = new ArrayList<>();
    for (Map.Entry<String, List<Job.Asked>> scope : job.scopes().entrySet()) {
      try (MemorySearch search =
          new MemorySearch(
              job.index(scope.getKey()), job.texts(scope.getKey()), Optional.of(embedder))) {
        search.learn();
        for (Job.Asked question : scope.getValue()) {
          List<MemorySearch.Weighed> weighed =
              search.weighed(Question.of(question.text(), 1, Question.Mode.MEANING));
          float[][] features = new float[weighed.size()][];
          boolean[] answers = new boolean[weighed.size()];
          boolean any = false;
          for (int i = 0; i < features.length; i++) {
            MemorySearch.Weighed each = weighed.get(i);
            features[i] = each.features();
            answers[i] = question.places().contains(each.file() + ":" + each.firstLine());
            any |= answers[i];
          }
          if (any) {
            examples.add(new Example(scope.getKey(), features, answers));
          }
        }
      }
    }
    return examples;
  }

  private static void write(Path file, List<Example> examples) throws IOException {
    List<String> names = MemorySearch.features();
    StringBuilder text = new StringBuilder();
    for (String part : List.of("words", "meaning")) {
      int[] used =
          java.util.stream.IntStream.range(0, names.size())
              .filter(i -> part.equals("meaning") || !names.get(i).startsWith("MEANING"))
              .toArray();
      Softmax learning = new Softmax(used.length);
      for (Example example : examples) {
        learning.add(only(example.features(), used), example.answers());
      }
      double[] weights = learning.learn();
      for (int i = 0; i < used.length; i++) {
        text.append(
            String.format(Locale.ROOT, "%s %s %.4f%n", part, names.get(used[i]), weights[i]));
      }
    }
    Files.writeString(file, text);
  }

  private static float[][] only(float[][] features, int[] used) {
    float[][] some = new float[features.length][used.length];
    for (int i = 0; i < features.length; i++) {
      for (int j = 0; j < used.length; j++) {
        some[i][j] = features[i][used[j]];
      }
    }
    return some;
  }
}
