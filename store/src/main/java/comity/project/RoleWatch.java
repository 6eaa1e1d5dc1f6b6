package comity.project;

import comity.files.FileException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Notices that role files or notes of a project were changed, made or taken away, by whomever. It
 * looks at their times, sizes and inodes at a regular interval, which works on every file system
 * and through links.
 */
public final class RoleWatch implements AutoCloseable {
  /** Fast enough to feel at once. */
  private static final Duration INTERVAL = Duration.ofMillis(250);

  private final Project project;
  private final Consumer<Changed> listener;
  private final CountDownLatch closed = new CountDownLatch(1);
  private Map<String, String> seen;

  /**
   * What was noticed.
   *
   * @param changed files that say something else, from the project's root
   * @param others whether there are other files than before
   */
  public record Changed(List<String> changed, boolean others) {
    public Changed {
      changed = List.copyOf(changed);
    }
  }

  private RoleWatch(Project project, Consumer<Changed> listener) {
    this.project = project;
    this.listener = listener;
    this.seen = stamps();
  }

  /**
   * Tells of every change from now on.
   *
   * @param listener is called on a thread of its own, and must not block
   */
  public static RoleWatch start(Project project, Consumer<Changed> listener) {
    RoleWatch watch = new RoleWatch(project, listener);
    Thread.ofVirtual().name("role-watch").start(watch::loop);
    return watch;
  }

  private void loop() {
    try {
      while (!closed.await(INTERVAL.toMillis(), TimeUnit.MILLISECONDS)) {
        look();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void look() {
    Map<String, String> now = stamps();
    List<String> changed = new ArrayList<>();
    for (Map.Entry<String, String> entry : now.entrySet()) {
      String before = seen.get(entry.getKey());
      if (before != null && !before.equals(entry.getValue())) {
        changed.add(entry.getKey());
      }
    }
    boolean others = !now.keySet().equals(seen.keySet());
    seen = now;
    if (others || !changed.isEmpty()) {
      listener.accept(new Changed(changed, others));
    }
  }

  private Map<String, String> stamps() {
    Map<String, String> stamps = new LinkedHashMap<>();
    try {
      for (RoleFiles.Role role : new RoleFiles(project).list().roles()) {
        stamp(".muse/" + role.name() + ".md", role.file(), stamps);
      }
      for (String date : new ProjectTexts(project).dates()) {
        String name = ProjectTexts.notes(date);
        stamp(name, project.root().resolve(name), stamps);
      }
    } catch (FileException unreadable) {
      return stamps; // It shows as files that are gone, and come again.
    }
    stamp("MEMORIES.md", project.root().resolve("MEMORIES.md"), stamps);
    return stamps;
  }

  private static void stamp(String name, Path file, Map<String, String> into) {
    try {
      BasicFileAttributes now = Files.readAttributes(file, BasicFileAttributes.class);
      into.put(name, now.lastModifiedTime() + " " + now.size() + " " + now.fileKey());
    } catch (IOException gone) {
      into.remove(name);
    }
  }

  @Override
  public void close() {
    closed.countDown();
  }
}
