package comity.meaning;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Locale;

/**
 * The folder that holds, unpacked, what starts would otherwise unpack from jars again and again:
 * ONNX Runtime's code for this system, and the models.
 */
final class Unpacked {
  /** Where ONNX Runtime looks for its code before it unpacks it itself. */
  private static final String NATIVE_PATH = "onnxruntime.native.path";

  private static final String CODE = "ai/onnxruntime/native/";

  /** Ends a kept vocabulary; no piece of a word has a blank. */
  private static final String END = "- end -";

  private final Path folder;

  Unpacked(Path folder) {
    this.folder = folder;
  }

  /** Makes ONNX Runtime's code be found; to be called before any class of it is used. */
  void offerCode() throws IOException {
    if (System.getProperty(NATIVE_PATH) != null) {
      return;
    }
    String system = system();
    for (String library : new String[] {"onnxruntime", "onnxruntime4j_jni"}) {
      String name = System.mapLibraryName(library);
      file(CODE + system + "/" + name, name);
    }
    System.setProperty(NATIVE_PATH, folder.toString());
  }

  /** The path of a model. */
  Path model(Model model) throws IOException {
    return file(model.file(), model.file());
  }

  /** Removes a model that can't be read, to be unpacked anew. */
  void forget(Model model) throws IOException {
    Files.deleteIfExists(folder.resolve(model.file()));
  }

  /**
   * The pieces of words that a model knows, in the order of their numbers. They are kept one on a
   * line, which is read ten times as fast as the JSON they come in.
   */
  List<String> vocabulary(Model model) throws IOException {
    Path file = folder.resolve(model.name() + "-vocabulary.txt");
    if (Files.isRegularFile(file)) {
      List<String> kept =
          new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
      // The last line is written last: a file without it is not whole.
      if (kept.size() > 1 && kept.getLast().equals(END)) {
        return kept.subList(0, kept.size() - 1);
      }
    }
    List<String> pieces;
    try (InputStream tokenizer = open(model.tokenizer())) {
      pieces = WordPiece.pieces(tokenizer.readAllBytes());
    }
    byte[] lines = (String.join("\n", pieces) + "\n" + END + "\n").getBytes(StandardCharsets.UTF_8);
    if (Files.isWritable(folder)) {
      put(new ByteArrayInputStream(lines), file);
    }
    return pieces;
  }

  /** The path of a resource's bytes in the folder. */
  private Path file(String resource, String name) throws IOException {
    Path file = folder.resolve(name);
    if (Files.isRegularFile(file) && Files.size(file) == size(resource, file)) {
      return file;
    }
    try (InputStream packed = open(resource)) {
      put(packed, file);
    }
    return file;
  }

  /** Of what a file should be: half a library would end the process that loads it. */
  private static long size(String resource, Path file) throws IOException {
    URL packed = ClassLoader.getSystemResource(resource);
    return packed == null ? Files.size(file) : packed.openConnection().getContentLengthLong();
  }

  private void put(InputStream bytes, Path file) throws IOException {
    Files.createDirectories(folder);
    Path part = Files.createTempFile(folder, "unpacked", ".part");
    try {
      Files.copy(bytes, part, StandardCopyOption.REPLACE_EXISTING);
      // Another process may do the same: whole files with equal bytes replace each other.
      Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  private static InputStream open(String resource) throws IOException {
    InputStream stream = ClassLoader.getSystemResourceAsStream(resource);
    if (stream == null) {
      throw new FileNotFoundException("no jar holds " + resource);
    }
    return stream;
  }

  /** The name that ONNX Runtime gives to this operating system and processor. */
  private static String system() {
    String os = System.getProperty("os.name", "").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch", "").toLowerCase(Locale.ROOT);
    String first = os.startsWith("mac") ? "osx" : os.startsWith("windows") ? "win" : "linux";
    return first + (processor.matches("amd64|x86_64") ? "-x64" : "-" + processor);
  }
}
