package comity.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;

/** The tables of the database, their version, and whether a file is fit to be opened. */
final class Schema {
  static final int VERSION = 1;

  /** A larger file is not read through at each start; SQLite notices damage when it meets it. */
  private static final long MAX_CHECKED_BYTES = 32L << 20;

  /** SQLite takes a shorter file for an empty one, and would begin a new database over it. */
  private static final int SMALLEST_PAGE = 512;

  private static final String NO_DATABASE = "it holds no database of Comity";

  private Schema() {}

  /** Brings the tables to this version, each step in a transaction. */
  static void migrate(Sql sql) throws SQLException, IOException {
    int version = version(sql);
    for (int next = version + 1; next <= VERSION; next++) {
      sql.script("BEGIN IMMEDIATE;\n");
      sql.script(migration(next));
      sql.script("PRAGMA user_version = " + next + ";\n");
      sql.script("COMMIT;\n");
    }
  }

  private static int version(Sql sql) throws SQLException {
    return sql.one("PRAGMA user_version", row -> row.getInt(1)).orElse(0);
  }

  private static String migration(int number) throws IOException {
    String name = String.format(Locale.ROOT, "%03d-messages.sql", number);
    try (InputStream in = Schema.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IOException("no resource " + name);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /**
   * Looks at a database before it is opened, without changing it.
   *
   * @return the number of the last entry of the log that it has, or -1 where there is no database
   * @throws DamagedException where it can't be used as it is
   */
  static long inspect(Path file) throws IOException, SQLException, DamagedException {
    Path wal = file.resolveSibling(file.getFileName() + "-wal");
    if (!Files.exists(file) || Files.size(file) == 0) {
      if (Files.exists(wal) && Files.size(wal) > 0) {
        throw new DamagedException(file, "it is missing or empty, but its " + wal + " is there");
      }
      return -1;
    }
    if (Files.size(file) < SMALLEST_PAGE) {
      throw new DamagedException(file, "it ends too early");
    }
    try (Sql sql = Sql.open(file, true)) {
      int version = version(sql);
      if (version > VERSION) {
        throw new DamagedException(
            file,
            "it was written by a later version of Comity (schema "
                + version
                + ", this one knows "
                + VERSION
                + "): start that version");
      }
      long tables = sql.one("SELECT count(*) FROM sqlite_schema", row -> row.getLong(1)).orElse(0L);
      if (version == 0) {
        if (tables > 0) {
          throw new DamagedException(file, NO_DATABASE);
        }
        return -1;
      }
      if (Files.size(file) <= MAX_CHECKED_BYTES) {
        check(sql);
      }
      return sql.one("SELECT value FROM meta WHERE key = 'journal_applied'", row -> row.getLong(1))
          .orElseThrow(() -> new DamagedException(file, NO_DATABASE));
    } catch (SQLException e) {
      if (Failure.isDamage(e)) {
        throw new DamagedException(file, String.valueOf(e.getMessage()));
      }
      throw e;
    }
  }

  private static void check(Sql sql) throws SQLException, DamagedException {
    String found = sql.one("PRAGMA quick_check(1)", row -> row.getString(1)).orElse("nothing");
    if (!found.equals("ok")) {
      throw new DamagedException(sql.file(), found.replace('\n', ' '));
    }
  }
}
