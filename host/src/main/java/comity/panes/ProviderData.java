package comity.panes;

import comity.files.FileException;
import comity.files.Home;
import comity.sessionfiles.ProviderFiles;
import comity.sessions.Providers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What is known of makers of agents, read again when a person has changed it. */
final class ProviderData implements Supplier<Providers> {
  private final Home home;
  private final Consumer<String> log;
  private Optional<FileTime> stamp = Optional.empty();
  private @Nullable Providers read;

  ProviderData(Home home, Consumer<String> log) {
    this.home = home;
    this.log = log;
  }

  @Override
  public Providers get() {
    Optional<FileTime> now = stamp();
    Providers known = read;
    if (known != null && now.equals(stamp)) {
      return known;
    }
    stamp = now;
    Providers fresh;
    try {
      ProviderFiles.Read found = ProviderFiles.read(home);
      found.faults().forEach(log);
      fresh = found.providers();
    } catch (FileException unreadable) {
      log.accept(String.valueOf(unreadable.getMessage()));
      fresh = known == null ? ProviderFiles.shipped() : known;
    }
    read = fresh;
    return fresh;
  }

  private Optional<FileTime> stamp() {
    Path file = home.root().resolve(ProviderFiles.NAME);
    try {
      return Optional.of(Files.getLastModifiedTime(file));
    } catch (IOException none) {
      return Optional.empty();
    }
  }
}
