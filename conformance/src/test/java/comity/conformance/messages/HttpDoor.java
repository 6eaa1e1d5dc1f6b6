package comity.conformance.messages;

import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A client of one hub with one key, or none. */
record HttpDoor(String url, Map<String, String> headers) {
  private static final HttpClient CLIENT =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Duration.ofSeconds(10))
          .build();

  /** Longer than the longest poll. */
  private static final Duration TIMEOUT = Duration.ofSeconds(90);

  private static final int PAGE = 1000;

  HttpDoor {
    headers = Map.copyOf(headers);
  }

  HttpDoor(String url) {
    this(url, Map.of());
  }

  /** What came back. */
  record Reply(int status, Map<String, List<String>> headers, String body) {
    /** This reply, or an assertion where it has another status. */
    Reply expect(int wanted) {
      if (status != wanted) {
        throw new AssertionError("expected " + wanted + ", got " + status + ": " + body);
      }
      return this;
    }

    Optional<String> header(String name) {
      return headers.entrySet().stream()
          .filter(header -> header.getKey().equalsIgnoreCase(name))
          .map(header -> header.getValue().getFirst())
          .findFirst();
    }

    JsonObject json() {
      if (Json.read(body) instanceof JsonReading.Read(JsonObject object)) {
        return object;
      }
      throw new AssertionError("no JSON object: " + status + " " + body);
    }

    /** The string member of that name, or an assertion. */
    String string(String name) {
      return json().string(name).orElseThrow(() -> new AssertionError("no " + name + ": " + body));
    }

    /** The whole number of that name, or an assertion. */
    long number(String name) {
      if (json().get(name) instanceof JsonNumber number && number.asLong().isPresent()) {
        return number.asLong().getAsLong();
      }
      throw new AssertionError("no number " + name + ": " + body);
    }

    /** The objects of the array of that name, or an assertion. */
    List<JsonObject> list(String name) {
      if (!(json().get(name) instanceof JsonArray array)) {
        throw new AssertionError("no array " + name + ": " + body);
      }
      List<JsonObject> objects = new ArrayList<>();
      for (JsonValue element : array.elements()) {
        objects.add((JsonObject) element);
      }
      return objects;
    }

    /** The code of the error object, checked against MSG-15. */
    String error() {
      if (status < 400 || number("status_code") != status || string("message").isBlank()) {
        throw new AssertionError("no error object: " + status + " " + body);
      }
      if (!header("Content-Type").orElse("").startsWith("application/json")) {
        throw new AssertionError("an error that is not application/json: " + headers);
      }
      return string("error");
    }
  }

  HttpDoor with(String name, String value) {
    Map<String, String> more = new LinkedHashMap<>(headers);
    more.put(name, value);
    return new HttpDoor(url, more);
  }

  HttpDoor withKey(String key) {
    return with("Authorization", "Bearer " + key);
  }

  Reply get(String path) throws IOException, InterruptedException {
    return send("GET", path, "");
  }

  Reply post(String path, JsonValue body) throws IOException, InterruptedException {
    return send("POST", path, Json.text(body));
  }

  /** POSTs a message. */
  Reply post(JsonValue message) throws IOException, InterruptedException {
    return post("/mamp/v1/messages", message);
  }

  /** A body is sent as JSON, unless the door has another content type. */
  Reply send(String method, String path, String body) throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(url + path))
            .timeout(TIMEOUT)
            .method(
                method,
                body.isEmpty()
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::setHeader);
    if (!body.isEmpty() && !headers.containsKey("Content-Type")) {
      request.setHeader("Content-Type", "application/json");
    }
    HttpResponse<String> response =
        CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofString());
    return new Reply(response.statusCode(), response.headers().map(), response.body());
  }

  /** All messages of a conversation, page by page, through the owner's door. */
  List<JsonObject> messages(String conversation) throws IOException, InterruptedException {
    List<JsonObject> all = new ArrayList<>();
    long after = 0;
    while (true) {
      Reply page = page(conversation, after, 0);
      all.addAll(page.list("messages"));
      if (page.list("messages").size() < PAGE) {
        return all;
      }
      after = page.number("next");
    }
  }

  /** Waits until a conversation has so many messages; an assertion where it takes too long. */
  List<JsonObject> awaitMessages(String conversation, int count, Duration longest)
      throws IOException, InterruptedException {
    long until = System.nanoTime() + longest.toNanos();
    List<JsonObject> all = new ArrayList<>();
    long after = 0;
    while (all.size() < count) {
      long left = Math.clamp((until - System.nanoTime()) / 1_000_000_000, 0, 60);
      Reply page = page(conversation, after, left);
      all.addAll(page.list("messages"));
      after = page.number("next");
      if (page.list("messages").isEmpty() && System.nanoTime() > until) {
        throw new AssertionError(
            conversation + " has " + all.size() + " messages, not " + count + ": " + all);
      }
    }
    return all;
  }

  private Reply page(String conversation, long after, long wait)
      throws IOException, InterruptedException {
    String query = "?limit=" + PAGE + "&after=" + after + "&wait=" + wait;
    return get("/api/conversations/" + conversation + "/messages" + query).expect(200);
  }
}
