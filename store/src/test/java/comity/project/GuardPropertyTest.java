package comity.project;

import static org.assertj.core.api.Assertions.assertThat;

import comity.roles.Isolation.Access;
import comity.roles.Isolation.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Random links, dots and cases: what is allowed never turns out to be what must not be seen. */
final class GuardPropertyTest {
  private static final int PATHS = 3_000;

  private static final List<String> NOWHERE = List.of(".", "", "new", ".muse", "QA.md", "muse");

  @TempDir private Path folder;

  @Test
  @Tag("ROLE-17")
  void nothingThatIsAllowedLeadsToWhatIsProtected() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    Site site = Site.make(folder);
    List<Path> folders = folders(site, random);
    links(site, random, folders);
    Set<Path> secrets = secrets(site);
    Guard guard = site.guard("build");
    int allowed = 0;
    int refused = 0;
    int reached = 0;
    for (int i = 0; i < PATHS; i++) {
      Path from = folders.get(random.nextInt(folders.size()));
      String path = path(from, random);
      Optional<Path> real = kernels(from, path);
      boolean secret = real.filter(at -> isSecret(at, secrets, site)).isPresent();
      reached += secret ? 1 : 0;
      if (guard.judged(Access.READ, from, path, false) instanceof Verdict.Allowed) {
        allowed++;
        assertThat(secret).as("seed %d: %s from %s leads to %s", seed, path, from, real).isFalse();
      } else {
        refused++;
      }
    }
    assertThat(List.of(allowed, refused, reached))
        .as("seed %d: allowed, refused, reached", seed)
        .allMatch(count -> count > 20);
  }

  /** By the kernel's own word, not by ours: it follows the path as any program's would be. */
  private static Optional<Path> kernels(Path from, String path) {
    try {
      return Optional.of(from.resolve(path).toRealPath());
    } catch (IOException none) {
      return Optional.empty();
    }
  }

  /** What lies beside the site is whoever's, and may be huge. */
  private static boolean isSecret(Path real, Set<Path> secrets, Site site) {
    try {
      return secrets.contains(real)
          || (real.startsWith(site.folder())
              && Files.isRegularFile(real)
              && Files.readString(real).contains(Site.SECRET));
    } catch (IOException none) {
      return false;
    }
  }

  private static Set<Path> secrets(Site site) {
    return Set.of(
        site.root().resolve(".muse/paths.md"),
        site.root().resolve(".muse"),
        site.folder().resolve("other"),
        site.folder());
  }

  private static List<Path> folders(Site site, Random random) throws IOException {
    List<Path> folders = new ArrayList<>(List.of(site.root(), site.root().resolve("src")));
    for (int i = 0; i < 12; i++) {
      Path in = folders.get(random.nextInt(folders.size())).resolve("d" + random.nextInt(4));
      Files.createDirectories(in);
      folders.add(in);
    }
    return folders;
  }

  private static void links(Site site, Random random, List<Path> folders) throws IOException {
    List<Path> targets = new ArrayList<>(folders);
    targets.addAll(
        List.of(
            site.root().resolve(".muse"),
            site.root().resolve(".muse/qa.md"),
            site.root().resolve("memory/groups"),
            site.root().resolve("memory"),
            site.root().resolve("MEMORY.md"),
            site.folder().resolve("other"),
            site.folder()));
    for (int i = 0; i < 40; i++) {
      Path at = folders.get(random.nextInt(folders.size())).resolve("l" + random.nextInt(6));
      Path to = targets.get(random.nextInt(targets.size()));
      if (!Files.exists(at) && !Files.isSymbolicLink(at)) {
        Path near = at.resolveSibling(".").normalize().relativize(to);
        Path relative = near.toString().isEmpty() ? Path.of(".") : near;
        Files.createSymbolicLink(at, random.nextBoolean() ? to : relative);
        targets.add(at);
      }
    }
  }

  /** A walk along what is there, with steps up, and some that lead nowhere. */
  private static String path(Path from, Random random) {
    StringBuilder path = new StringBuilder();
    Path at = from;
    for (int n = 1 + random.nextInt(8); n > 0; n--) {
      List<String> there = entries(at);
      int kind = random.nextInt(20);
      String name =
          kind < 5 || there.isEmpty()
              ? ".."
              : kind < 6
                  ? NOWHERE.get(random.nextInt(NOWHERE.size()))
                  : there.get(random.nextInt(there.size()));
      String spelled = kind == 19 ? name.toUpperCase(Locale.ROOT) : name;
      path.append(spelled).append(n > 1 ? "/" : "");
      at = kernels(at, spelled).orElse(at);
    }
    return path.toString();
  }

  private static List<String> entries(Path folder) {
    String[] names = folder.toFile().list();
    return names == null ? List.of() : Arrays.stream(names).sorted().toList();
  }
}
