package comity.meaning;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Locale;

/**
 * The folder that holds, unpacked, what starts would otherwise unpack from jars again and again:
 * ONNX Runtime's code for this system, and the models.
 */
final class Unpacked {
  /** Where ONNX Runtime looks for its code before it unpacks it itself. */
  private static final String NATIVE_PATH = "onnxruntime.native.path";

  private static final String CODE = "ai/onnxruntime/native/";

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

  /** The path of a resource's bytes in the folder. */
  Path file(String resource, String name) throws IOException {
    Path file = folder.resolve(name);
    if (Files.isRegularFile(file)) {
      return file;
    }
    try (InputStream packed = open(resource)) {
      Files.createDirectories(folder);
      Path part = Files.createTempFile(folder, name, ".part");
      try {
        Files.copy(packed, part, StandardCopyOption.REPLACE_EXISTING);
        // Another process may do the same: whole files with equal bytes replace each other.
        Files.move(part, file, StandardCopyOption.ATOMIC_MOVE);
      } finally {
        Files.deleteIfExists(part);
      }
    }
    return file;
  }

  static InputStream open(String resource) throws IOException {
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
