package comity.cli;

import comity.files.Home;
import comity.files.HomeLock;
import comity.files.RegularFile;
import comity.json.Json;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Asks the hub of a home, which it finds through {@code run/hub.json}. {@code HttpURLConnection} is
 * used because it starts quicker than the JDK's newer client.
 */
final class HubClient {
  /** A hub on this machine takes a connection at once, or is not there. */
  private static final Duration CONNECT = Duration.ofSeconds(5);

  /** What the hub may need beyond the time it was asked to wait. */
  private static final Duration ANSWER = Duration.ofSeconds(30);

  /** A page of conversations is far smaller; more would be another program's answer. */
  private static final int MAX_ANSWER_BYTES = 128 << 20;

  /** An address, a token and two numbers. */
  private static final int MAX_ANNOUNCED_BYTES = 64 << 10;

  private final Home home;
  private final String starts;

  /** A client of the hub of this home, which the command {@code starts} starts. */
  HubClient(Home home, String starts) {
    this.home = home;
    this.starts = starts;
  }

  /**
   * Where a hub said that it answers; it may be gone by now.
   *
   * @param pid 0 where the file does not say
   */
  record Announced(String url, String token, long pid) {}

  /** What the hub of this home announced last. */
  Optional<Announced> announced() throws IOException {
    Path file = home.run().resolve("hub.json");
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    byte[] bytes = RegularFile.read(file, MAX_ANNOUNCED_BYTES);
    if (Json.read(bytes) instanceof JsonReading.Read(JsonObject object)
        && object.string("url").isPresent()) {
      long pid = object.get("pid") instanceof JsonNumber number ? number.asLong().orElse(0) : 0;
      return Optional.of(
          new Announced(object.string("url").get(), object.string("token").orElse(""), pid));
    }
    throw new IOException(file + " is damaged; comity down and comity up write it anew");
  }

  /** What the hub that has this home announced; empty where none has it. */
  Optional<Announced> own() throws IOException {
    return announced().filter(this::isOfThisHome);
  }

  /** Asks for something; {@code path} begins with {@code /api/}. */
  Asking get(String path) throws IOException {
    return ask("GET", path, Optional.empty(), Duration.ZERO);
  }

  /** As {@link #get(String)}, where the hub may wait that long itself. */
  Asking get(String path, Duration wait) throws IOException {
    return ask("GET", path, Optional.empty(), wait);
  }

  /** Asks for something to be done. */
  Asking post(String path, JsonObject body) throws IOException {
    return ask("POST", path, Optional.of(body), Duration.ZERO);
  }

  /** As {@link #post(String, JsonObject)}, where the hub may wait that long itself. */
  Asking post(String path, JsonObject body, Duration wait) throws IOException {
    return ask("POST", path, Optional.of(body), wait);
  }

  /** One segment of a path or one value of a query. */
  static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private Asking ask(String method, String path, Optional<JsonObject> body, Duration wait)
      throws IOException {
    Optional<Announced> found = own();
    if (found.isEmpty()) {
      return none("no hub is running for " + home.root());
    }
    Announced hub = found.get();
    try {
      HttpURLConnection connection =
          (HttpURLConnection) URI.create(hub.url() + path).toURL().openConnection(Proxy.NO_PROXY);
      connection.setRequestMethod(method);
      connection.setInstanceFollowRedirects(false);
      connection.setConnectTimeout((int) CONNECT.toMillis());
      connection.setReadTimeout((int) wait.plus(ANSWER).toMillis());
      connection.setRequestProperty("Authorization", "Bearer " + hub.token());
      connection.setRequestProperty("Accept", "application/json");
      if (body.isPresent()) {
        byte[] bytes = Json.write(body.get());
        connection.setDoOutput(true);
        connection.setRequestProperty("Content-Type", "application/json");
        connection.setFixedLengthStreamingMode(bytes.length);
        try (OutputStream out = connection.getOutputStream()) {
          out.write(bytes);
        }
      }
      return answer(connection, hub.url());
    } catch (SocketTimeoutException slow) {
      return none("the hub at " + hub.url() + " did not answer in time");
    } catch (IOException gone) {
      return none("the hub at " + hub.url() + " can't be reached: " + gone.getMessage());
    }
  }

  /** A copy of a home has the announcement, and the token, of the hub that runs for the other. */
  private boolean isOfThisHome(Announced hub) {
    return HomeLock.holder(home)
        .filter(holder -> hub.pid() == 0 || holder.pid().orElse(hub.pid()) == hub.pid())
        .isPresent();
  }

  private Asking none(String why) {
    return new Asking.NoHub(why, starts + " starts a hub");
  }

  /** The port may have gone to someone else since the hub of this home announced it. */
  private Asking answer(HttpURLConnection connection, String url) throws IOException {
    int status = connection.getResponseCode();
    boolean success = status >= 200 && status < 300;
    try (InputStream in = success ? connection.getInputStream() : connection.getErrorStream()) {
      byte[] bytes = in == null ? new byte[0] : in.readNBytes(MAX_ANSWER_BYTES);
      if (bytes.length == MAX_ANSWER_BYTES) {
        throw new IOException("it answered with more than " + (MAX_ANSWER_BYTES >> 20) + " MiB");
      }
      if (!(Json.read(bytes) instanceof JsonReading.Read(JsonObject body))) {
        return none("what answers at " + url + " is no hub");
      }
      if (status == 401) {
        return none("at " + url + " answers another hub than that of " + home.root());
      }
      return success ? new Asking.Answered(body) : new Asking.Refused(status, body);
    }
  }
}
