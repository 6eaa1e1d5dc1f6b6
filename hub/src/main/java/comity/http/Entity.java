package comity.http;

import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.media.ReadableEntity;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Reads the body of one request, within the limits of the connection it comes on. */
final class Entity {
  /** What a body may take before it is counted: {@link Memory} is for the big ones. */
  static final int UNCOUNTED = 16_384;

  /**
   * Bytes a second that buy a second more. The slowest mobile line does more; a body of 10 MiB is
   * done in eleven minutes or never.
   */
  static final long SLOWEST_RATE = 16_384;

  private final ReadableEntity content;
  private final OptionalLong announced;
  private final Connection connection;
  private final Memory memory;
  private byte[] bytes = new byte[0];
  private int length;
  private long counted;
  private @Nullable Body outcome;

  Entity(
      ReadableEntity content, ServerRequestHeaders headers, Connection connection, Memory memory) {
    this.content = content;
    announced = headers.contentLength();
    this.connection = connection;
    this.memory = memory;
  }

  /** The whole body, if it has at most {@code max} bytes. Asked again, the same. */
  Body read(long max) {
    Body known = outcome;
    if (known == null) {
      known = readNow(max);
      outcome = known;
    }
    return known;
  }

  /** Whether nothing of it is left on the connection, or so little that it is passed over. */
  boolean finished() {
    return content.consumed()
        || (outcome == null && announced.isPresent() && announced.getAsLong() <= UNCOUNTED);
  }

  boolean consumed() {
    return content.consumed();
  }

  /** Whoever has the bytes keeps them; they no longer count as being read. */
  void release() {
    if (counted > 0) {
      memory.give(counted);
      counted = 0;
    }
  }

  private Body readNow(long max) {
    if (!content.hasEntity()) {
      return new Body.Read(bytes);
    }
    if (announced.isPresent() && announced.getAsLong() > max) {
      return new Body.TooLarge(max);
    }
    connection.beginBody(max);
    try {
      Body unread = all(content.inputStream(), announced.orElse(max + 1), max);
      return connection.endBody()
          ? unread != null
              ? unread
              : new Body.Read(length == bytes.length ? bytes : Arrays.copyOf(bytes, length))
          : new Body.TooSlow();
    } catch (RequestException malformed) {
      return malformed.status().code() == 413
          ? new Body.TooLarge(max)
          : new Body.Malformed("a chunk that is not as it should be");
    } catch (Connection.TooMuch tooMuch) {
      return new Body.TooLarge(max);
    } catch (IOException | RuntimeException gone) {
      return connection.deadline().expired() ? new Body.TooSlow() : new Body.CutOff();
    }
  }

  private @Nullable Body all(InputStream in, long most, long max) throws IOException {
    while (true) {
      if (length > max) {
        return new Body.TooLarge(max);
      }
      if (length == bytes.length && !grow(most)) {
        return new Body.Busy();
      }
      int got = length == bytes.length ? in.read() : in.read(bytes, length, bytes.length - length);
      if (got < 0) {
        return null;
      }
      length += got;
      if (!connection.keepsPace(length)) {
        return new Body.TooSlow();
      }
    }
  }

  /**
   * Room grows with what has come and never with what was announced: a client pays for memory in
   * bytes that it sends.
   */
  private boolean grow(long most) {
    if (length == most) {
      return true;
    }
    long size = Math.min(Math.max(UNCOUNTED, 2L * bytes.length), most);
    if (size > UNCOUNTED) {
      if (!memory.take(size)) {
        return false;
      }
      memory.give(counted);
      counted = size;
    }
    bytes = Arrays.copyOf(bytes, (int) size);
    return true;
  }
}
