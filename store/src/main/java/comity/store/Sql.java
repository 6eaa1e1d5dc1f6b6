package comity.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * One connection and its prepared statements. It belongs to one platform thread: a native call
 * would pin a virtual thread's carrier.
 */
final class Sql implements AutoCloseable {
  /** Another process (a backup, a person's shell) may hold the lock for a moment. */
  private static final int BUSY_MILLIS = 5_000;

  /** SQLite's flags for opening; no mutex, as there is one thread. */
  private static final int NO_MUTEX = 0x8000;

  private static final int READ_ONLY = 0x1 | NO_MUTEX;
  private static final int READ_WRITE = 0x2 | 0x4 | NO_MUTEX;

  private final Path file;
  private final Connection connection;
  private final Map<String, PreparedStatement> prepared = new HashMap<>();

  private Sql(Path file, Connection connection) {
    this.file = file;
    this.connection = connection;
  }

  /** Reads one row. */
  interface Reader<T> {
    T read(ResultSet row) throws SQLException;
  }

  static Sql open(Path file, boolean readOnly) throws SQLException {
    Properties properties = new Properties();
    properties.setProperty("busy_timeout", Integer.toString(BUSY_MILLIS));
    properties.setProperty("jdbc.get_generated_keys", "false"); // A query after each statement.
    properties.setProperty("open_mode", Integer.toString(readOnly ? READ_ONLY : READ_WRITE));
    Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file, properties);
    return new Sql(file, connection);
  }

  Path file() {
    return file;
  }

  /** Runs statements that take no arguments, parted by {@code ;} at a line's end. */
  void script(String statements) throws SQLException {
    try (var statement = connection.createStatement()) {
      for (String one : statements.split(";\\s*\n", -1)) {
        if (!one.isBlank()) {
          statement.execute(one);
        }
      }
    }
  }

  /** The number of rows changed. */
  int update(String sql, @Nullable Object... arguments) throws SQLException {
    try {
      return bound(sql, arguments).executeUpdate();
    } catch (SQLException e) {
      throw afterFailure(sql, e);
    }
  }

  <T> Optional<T> one(String sql, Reader<T> reader, @Nullable Object... arguments)
      throws SQLException {
    try (ResultSet rows = bound(sql, arguments).executeQuery()) {
      return rows.next() ? Optional.of(reader.read(rows)) : Optional.empty();
    } catch (SQLException e) {
      throw afterFailure(sql, e);
    }
  }

  <T> List<T> list(String sql, Reader<T> reader, @Nullable Object... arguments)
      throws SQLException {
    try (ResultSet rows = bound(sql, arguments).executeQuery()) {
      List<T> list = new ArrayList<>();
      while (rows.next()) {
        list.add(reader.read(rows));
      }
      return list;
    } catch (SQLException e) {
      throw afterFailure(sql, e);
    }
  }

  /** The first rows, at least one, of which {@code size} together is at most {@code most}. */
  <T> List<T> list(
      String sql, Reader<Long> size, long most, Reader<T> reader, @Nullable Object... arguments)
      throws SQLException {
    try (ResultSet rows = bound(sql, arguments).executeQuery()) {
      List<T> list = new ArrayList<>();
      long left = most;
      while (rows.next()) {
        left -= size.read(rows);
        if (left < 0 && !list.isEmpty()) {
          break;
        }
        list.add(reader.read(rows));
      }
      return list;
    } catch (SQLException e) {
      throw afterFailure(sql, e);
    }
  }

  /** The driver ends a statement that failed, as for want of room: it is prepared anew. */
  private SQLException afterFailure(String sql, SQLException failure) {
    PreparedStatement statement = prepared.remove(sql);
    try {
      if (statement != null) {
        statement.close();
      }
    } catch (SQLException e) {
      failure.addSuppressed(e);
    }
    return failure;
  }

  private PreparedStatement bound(String sql, @Nullable Object... arguments) throws SQLException {
    PreparedStatement statement = prepared.get(sql);
    if (statement == null) {
      statement = connection.prepareStatement(sql);
      prepared.put(sql, statement);
    }
    int at = 1;
    for (Object argument : arguments) {
      switch (argument) {
        case null -> statement.setNull(at, Types.NULL);
        case Long number -> statement.setLong(at, number);
        case Integer number -> statement.setInt(at, number);
        case Boolean flag -> statement.setInt(at, flag ? 1 : 0);
        case String text -> statement.setString(at, text);
        case byte[] bytes -> statement.setBytes(at, bytes);
        case Optional<?> maybe when maybe.isEmpty() -> statement.setNull(at, Types.NULL);
        case Optional<?> maybe -> statement.setString(at, maybe.get().toString());
        default -> statement.setString(at, argument.toString());
      }
      at++;
    }
    return statement;
  }

  /** A column that may be null. */
  static Optional<String> text(ResultSet row, String column) throws SQLException {
    return Optional.ofNullable(row.getString(column));
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
