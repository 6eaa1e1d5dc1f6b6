import comity.meaning.Embedder;
import comity.memory.Tokenizer;
import comity.search.Found;
import comity.search.MemorySearch;
import comity.search.Question;
import comity.search.Weights;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks all questions of a job: {@code Ask JOB MODELS LIMIT RUN…}, where a run is {@code
 * NAME=MODE=WEIGHTS}: mode {@code words} or {@code meaning}; weights {@code shipped}, a file, or a
 * folder with one file {@code SCOPE.txt} for each scope. Writes {@code NAME.tsv} into the job: scope,
 * number of the question, file, first line, last line, tokens; the best hit first.
 */
final class Ask {
  private Ask() {}

  public static void main(String[] arguments) throws IOException {
    Job job = Job.read(Path.of(arguments[0]));
    int limit = Integer.parseInt(arguments[2]);
    try (Embedder embedder = new Embedder(Path.of(arguments[1]))) {
      for (String run : List.of(arguments).subList(3, arguments.length)) {
        String[] parts = run.split("=");
        Question.Mode mode =
            parts[1].equals("words") ? Question.Mode.WORDS : Question.Mode.MEANING;
        try (BufferedWriter out = Files.newBufferedWriter(job.folder().resolve(parts[0] + ".tsv"))) {
          for (Map.Entry<String, List<Job.Asked>> scope : job.scopes().entrySet()) {
            ask(job, scope.getKey(), weights(parts[2], scope.getKey()), mode, limit, embedder, out);
          }
        }
      }
    }
  }

  private static Weights weights(String from, String scope) throws IOException {
    if (from.equals("shipped")) {
      return Weights.shipped();
    }
    Path path = Path.of(from);
    return Weights.read(
        Files.readString(Files.isDirectory(path) ? path.resolve(scope + ".txt") : path));
  }

  private static void ask(
      Job job,
      String scope,
      Weights weights,
      Question.Mode mode,
      int limit,
      Embedder embedder,
      BufferedWriter out)
      throws IOException {
    try (MemorySearch search =
        new MemorySearch(job.index(scope), job.texts(scope), Optional.of(embedder), weights)) {
      if (mode == Question.Mode.MEANING) {
        search.learn();
      }
      for (Job.Asked question : job.scopes().get(scope)) {
        Found found = search.find(Question.of(question.text(), limit, mode));
        if (found.notYetByMeaning() > 0 || found.byMeaning() != (mode == Question.Mode.MEANING)) {
          throw new IOException("the model did not take part: " + found);
        }
        for (Found.Hit hit : found.hits()) {
          out.write(
              String.join(
                  "\t",
                  scope,
                  question.id(),
                  hit.file(),
                  "" + hit.firstLine(),
                  "" + hit.lastLine(),
                  "" + Tokenizer.CL100K.count(hit.text())));
          out.newLine();
        }
      }
    }
  }
}
