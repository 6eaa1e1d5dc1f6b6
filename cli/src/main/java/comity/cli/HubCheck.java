package comity.cli;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import comity.control.Configuration;
import comity.files.ConfigFile;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.hub.TakenPort;
import comity.json.JsonObject;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.util.Arrays;
import java.util.List;

/** What {@code comity doctor} looks at in the hub and its files. */
final class HubCheck {
  private static final byte[] SQLITE = "SQLite format 3\0".getBytes(StandardCharsets.US_ASCII);

  private final Home home;
  private final HubClient client;

  HubCheck(Home home, HubClient client) {
    this.home = home;
    this.client = client;
  }

  List<Doctor.Finding> configuration() {
    if (!Files.exists(home.config())) {
      return List.of(
          Doctor.Finding.ok(
              "configuration", home.config() + " is not there; defaults are in force"));
    }
    return switch (check()) {
      case ConfigCheck.Checked _ ->
          List.of(Doctor.Finding.ok("configuration", home.config().toString()));
      case ConfigCheck.Faulty(List<ConfigFault> faults) ->
          faults.stream()
              .map(fault ->
                  Doctor.Finding.error("configuration", ConfigChange.text(fault, home), ""))
              .toList();
    };
  }

  private ConfigCheck check() {
    try {
      return ConfigFile.of(home).read();
    } catch (FileException unreadable) {
      return new ConfigCheck.Faulty(
          List.of(new ConfigFault(1, 1, "", String.valueOf(unreadable.getMessage()))));
    }
  }

  /** Only the head is read: the hub itself looks at the rest when it starts. */
  Doctor.Finding store(boolean running) {
    if (running) {
      return Doctor.Finding.ok("store", "in use by the hub");
    }
    if (Files.exists(home.database()) && !Files.isRegularFile(home.database())) {
      return Doctor.Finding.error("store", home.database() + " is no regular file", "move it away");
    }
    try (InputStream in = RegularFile.open(home.database())) {
      byte[] head = in.readNBytes(SQLITE.length);
      return head.length == 0 || Arrays.equals(head, SQLITE)
          ? Doctor.Finding.ok("store", home.database().toString())
          : Doctor.Finding.error(
              "store",
              home.database() + " is no database",
              "restore it together with " + home.journal() + ", or move both away");
    } catch (NoSuchFileException none) {
      return Doctor.Finding.ok("store", "not there yet; the first start makes it");
    } catch (IOException unreadable) {
      return Doctor.Finding.error("store", Failures.text(unreadable), "");
    }
  }

  /** A hub that answers. */
  static List<Doctor.Finding> running(JsonObject status) {
    Doctor.Finding hub =
        Doctor.Finding.ok(
            "hub",
            "answers at " + Table.text(status, "url") + ", process " + Table.text(status, "pid"));
    String dead = Table.text(status.object("outbox").orElse(JsonObject.empty()), "dead");
    String faults = Table.text(status, "config_faults");
    Doctor.Finding outbox =
        dead.equals("0")
            ? Doctor.Finding.ok("outbox", "nothing was given up")
            : Doctor.Finding.warning(
                "outbox", dead + " messages were given up", "see comity outbox list");
    Doctor.Finding force =
        faults.isEmpty()
            ? Doctor.Finding.ok("in force", "the configuration as it is in the file")
            : Doctor.Finding.error(
                "in force", "an earlier configuration, since the file is wrong", "mend it");
    return List.of(hub, outbox, force);
  }

  /** No hub answers: whether one could. */
  List<Doctor.Finding> stopped(Asking asked) throws IOException {
    Doctor.Finding hub =
        client.own().isPresent()
            ? Doctor.Finding.warning(
                "hub", "it announced itself and does not answer", "comity up starts it again")
            : Doctor.Finding.ok("hub", "not running");
    if (asked instanceof Asking.Refused refused) {
      hub =
          Doctor.Finding.error(
              "hub", "it answers with status " + refused.status(), "is it the hub of this home?");
    }
    Configuration configuration =
        check() instanceof ConfigCheck.Checked(Configuration checked)
            ? checked
            : Configuration.standard();
    return List.of(hub, port(configuration.hub().bind(), configuration.hub().port()));
  }

  private Doctor.Finding port(String bind, int port) {
    try {
      InetAddress address = InetAddress.getByName(bind);
      return TakenPort.why(address, port, home)
          .map(why -> Doctor.Finding.error("port", why, ""))
          .orElseGet(() -> Doctor.Finding.ok("port", port + " is free on " + bind));
    } catch (UnknownHostException none) {
      return Doctor.Finding.error("port", bind + " is no address", "set hub.bind");
    }
  }
}
