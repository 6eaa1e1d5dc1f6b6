package comity.http;

import io.helidon.common.buffers.DataReader;
import io.helidon.http.HeaderNames;
import io.helidon.http.HeaderValues;
import io.helidon.http.RequestException;
import io.helidon.http.ServerRequestHeaders;
import io.helidon.http.Status;
import io.helidon.webserver.http.ServerRequest;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** The body of one request, read from Helidon under a limit. */
final class Entity {
  /** Helidon's word for a trailer after the last chunk; the body is whole then. */
  private static final String TRAILERS = "Invalid terminating chunk";

  private final ServerRequest request;
  private final Wire wire;
  private final boolean chunked;
  private final long announced;
  private boolean trailers;
  private @Nullable Body outcome;

  Entity(ServerRequest request, Wire wire) {
    this.request = request;
    this.wire = wire;
    ServerRequestHeaders headers = request.headers();
    chunked = headers.contains(HeaderNames.TRANSFER_ENCODING);
    announced = chunked ? -1 : headers.contentLength().orElse(0);
  }

  /** The whole body, if it has at most {@code max} bytes. Asked again, the same. */
  Body read(long max) {
    Body known = outcome;
    if (known != null) {
      return known;
    }
    Body read = readNow(max);
    outcome = read;
    return read;
  }

  /** Whether the next request follows at once: Helidon passes over what is here of this one. */
  boolean finished() {
    if (outcome != null) {
      return outcome instanceof Body.Read && !trailers;
    }
    return !chunked
        && announced <= wire.reader().available()
        && !request.headers().contains(HeaderValues.EXPECT_100);
  }

  private Body readNow(long max) {
    if (announced == 0) {
      return new Body.Read(new byte[0]);
    }
    if (announced > max) {
      return new Body.TooLarge(max);
    }
    try {
      byte[] bytes = Bytes.atMost(new Trailed(request.content().inputStream()), announced, max);
      return bytes == null ? new Body.TooLarge(max) : new Body.Read(bytes);
    } catch (Wire.BodyLost lost) {
      return lost.why();
    } catch (RequestException refused) {
      return refused.status().code() == Status.REQUEST_ENTITY_TOO_LARGE_413.code()
          ? new Body.TooLarge(max)
          : new Body.Malformed("a chunk that is none");
    } catch (DataReader.IncorrectNewLineException | IllegalArgumentException | IOException e) {
      return new Body.Malformed("a chunk that is none");
    }
  }

  /** The body under way. A trailer after the last chunk is passed over, and ends it. */
  private final class Trailed extends FilterInputStream {
    private Trailed(InputStream in) {
      super(in);
    }

    @Override
    public int read(byte[] into, int at, int length) throws IOException {
      try {
        return super.read(into, at, length);
      } catch (RequestException ended) {
        if (!TRAILERS.equals(ended.getMessage())) {
          throw ended;
        }
        trailers = true;
        return -1;
      }
    }
  }
}
