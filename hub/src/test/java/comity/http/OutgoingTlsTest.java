package comity.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers behind TLS must prove the name that was asked for. */
class OutgoingTlsTest {
  private static final char[] PASSWORD = "password".toCharArray();
  private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi";

  @TempDir private static Path folder;
  private static SSLContext context;

  @BeforeAll
  static void certificate() throws Exception {
    Path store = folder.resolve("store.p12");
    Process keytool =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=hub.example",
                "-ext",
                "san=dns:hub.example",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                new String(PASSWORD),
                "-keystore",
                store.toString())
            .inheritIO()
            .start();
    assertThat(keytool.waitFor()).isZero();
    context = context(store);
  }

  private static SSLContext context(Path store) throws GeneralSecurityException, IOException {
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD);
    }
    KeyManagerFactory own = KeyManagerFactory.getInstance("PKIX");
    own.init(keys, PASSWORD);
    TrustManagerFactory trusted = TrustManagerFactory.getInstance("PKIX");
    trusted.init(keys);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(own.getKeyManagers(), trusted.getTrustManagers(), null);
    return context;
  }

  private static Exchanged ask(String host, SSLContext trust) throws IOException {
    Duration time = Duration.ofSeconds(20);
    Resolver here = _ -> List.of(InetAddress.ofLiteral("127.0.0.1"));
    try (Stub stub =
            new Stub(
                (_, _, out) -> out.write(OK.getBytes(StandardCharsets.US_ASCII)),
                context.getServerSocketFactory());
        Outgoing outgoing = new Outgoing(here, () -> trust)) {
      URI uri = URI.create("https://" + host + ":" + stub.port() + "/");
      return outgoing.exchange(
          OutgoingRequest.get(uri, 1_000, time, time), AddressRule.allowing(host));
    }
  }

  @Test
  void theNameThatTheCertificateHasIsAsked() throws IOException {
    assertThat(ask("hub.example", context))
        .isInstanceOfSatisfying(
            Exchanged.Answered.class, a -> assertThat(a.status()).isEqualTo(200));
  }

  @Test
  void anotherNameIsNot() throws IOException {
    assertThat(ask("other.example", context)).isInstanceOf(Exchanged.Failed.class);
    assertThat(ask("127.0.0.1", context)).isInstanceOf(Exchanged.Failed.class);
  }

  @Test
  void aCertificateThatNobodyTrustsIsNoProof() throws Exception {
    assertThat(ask("hub.example", SSLContext.getDefault())).isInstanceOf(Exchanged.Failed.class);
  }

  @Test
  void aServerThatNeverAgreesOnTlsIsNotWaitedFor() throws IOException {
    Duration time = Duration.ofMillis(400);
    try (ServerSocket silent = new ServerSocket(0);
        Outgoing outgoing = new Outgoing(Resolver.SYSTEM, () -> context)) {
      URI uri = URI.create("https://127.0.0.1:" + silent.getLocalPort() + "/");
      OutgoingRequest request = OutgoingRequest.get(uri, 1_000, time, Duration.ofSeconds(20));
      assertThat(outgoing.exchange(request, AddressRule.allowing("127.0.0.1")))
          .isInstanceOf(Exchanged.Failed.class);
    }
  }
}
