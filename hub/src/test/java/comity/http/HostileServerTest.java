package comity.http;

import static comity.http.Asking.LOCAL;
import static comity.http.Asking.SHORT;
import static comity.http.Asking.at;
import static comity.http.Asking.get;
import static comity.http.Asking.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Servers that drip, never end, break off or pack a bomb; and all the forms of an honest answer.
 */
@Tag("MSG-26")
class HostileServerTest {
  private final Outgoing outgoing = Outgoing.start();

  @AfterEach
  void close() {
    outgoing.close();
  }

  private Exchanged ask(Stub stub) {
    return Asking.ask(outgoing, stub);
  }

  private static Stub dripping(String before, String drop) throws IOException {
    return new Stub((_, _, out) -> {
      out.write(before.getBytes(StandardCharsets.US_ASCII));
      CountDownLatch never = new CountDownLatch(1);
      try {
        while (!never.await(20, TimeUnit.MILLISECONDS)) {
          out.write(drop.getBytes(StandardCharsets.US_ASCII));
        }
      } catch (InterruptedException stop) {
        Thread.currentThread().interrupt();
      }
    });
  }

  @ParameterizedTest
  @CsvSource({
    "'', x",
    "'HTTP/1.1 200 OK\r\n', 'X: y\r\n'",
    "'', 'HTTP/1.1 103 Early\r\n\r\n'",
    "'HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n', x",
    "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '1\r\nx\r\n'",
    "'HTTP/1.1 200 OK\r\n\r\n', x"
  })
  void aServerThatDripsIsCutOff(String before, String drop) throws IOException {
    try (Stub stub = dripping(before.replace("\\r\\n", "\r\n"), drop.replace("\\r\\n", "\r\n"))) {
      Exchanged exchanged = outgoing.exchange(get(at(stub), SHORT), LOCAL);
      assertThat(exchanged).isInstanceOf(Exchanged.Failed.class);
    }
  }

  private static Stub endless(String before, String more) throws IOException {
    byte[] block = more.repeat(1_000).getBytes(StandardCharsets.US_ASCII);
    return new Stub((_, _, out) -> {
      out.write(before.getBytes(StandardCharsets.US_ASCII));
      while (true) {
        out.write(block);
      }
    });
  }

  @ParameterizedTest
  @CsvSource({
    "'', xxxxxxxx",
    "'HTTP/1.1 200 OK\r\n', 'X-Header: y\r\n'",
    "'HTTP/1.1 200 OK\r\nX: ', yyyyyyyyyy",
    "'HTTP/1.1 200 OK\r\n\r\n', xxxxxxxx",
    "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', '5\r\nhello\r\n'",
    "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n7fffffff\r\n', xxxxxxxx",
    "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;', xxxxxxxx",
    "'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n', 'X: y\r\n'",
    "'HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n', xxxxxxxx"
  })
  void anEndlessAnswerIsNotRead(String before, String more) throws IOException {
    try (Stub stub = endless(before.replace("\\r\\n", "\r\n"), more.replace("\\r\\n", "\r\n"))) {
      assertThat(ask(stub)).isInstanceOf(Exchanged.Failed.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "hello\r\n\r\n",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhi",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhe",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"
      })
  void aBrokenAnswerIsNone(String answer) throws IOException {
    try (Stub stub = Stub.saying(answer)) {
      assertThat(ask(stub)).isInstanceOf(Exchanged.Failed.class);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HTTP/1.1 200 OK\r\n\r\nhi",
        "HTTP/1.0 200 OK\r\n\r\nhi",
        "HTTP/1.1 103 Early\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1;a=b\r\nh\r\n1\r\ni\r\n0\r\nX: y\r\n\r\n"
      })
  void anAnswerMayComeInAnyForm(String answer) throws IOException {
    try (Stub stub = Stub.saying(answer)) {
      assertThat(text(ask(stub))).isEqualTo("200 hi");
    }
  }

  private static byte[] gzip(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static Stub packed(String coding, byte[] bytes) throws IOException {
    return new Stub((_, _, out) -> {
      String head = "HTTP/1.1 200 OK\r\nContent-Encoding: " + coding + "\r\nContent-Length: ";
      out.write((head + bytes.length + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
      out.write(bytes);
    });
  }

  @Test
  void aPackedAnswerIsUnpackedAsFarAsAnyOther() throws IOException {
    try (Stub stub = packed("gzip", gzip("hi".getBytes(StandardCharsets.US_ASCII)))) {
      assertThat(text(ask(stub))).isEqualTo("200 hi");
    }
    try (Stub bomb = packed("gzip", gzip(new byte[500_000]))) {
      assertThat(text(ask(bomb))).isEqualTo("failed for good: the answer is over 1000 bytes");
    }
    try (Stub broken = packed("gzip", new byte[20])) {
      assertThat(ask(broken)).isInstanceOf(Exchanged.Failed.class);
    }
    try (Stub other = packed("br", new byte[20])) {
      assertThat(text(ask(other))).isEqualTo("failed for good: the answer is packed as br");
    }
  }
}
