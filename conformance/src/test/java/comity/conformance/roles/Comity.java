package comity.conformance.roles;

import comity.conformance.mcp.JavaProgram;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs the real program, with the classes that were just built, on a project of its own. */
final class Comity {
  /** A loaded machine with two cores takes a while to start a JVM. */
  private static final long PATIENCE_SECONDS = 60;

  private final Path home;
  private final Path root;

  /** How a program ended. */
  record Ended(int code, String out, String err) {
    /** The one object on standard output. */
    JsonObject json() {
      return Json.read(out.getBytes(StandardCharsets.UTF_8))
              instanceof JsonReading.Read(JsonObject object)
          ? object
          : JsonObject.empty().with("no JSON", out + err);
    }
  }

  /** The objects of an array. */
  static List<JsonObject> objects(JsonObject json, String name) {
    List<JsonObject> objects = new ArrayList<>();
    if (json.get(name) instanceof JsonArray array) {
      array.elements().forEach(each -> objects.add((JsonObject) each));
    }
    return objects;
  }

  /** The day in the zone of this machine, as the program sees it. */
  static LocalDate today() {
    return LocalDate.now(ZoneId.systemDefault());
  }

  private Comity(Path home, Path root) {
    this.home = home;
    this.root = root;
  }

  /** In this folder, with the home beside the project. */
  static Comity in(Path folder) throws IOException {
    return in(folder, "muse");
  }

  /** As {@link #in(Path)}, with another name for the project. */
  static Comity in(Path folder, String project) throws IOException {
    Path root = folder.resolve(project);
    Files.createDirectories(root.resolve(".muse"));
    return new Comity(folder.resolve("home"), root);
  }

  Path root() {
    return root;
  }

  /** Writes a file of the project. */
  Path write(String name, String text) throws IOException {
    Path file = root.resolve(name);
    Files.createDirectories(file.resolveSibling("."));
    return Files.writeString(file, text);
  }

  /** The text of a file of the project. */
  String read(String name) throws IOException {
    return Files.readString(root.resolve(name));
  }

  boolean has(String name) {
    return Files.exists(root.resolve(name));
  }

  Ended run(String... arguments) throws IOException, InterruptedException {
    return runWith("", arguments);
  }

  /** As {@link #run}, with this on standard input. */
  Ended runWith(String input, String... arguments) throws IOException, InterruptedException {
    Path in = Files.createTempFile("comity-in", "");
    Path out = Files.createTempFile("comity-out", "");
    Path err = Files.createTempFile("comity-err", "");
    try {
      Files.writeString(in, input);
      List<String> words = new ArrayList<>(List.of("--home", home.toString()));
      words.addAll(List.of(arguments));
      Process process =
          new ProcessBuilder(JavaProgram.hub(words.toArray(String[]::new)))
              .directory(root.toFile())
              .redirectInput(in.toFile())
              .redirectOutput(out.toFile())
              .redirectError(err.toFile())
              .start();
      if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly().waitFor();
      }
      return new Ended(process.exitValue(), Files.readString(out), Files.readString(err));
    } finally {
      Files.delete(in);
      Files.delete(out);
      Files.delete(err);
    }
  }
}
