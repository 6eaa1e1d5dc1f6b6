package comity.search;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Chinese signs: traditional ones read as simplified ones, so that either finds the other. */
final class Han {
  private static final char FIRST = '\u3400';
  private static final char LAST = '\u9fff';

  /** Read when the first Chinese sign is met; most memories have none. */
  private static final class Table {
    static final char[] SIMPLE = read();

    private static char[] read() {
      char[] simple = new char[LAST - FIRST + 1];
      for (int i = 0; i < simple.length; i++) {
        simple[i] = (char) (FIRST + i);
      }
      try (InputStream in = Han.class.getResourceAsStream("han.txt");
          BufferedReader lines =
              new BufferedReader(
                  new InputStreamReader(Objects.requireNonNull(in), StandardCharsets.UTF_8))) {
        lines
            .lines()
            .filter(line -> !line.startsWith("#"))
            .forEach(line -> {
              for (int i = 1; i < line.length(); i++) {
                simple[line.charAt(i) - FIRST] = line.charAt(0);
              }
            });
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
      return simple;
    }
  }

  private Han() {}

  static boolean is(char sign) {
    return sign >= FIRST && sign <= LAST;
  }

  static char simple(char sign) {
    return is(sign) ? Table.SIMPLE[sign - FIRST] : sign;
  }

  static String simple(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (is(text.charAt(i))) {
        char[] signs = text.toCharArray();
        for (int j = i; j < signs.length; j++) {
          signs[j] = simple(signs[j]);
        }
        return new String(signs);
      }
    }
    return text;
  }
}
