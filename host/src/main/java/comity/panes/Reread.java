package comity.panes;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import comity.control.Configuration;
import comity.control.SessionSettings;
import comity.files.ConfigFile;
import comity.files.FileException;
import comity.files.Home;
import comity.sessionfiles.ProviderFiles;
import comity.sessions.Providers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * What a file of a person's says, read again when they have changed it. Where it can't be read, or
 * is wrong, what was read last counts.
 */
final class Reread<T> implements Supplier<T> {
  /** What a file says; empty where it says nothing that can be used. */
  private interface Reader<T> {
    Optional<T> read();
  }

  private final Path file;
  private final Reader<T> reader;
  private T value;
  private Optional<FileTime> stamp;

  private Reread(Path file, T standard, Reader<T> reader) {
    this.file = file;
    this.reader = reader;
    this.stamp = stamp(file);
    this.value = reader.read().orElse(standard);
  }

  /** The makers of agents. */
  static Supplier<Providers> providers(Home home, Consumer<String> log) {
    return new Reread<>(
        home.root().resolve(ProviderFiles.NAME),
        ProviderFiles.shipped(),
        () -> {
          try {
            ProviderFiles.Read read = ProviderFiles.read(home);
            read.faults().forEach(log);
            return Optional.of(read.providers());
          } catch (FileException unreadable) {
            log.accept(String.valueOf(unreadable.getMessage()));
            return Optional.empty();
          }
        });
  }

  /** When a person is told of sessions. */
  static Supplier<SessionSettings> settings(Home home, Consumer<String> log) {
    ConfigFile config = ConfigFile.of(home);
    return new Reread<>(
        config.path(),
        Configuration.standard().sessions(),
        () -> {
          try {
            return switch (config.read()) {
              case ConfigCheck.Checked(Configuration checked) -> Optional.of(checked.sessions());
              case ConfigCheck.Faulty(List<ConfigFault> faults) -> {
                faults.forEach(fault -> log.accept(fault.text(config.path().toString())));
                yield Optional.empty();
              }
            };
          } catch (FileException unreadable) {
            log.accept(String.valueOf(unreadable.getMessage()));
            return Optional.empty();
          }
        });
  }

  @Override
  public T get() {
    Optional<FileTime> now = stamp(file);
    if (!now.equals(stamp)) {
      stamp = now;
      value = reader.read().orElse(value);
    }
    return value;
  }

  private static Optional<FileTime> stamp(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file));
    } catch (IOException none) {
      return Optional.empty();
    }
  }
}
