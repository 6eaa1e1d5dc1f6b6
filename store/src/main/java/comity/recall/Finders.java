package comity.recall;

import comity.files.Home;
import comity.meaning.Embedder;
import comity.project.Project;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What finds things in memory, one for each project, with the models that they share: one for a
 * process. Nothing is loaded before it is needed.
 */
public final class Finders implements AutoCloseable {
  private final Home home;
  private final Embedder embedder;
  private final boolean resident;
  private final Map<Path, Finder> projects = new ConcurrentHashMap<>();

  /**
   * Those of a process.
   *
   * @param home opened
   * @param models where the models lie unpacked
   * @param resident whether the process goes on: then it answers by words while a model loads
   */
  public Finders(Home home, Path models, boolean resident) {
    this.home = home;
    this.embedder = new Embedder(models);
    this.resident = resident;
  }

  /**
   * Where the models lie unpacked: beside the program, where its launcher says so, or in the home.
   */
  public static Path models(Home home) {
    String beside = System.getProperty("comity.models");
    return beside == null ? home.search().resolve("models") : Path.of(beside);
  }

  /** What finds things in the memory of a project. */
  public Finder of(Project project) {
    return projects.computeIfAbsent(project.root(), this::made);
  }

  private Finder made(Path root) {
    ScopeFiles files = new ScopeFiles(root);
    return new Finder(new Indexes(home, root, files, embedder, resident), files);
  }

  @Override
  public void close() {
    projects.values().forEach(Finder::close);
    embedder.close();
  }
}
