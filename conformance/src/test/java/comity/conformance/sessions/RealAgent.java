package comity.conformance.sessions;

import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.opentest4j.TestAbortedException;

/** A real agent of npm, and what its tests must know of it. */
interface RealAgent {
  /**
   * Where it is tried.
   *
   * @param home its HOME, new
   * @param work the folder in which it runs, new
   * @param bin is first on PATH
   * @param port of the model on loopback
   */
  record Place(Path home, Path work, Path bin, String port) {}

  /** A tool that its model wants used. */
  record Use(String tool, JsonObject input) {}

  /** Writes a file and makes its folder. */
  static void write(Path file, String text) throws IOException {
    Files.createDirectories(file.resolveSibling("."));
    Files.writeString(file, text);
  }

  /** As Comity calls its maker. */
  String provider();

  /** Installs it, puts its program into the place's bin and writes its configuration. */
  void prepare(Place place) throws IOException, InterruptedException;

  /** More of its environment. */
  Map<String, String> environment(Place place);

  /** What a person runs. */
  List<String> command();

  /** Options that a person gives to have one answer printed, before the prompt. */
  List<String> printing();

  /** What a person types to leave its shell after a line; nothing where it leaves by itself. */
  default String leavesShell() {
    return "";
  }

  /** On its screen once it takes prompts. */
  String ready();

  /** Begins a new conversation in the same process. */
  String clear();

  /** Makes the context shorter; empty where it has none. */
  Optional<String> compact();

  /** Ends it. */
  String exit();

  /** Whether its hooks are in its own configuration, so that Comity must be asked to put them. */
  boolean hooksInFiles();

  /** Of such a file what the person wrote, without what the agent notes in it by itself. */
  default String persons(String text) {
    return text;
  }

  /** Files that a person may have written. */
  List<Path> configuration(Place place);

  /** The folder in which it keeps conversations. */
  Path conversations(Place place);

  /** How its model reads a file. */
  default Use reads(Path file) {
    throw new TestAbortedException("it is not known how it reads a file");
  }

  /** Whether its hooks name a transcript that memory is brought from. */
  default boolean tellsTranscript() {
    return false;
  }
}
