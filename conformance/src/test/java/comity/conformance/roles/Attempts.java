package comity.conformance.roles;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.regex.Pattern;

/** What roles attempt, and what must come of it at every door: {@code isolation.tsv}. */
final class Attempts {
  private static final Pattern ESCAPE = Pattern.compile("\\\\u([0-9A-F]{4})");

  private Attempts() {}

  /**
   * One attempt.
   *
   * @param access {@code read} or {@code write}
   * @param path from the project's root, or absolute
   */
  record Attempt(String role, String access, String path, boolean allowed, String rule) {
    /** What comes of it, as a door is asked to tell it too. */
    String outcome() {
      return (allowed ? "yes " : "no ") + rule;
    }
  }

  /** All of them, in this place. */
  static List<Attempt> all(Place place) throws IOException {
    try (InputStream in = Attempts.class.getResourceAsStream("/isolation.tsv")) {
      if (in == null) {
        throw new IOException("isolation.tsv is not there");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> attempt(line, place))
          .toList();
    }
  }

  private static Attempt attempt(String line, Place place) {
    String[] cells = line.split("\t", -1);
    String path =
        cells[2]
            .replace("{root}", place.root().toString())
            .replace("{alias}", place.alias().toString())
            .replace("{other}", place.other().toString())
            .replace("{tree}", place.tree().toString())
            .replace("{pretend}", place.pretend().toString())
            .replace("{home}", place.home().toString())
            .replace("{today}", LocalDate.now(ZoneId.systemDefault()).toString())
            .replace("{long}", "x/".repeat(3_000));
    String spelled =
        ESCAPE
            .matcher(path)
            .replaceAll(found -> Character.toString(Integer.parseInt(found.group(1), 16)));
    return new Attempt(cells[0], cells[1], spelled, cells[3].equals("yes"), cells[4]);
  }
}
