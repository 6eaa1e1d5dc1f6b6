import comity.search.Texts;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Memories and questions to them: {@code scopes/NAME} holds the Markdown files of one memory each, and
 * {@code questions.tsv} has lines of scope, number, question, and the places that answer it, such as
 * {@code memory/2023-05-08.md:7}, parted by blanks.
 */
record Job(Path folder, Map<String, List<Asked>> scopes) {
  /** A question. */
  record Asked(String id, String text, Set<String> places) {}

  static Job read(Path folder) throws IOException {
    Map<String, List<Asked>> scopes = new TreeMap<>();
    for (String line : Files.readAllLines(folder.resolve("questions.tsv"))) {
      String[] parts = line.split("\t", -1);
      scopes
          .computeIfAbsent(parts[0], _ -> new ArrayList<>())
          .add(new Asked(parts[1], parts[2], Set.of(parts[3].split(" "))));
    }
    return new Job(folder, scopes);
  }

  Path index(String scope) {
    return folder.resolve("index").resolve(scope);
  }

  Texts texts(String scope) {
    return new Folder(folder.resolve("scopes").resolve(scope));
  }

  /** All Markdown files below a folder. */
  record Folder(Path root) implements Texts {
    @Override
    public List<Listed> list() throws IOException {
      List<Listed> all = new ArrayList<>();
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes is) {
              long nanos = is.lastModifiedTime().to(TimeUnit.NANOSECONDS);
              all.add(
                  new Listed(
                      root.relativize(file).toString(), is.size() + " " + nanos + " " + is.fileKey()));
              return FileVisitResult.CONTINUE;
            }
          });
      return all;
    }

    @Override
    public byte[] read(String name) throws IOException {
      return Files.readAllBytes(root.resolve(name));
    }
  }
}
