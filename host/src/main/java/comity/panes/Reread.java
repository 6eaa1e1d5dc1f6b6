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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/**
 * What a file of a person's says, read again when they have changed it. Where it can't be read, or
 * is wrong, what was read last counts. For the loop's thread, which never waits for the disk.
 */
final class Reread<T> {
  private interface Reader<T> {
    /**
     * What a file says; empty where it says nothing that can be used.
     *
     * @throws FileException where it can't be read now
     */
    Optional<T> read();
  }

  private final Path file;
  private final Reader<T> reader;
  private final Executor files;
  private final Loop loop;
  private final Consumer<String> log;

  /** Those who wait for the next look. */
  private final List<Consumer<T>> waiting = new ArrayList<>();

  private T value;
  private boolean looking;

  /** As it was read last; for the thread that reads. */
  private Optional<FileTime> stamp = Optional.empty();

  /** Whether it could be read then, or was not there. */
  private boolean isRead;

  /** Why it could not be read, until it could. */
  private String told = "";

  private Reread(
      Path file, T standard, Reader<T> reader, Loop loop, Executor files, Consumer<String> log) {
    this.file = file;
    this.reader = reader;
    this.loop = loop;
    this.files = files;
    this.log = log;
    this.value = standard;
    changed().ifPresent(read -> value = read);
  }

  /** The makers of agents. */
  static Reread<Providers> providers(Home home, Loop loop, Executor files, Consumer<String> log) {
    return new Reread<>(
        home.root().resolve(ProviderFiles.NAME),
        ProviderFiles.shipped(),
        () -> {
          ProviderFiles.Read read = ProviderFiles.read(home);
          read.faults().forEach(log);
          return Optional.of(read.providers());
        },
        loop,
        files,
        log);
  }

  /** When a person is told of sessions. */
  static Reread<SessionSettings> settings(
      Home home, Loop loop, Executor files, Consumer<String> log) {
    ConfigFile config = ConfigFile.of(home);
    return new Reread<>(
        config.path(),
        Configuration.standard().sessions(),
        () ->
            switch (config.read()) {
              case ConfigCheck.Checked(Configuration checked) -> Optional.of(checked.sessions());
              case ConfigCheck.Faulty(List<ConfigFault> faults) -> {
                faults.forEach(fault -> log.accept(fault.text(config.path().toString())));
                yield Optional.empty();
              }
            },
        loop,
        files,
        log);
  }

  /** As it was when it was looked at last. */
  T last() {
    return value;
  }

  /** Looks at the file now, and hands over what it says, later. */
  void now(Consumer<T> then) {
    waiting.add(then);
    // A look that is under way may have been before the change.
    if (!looking) {
      look();
    }
  }

  private void look() {
    looking = true;
    List<Consumer<T>> asked = List.copyOf(waiting);
    waiting.clear();
    try {
      files.execute(() -> {
        Optional<T> read = Optional.empty();
        try {
          read = changed();
        } finally {
          Optional<T> found = read;
          loop.submit(() -> looked(found, asked));
        }
      });
    } catch (OutOfMemoryError noThread) {
      log.accept("reading " + file + ": " + noThread);
      loop.submit(() -> looked(Optional.empty(), asked));
    }
  }

  private void looked(Optional<T> read, List<Consumer<T>> asked) {
    value = read.orElse(value);
    looking = false;
    if (!waiting.isEmpty()) {
      look();
    }
    asked.forEach(each -> loop.submit(() -> each.accept(value)));
  }

  /** What it says; empty where it has not changed, or can't be used. */
  private Optional<T> changed() {
    Optional<FileTime> now = stamp(file);
    if (isRead && now.equals(stamp)) {
      return Optional.empty();
    }
    // It may become readable without being changed, so that what could not be read is read again.
    isRead = false;
    try {
      Optional<T> read = reader.read();
      isRead = true;
      stamp = now;
      told = "";
      return read;
    } catch (FileException unreadable) {
      tell(String.valueOf(unreadable.getMessage()));
      return Optional.empty();
    } catch (RuntimeException fault) {
      tell("reading " + file + ": " + fault);
      return Optional.empty();
    }
  }

  /** Each look would find the same. */
  private void tell(String why) {
    if (!why.equals(told)) {
      log.accept(why);
      told = why;
    }
  }

  private static Optional<FileTime> stamp(Path file) {
    try {
      return Optional.of(Files.getLastModifiedTime(file));
    } catch (IOException none) {
      return Optional.empty();
    }
  }
}
