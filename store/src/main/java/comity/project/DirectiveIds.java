package comity.project;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
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
import java.util.stream.LongStream;

/**
 * Gives directives their ids (ROLE-11): above the highest that any known project's files show or
 * that was given before, which {@code directive-id} of the home says in decimal. The caller holds
 * the lock of all role files.
 */
final class DirectiveIds {
  private static final String SUFFIX = ".md";

  /** Counting goes on behind a chosen number, but one choice does not use up all there are. */
  private static final long FAR = 10_000;

  private final Home home;

  /** What was seen in a file, as long as it stays the same file with the same time and size. */
  private final Map<Path, Seen> seen = new HashMap<>();

  private record Seen(Object key, long time, long size, Set<Long> numbers) {}

  DirectiveIds(Home home) {
    this.home = home;
  }

  /** A new id. */
  String next(List<Project> projects) {
    long given = given();
    Set<Long> seen = new HashSet<>();
    for (Project project : projects) {
      for (Path file : files(project)) {
        seen.addAll(numbers(file));
      }
    }
    LongStream counted = seen.stream().mapToLong(n -> n).filter(n -> n <= Directive.MAX_COUNTED);
    long number = Math.max(given, counted.max().orElse(0)) + 1;
    if (number > Directive.MAX_COUNTED) {
      // Somebody wrote the highest there is: the next that nobody has.
      number = given + 1;
      while (seen.contains(number)) {
        number++;
      }
    }
    if (number > Directive.MAX_COUNTED) {
      throw FileException.of(
          "Counting directives in", counter(), new IOException("all numbers are given"));
    }
    remember(number);
    return Directive.id(number);
  }

  /** An id was chosen by hand: it is not given again, unless it is far off the count. */
  void chosen(String id) {
    long number = Directive.number(id).orElse(0);
    long given = given();
    if (number > given && number - given <= FAR && number <= Directive.MAX_COUNTED) {
      remember(number);
    }
  }

  private void remember(long number) {
    AtomicFile.sweep(counter());
    AtomicFile.write(home.root(), counter(), (number + "\n").getBytes(StandardCharsets.US_ASCII));
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
      String text = new String(RegularFile.bytes(counter()), StandardCharsets.US_ASCII).strip();
      if (!text.matches("[0-9]{1,9}")) {
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
