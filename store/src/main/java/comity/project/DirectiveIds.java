package comity.project;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.roles.Directive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Gives directives their ids (ROLE-11): above the highest that any known project's files show or
 * that was given before, which {@code directive-id} of the home says in decimal. The caller holds
 * the lock of all role files.
 */
final class DirectiveIds {
  private static final String SUFFIX = ".md";

  private final Home home;

  /** What was seen in a file, as long as it stays the same file with the same time and size. */
  private final Map<Path, Seen> seen = new HashMap<>();

  private record Seen(Object key, long time, long size, Set<Long> numbers) {}

  DirectiveIds(Home home) {
    this.home = home;
  }

  /** A new id. */
  String next(List<Project> projects) {
    long highest = given();
    for (Project project : projects) {
      for (Path file : files(project)) {
        highest = Math.max(highest, numbers(file).stream().mapToLong(n -> n).max().orElse(0));
      }
    }
    long number = highest + 1;
    AtomicFile.sweep(counter());
    AtomicFile.write(home.root(), counter(), (number + "\n").getBytes(StandardCharsets.US_ASCII));
    return Directive.id(number);
  }

  /** Whether no file of these projects has that id. */
  boolean isFree(String id, List<Project> projects) {
    long number = Directive.number(id).orElse(-1);
    return projects.stream()
        .flatMap(project -> files(project).stream())
        .noneMatch(file -> numbers(file).contains(number));
  }

  private Path counter() {
    return home.root().resolve("directive-id");
  }

  private long given() {
    try {
      String text = Files.readString(counter(), StandardCharsets.US_ASCII).strip();
      if (!text.matches("[0-9]{1,12}")) {
        throw new IOException("it holds no number: correct it, or remove it");
      }
      return Long.parseLong(text);
    } catch (NoSuchFileException none) {
      return 0;
    } catch (IOException e) {
      throw FileException.of("Reading the last directive's number from", counter(), e);
    }
  }

  /** The role files and what was archived. */
  private static List<Path> files(Project project) {
    List<Path> files = new ArrayList<>();
    for (Path folder : List.of(project.roles(), project.roles().resolve("archive"))) {
      try (DirectoryStream<Path> entries = Files.newDirectoryStream(folder, "*" + SUFFIX)) {
        entries.forEach(files::add);
      } catch (NoSuchFileException | NotDirectoryException none) {
        // It has none.
      } catch (IOException | DirectoryIteratorException e) {
        throw FileException.of(
            "Looking for the highest directive in", folder, new IOException(e.getMessage(), e));
      }
    }
    return files;
  }

  private Set<Long> numbers(Path file) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      if (!now.isRegularFile() || now.size() > RoleFiles.MAX_BYTES) {
        return Set.of();
      }
      Object key = String.valueOf(now.fileKey());
      long time = now.lastModifiedTime().toMillis();
      Seen before = seen.get(file);
      if (before != null
          && before.key().equals(key)
          && before.time() == time
          && before.size() == now.size()) {
        return before.numbers();
      }
      Set<Long> numbers = new HashSet<>(Directive.numbers(Files.readAllBytes(file)));
      seen.put(file, new Seen(key, time, now.size(), numbers));
      return numbers;
    } catch (NoSuchFileException goneMeanwhile) {
      return Set.of();
    } catch (IOException e) {
      throw FileException.of("Looking for the highest directive in", file, e);
    }
  }
}
