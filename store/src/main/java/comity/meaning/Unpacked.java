package comity.meaning;

import java.io.ByteArrayInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;

/**
 * The folder that holds, unpacked, what starts would otherwise unpack from jars again and again:
 * ONNX Runtime's code for this system, and the models.
 */
final class Unpacked {
  /** Where ONNX Runtime looks for its code before it unpacks it itself. */
  private static final String NATIVE_PATH = "onnxruntime.native.path";

  private static final String CODE = "ai/onnxruntime/native/";

  /** Ends a kept vocabulary, with the CRC-32 of what is before; no piece of a word has a blank. */
  private static final String END = "- end - ";

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
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      int end = text.lastIndexOf(END);
      byte[] kept = text.substring(0, Math.max(0, end)).getBytes(StandardCharsets.ISO_8859_1);
      // The last line is written last, and says that all before it is whole.
      if (end > 0 && text.substring(end).equals(end(kept))) {
        return new String(kept, StandardCharsets.UTF_8).lines().toList();
      }
    }
    List<String> pieces;
    try (InputStream tokenizer = open(model.tokenizer())) {
      pieces = WordPiece.pieces(tokenizer.readAllBytes());
    }
    byte[] lines = (String.join("\n", pieces) + "\n").getBytes(StandardCharsets.UTF_8);
    byte[] end = end(lines).getBytes(StandardCharsets.UTF_8);
    if (Files.isWritable(folder)) {
      put(
          new SequenceInputStream(new ByteArrayInputStream(lines), new ByteArrayInputStream(end)),
          file);
    }
    return pieces;
  }

  private static String end(byte[] kept) {
    CRC32 crc = new CRC32();
    crc.update(kept);
    return END + Long.toHexString(crc.getValue()) + "\n";
  }

  /**
   * The path of a resource's bytes in the folder. Beside each file stands, in {@code NAME.checked},
   * its size and time when it was last the same as the resource: only where these are others the
   * file is read.
   */
  private Path file(String resource, String name) throws IOException {
    Path file = folder.resolve(name);
    Path checked = folder.resolve(name + ".checked");
    if (Files.isRegularFile(file)
        && Files.size(file) == size(resource, file)
        && (isNoted(checked, stamp(file)) || !Files.isWritable(folder))) {
      return file;
    }
    if (!Files.isRegularFile(file) || crc(Files.newInputStream(file)) != crc(open(resource))) {
      try (InputStream packed = open(resource)) {
        put(packed, file);
      }
    }
    put(new ByteArrayInputStream(stamp(file).getBytes(StandardCharsets.US_ASCII)), checked);
    return file;
  }

  private static String stamp(Path file) throws IOException {
    return Files.size(file) + " " + Files.getLastModifiedTime(file).to(TimeUnit.NANOSECONDS) + "\n";
  }

  private static boolean isNoted(Path checked, String stamp) throws IOException {
    return Files.isRegularFile(checked)
        && Arrays.equals(Files.readAllBytes(checked), stamp.getBytes(StandardCharsets.US_ASCII));
  }

  private static long crc(InputStream bytes) throws IOException {
    CRC32 crc = new CRC32();
    try (CheckedInputStream in = new CheckedInputStream(bytes, crc)) {
      long _ = in.transferTo(OutputStream.nullOutputStream());
    }
    return crc.getValue();
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
