package comity.cli;

import comity.files.FileException;
import comity.files.Home;
import comity.panes.HostClient;
import comity.panes.SilentHostException;
import comity.sessionfiles.ProviderFiles;
import comity.sessionfiles.SessionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** What {@code comity doctor} looks at of sessions. */
final class SessionCheck {
  private static final String SESSIONS = "sessions";

  private final Home home;

  SessionCheck(Home home) {
    this.home = home;
  }

  /** Of the file in which a person says more of agents' makers; nothing where there is none. */
  List<Doctor.Finding> providers() {
    Path file = home.root().resolve(ProviderFiles.NAME);
    if (!Files.exists(file)) {
      return List.of();
    }
    try {
      List<String> faults = ProviderFiles.read(home).faults();
      return faults.isEmpty()
          ? List.of(Doctor.Finding.ok("providers", file.toString()))
          : faults.stream().map(fault -> Doctor.Finding.error("providers", fault, "")).toList();
    } catch (FileException unreadable) {
      return List.of(
          Doctor.Finding.error("providers", String.valueOf(unreadable.getMessage()), ""));
    }
  }

  /** Files of sessions that can't be read, so that nobody sees these sessions. */
  List<Doctor.Finding> files() {
    if (!Files.isDirectory(home.sessions())) {
      return List.of();
    }
    try {
      return new SessionFiles(home)
          .all().problems().stream()
              .map(problem -> Doctor.Finding.error(SESSIONS, problem, "mend it, or move it away"))
              .toList();
    } catch (FileException unreadable) {
      return List.of(Doctor.Finding.error(SESSIONS, String.valueOf(unreadable.getMessage()), ""));
    }
  }

  /** Whether the host of sessions answers, where one runs. */
  Doctor.Finding host() {
    if (!Files.isDirectory(home.run())) {
      return Doctor.Finding.ok(SESSIONS, "no host runs");
    }
    try {
      Optional<HostClient> host = SessionHosts.connect(new Home(home.root().toRealPath()));
      if (host.isEmpty()) {
        return Doctor.Finding.ok(SESSIONS, "no host runs");
      }
      host.get().close();
      return Doctor.Finding.ok(SESSIONS, "their host answers");
    } catch (SilentHostException silent) {
      return Doctor.Finding.error(SESSIONS, silent.why(), silent.todo());
    } catch (IOException other) {
      return Doctor.Finding.error(SESSIONS, Failures.text(other), "");
    }
  }
}
