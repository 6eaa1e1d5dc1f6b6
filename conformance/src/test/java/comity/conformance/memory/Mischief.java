package comity.conformance.memory;

import comity.conformance.memory.Marks.Owner;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Random;

/** What may be done to the files of a project while sessions are at work, and undone again. */
final class Mischief {
  private static final List<String> FILES =
      List.of("attention.md", "project.md", "experience.md", "people.md", "conventions/api.md");

  private final LeakGround ground;
  private final Random random;
  private final Deque<Undo> undo = new ArrayDeque<>();

  /** Files with a second name: were the first one gone, nothing would tell whose they were. */
  private final List<Path> shared = new ArrayList<>();

  private int aside;

  /** Takes a change back. */
  private interface Undo {
    void run() throws IOException;
  }

  Mischief(LeakGround ground, Random random) {
    this.ground = ground;
    this.random = random;
  }

  boolean isDone() {
    return !undo.isEmpty();
  }

  /** Does one of them, and says which. */
  String one() throws IOException {
    boolean first = random.nextBoolean();
    String own = first ? "ops" : "acme";
    String other = first ? "acme" : "ops";
    String file = FILES.get(random.nextInt(FILES.size()));
    String mine = "memory/groups/" + own + "/" + file;
    String theirs = "memory/groups/" + other + "/" + file;
    int which = random.nextInt(12);
    switch (which) {
      case 0, 1 -> renamed(Owner.ACME, Owner.OPS);
      case 2 -> renamed(Owner.VOID, Owner.ACME);
      case 3 -> {
        ground.unmap();
        undo.push(this::mapped);
      }
      case 4 -> linked(mine, theirs);
      case 5 -> same(mine, theirs);
      case 6 -> linked("memory/groups/" + own, "memory/groups/" + other);
      case 7 -> linked("memory/groups/" + own + ".md", "memory/groups/" + other + ".md");
      case 8 -> same("memory/groups/" + own + ".md", "memory/groups/" + other + ".md");
      case 9 -> linked(random.nextBoolean() ? "MEMORY.md" : "SOUL.md", theirs);
      case 10 -> same(random.nextBoolean() ? "MEMORIES.md" : "USER.md", theirs);
      default -> {
        linked("memory/main/projects/site.md", theirs);
        same("memory/main/longterm.md", "memory/groups/" + own + "/project.md");
      }
    }
    return "mischief " + which + " with " + mine;
  }

  private void renamed(Owner ofOps, Owner ofAcme) {
    ground.map(LeakGround.OPS, ofOps, LeakGround.ACME, ofAcme);
    undo.push(this::mapped);
  }

  private void mapped() {
    ground.map(LeakGround.OPS, Owner.OPS, LeakGround.ACME, Owner.ACME);
  }

  private void linked(String name, String to) throws IOException {
    Path link = ground.root().resolve(name);
    if (away(link)) {
      Files.createSymbolicLink(link, ground.root().resolve(to));
    }
  }

  private void same(String name, String as) throws IOException {
    Path target = ground.root().resolve(as);
    Path link = ground.root().resolve(name);
    if (!Files.isRegularFile(target)) {
      return;
    }
    Path real = target.toRealPath();
    boolean itself = Files.exists(link) && link.toRealPath().equals(real);
    if (!itself && away(link)) {
      Files.createLink(link, real);
      shared.add(real);
    }
  }

  /** Puts a file or folder out of the way until it is put back. */
  private boolean away(Path file) throws IOException {
    if (Files.isSymbolicLink(file) || !Files.exists(file)) {
      return false;
    }
    Path real = file.toRealPath();
    if (shared.stream().anyMatch(each -> each.startsWith(real))) {
      return false;
    }
    Path kept = Files.createDirectories(ground.base().resolve("aside")).resolve("" + aside++);
    Files.move(file, kept);
    undo.push(() -> {
      delete(file.toFile());
      Files.move(kept, file);
    });
    return true;
  }

  /** What was made meanwhile where the file was. */
  private static void delete(File file) throws IOException {
    if (file.isDirectory() && !Files.isSymbolicLink(file.toPath())) {
      for (File each : java.util.Objects.requireNonNull(file.listFiles())) {
        delete(each);
      }
    }
    Files.deleteIfExists(file.toPath());
  }

  /** All is as before. */
  void undo() throws IOException {
    while (!undo.isEmpty()) {
      undo.pop().run();
    }
    shared.clear();
  }
}
