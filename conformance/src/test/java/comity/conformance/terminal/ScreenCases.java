package comity.conformance.terminal;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The table of what programs write, {@code terminal/cases.txt}.
 *
 * @param name with {@code @COLUMNSxROWS} where the screen has another size than usual
 */
record ScreenCases(String name, int columns, int rows, byte[] bytes) {
  private static final Path FILE = Path.of("src/test/resources/terminal/cases.txt");

  static List<ScreenCases> all() throws IOException {
    return Files.readAllLines(FILE).stream()
        .filter(line -> !line.isEmpty() && !line.startsWith("#"))
        .map(ScreenCases::read)
        .toList();
  }

  private static ScreenCases read(String line) {
    int end = line.indexOf(" | ");
    String name = line.substring(0, end);
    byte[] bytes = unescaped(line.substring(end + 3));
    int at = name.indexOf('@');
    if (at < 0) {
      return new ScreenCases(name, 20, 6, bytes);
    }
    String[] size = name.substring(at + 1).split("x", 2);
    return new ScreenCases(name, Integer.parseInt(size[0]), Integer.parseInt(size[1]), bytes);
  }

  private static byte[] unescaped(String text) {
    byte[] in = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    int at = 0;
    while (at < in.length) {
      if (in[at] != '\\') {
        out.write(in[at++]);
        continue;
      }
      switch (in[at + 1]) {
        case 'e' -> out.write(0x1B);
        case 'n' -> out.write('\n');
        case 'r' -> out.write('\r');
        case 't' -> out.write('\t');
        case 'b' -> out.write('\b');
        case '\\' -> out.write('\\');
        case 'x' -> {
          out.write(Integer.parseInt(new String(in, at + 2, 2, StandardCharsets.US_ASCII), 16));
          at += 2;
        }
        default -> throw new IllegalArgumentException("no such escape in " + text);
      }
      at += 2;
    }
    return out.toByteArray();
  }

  @Override
  public String toString() {
    return name;
  }
}
