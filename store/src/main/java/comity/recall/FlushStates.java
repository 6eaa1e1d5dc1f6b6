package comity.recall;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.memory.FlushState;
import comity.project.RoleChanges;
import comity.roles.Isolation.Verdict;
import comity.roles.Lines;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/** {@code memory/flush-state.json} of a project (MEM-18). */
public final class FlushStates {
  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss");

  private final Home home;
  private final Path root;
  private final ScopeTexts texts;
  private final Consumer<Path> writing;

  /** What came of reading it. */
  public sealed interface Reading {
    /** It says that; the empty state where there is none. */
    record Read(FlushState state) implements Reading {}

    /** It can't be taken, and was not changed; {@code why} is for a person. */
    record Unreadable(String why) implements Reading {}
  }

  /**
   * That of a project.
   *
   * @param root all links followed
   * @param writing is told of each file before it is written
   */
  public FlushStates(Home home, Path root, Consumer<Path> writing) {
    this.home = home;
    this.root = root;
    this.writing = writing;
    this.texts = new ScopeTexts(home, root, writing);
  }

  /** The state as it is now. */
  public Reading read() {
    return switch (texts.look(FlushState.FILE)) {
      case ScopeTexts.Editing.Refused(Verdict.Refused verdict) ->
          new Reading.Unreadable(verdict.reason());
      case ScopeTexts.Editing.Edited(Lines lines, boolean _)
          when lines.size() == 0 && !Files.exists(root.resolve(FlushState.FILE)) ->
          new Reading.Read(FlushState.empty());
      case ScopeTexts.Editing.Edited(Lines lines, boolean _) ->
          switch (FlushState.read(lines.bytes())) {
            case FlushState.Reading.Read(FlushState state) -> new Reading.Read(state);
            case FlushState.Reading.Malformed(String why) ->
                new Reading.Unreadable(FlushState.FILE + ": " + why);
          };
    };
  }

  /** The line {@code 上次 flush: YYYY-MM-DD HH:mm} for a session of main (MEM-12). */
  public Optional<String> line(ZoneId zone) {
    return read() instanceof Reading.Read(FlushState state) ? state.line(zone) : Optional.empty();
  }

  /**
   * Puts a file aside that is no state, so that a new one can be begun and nothing is lost.
   *
   * @return what was done, for a person; empty where there was no need
   * @throws FileException where the file leads elsewhere, or can't be moved
   */
  Optional<String> mend(LocalDateTime now) {
    return RoleChanges.alone(
        home,
        () -> {
          if (!(read() instanceof Reading.Unreadable(String why))) {
            return Optional.empty();
          }
          Path file = root.resolve(FlushState.FILE);
          if (texts.look(FlushState.FILE) instanceof ScopeTexts.Editing.Refused) {
            throw FileException.of("Reading", file, new IOException(why));
          }
          String aside = FlushState.FILE + ".malformed-" + STAMP.format(now);
          String name = aside;
          for (int more = 2; Files.exists(root.resolve(name)); more++) {
            name = aside + "-" + more;
          }
          writing.accept(root.resolve(name));
          AtomicFile.move(root, file, root.resolve(name));
          return Optional.of(why + "; it was put aside as " + name);
        });
  }

  /**
   * Whether groups have no access any more (MEM-20). It stands in the file, where a person sees it,
   * and in the home, where it stays when the file is damaged or put aside.
   */
  public boolean areGroupsOff() {
    return Files.exists(off())
        || (read() instanceof Reading.Read(FlushState state) && state.areGroupsOff());
  }

  private Path off() {
    return home.memory().resolve("groups-off-" + Hash.of(root.toString()));
  }

  /** Takes groups their access, or gives it back. Says whether it was otherwise. */
  boolean setGroupsOff(Optional<OffsetDateTime> since) {
    boolean was = areGroupsOff();
    if (since.isPresent()) {
      AtomicFile.write(home.memory(), off(), (since.get() + "\n").getBytes(StandardCharsets.UTF_8));
    }
    boolean _ = edit(state -> state.withGroupsOff(since));
    if (since.isEmpty()) {
      try {
        Files.deleteIfExists(off());
      } catch (IOException e) {
        throw FileException.of("Removing", off(), e);
      }
    }
    return was != since.isPresent();
  }

  /** Changes the state, which is readable: {@link #mend} came before. Says whether it changed. */
  boolean edit(UnaryOperator<FlushState> change) {
    ScopeTexts.Editing edited =
        texts.edit(
            FlushState.FILE,
            lines -> {
              FlushState before =
                  lines.size() == 0
                      ? FlushState.empty()
                      : switch (FlushState.read(lines.bytes())) {
                        case FlushState.Reading.Read(FlushState state) -> state;
                        case FlushState.Reading.Malformed(String why) ->
                            throw FileException.of(
                                "Changing", root.resolve(FlushState.FILE), new IOException(why));
                      };
              FlushState after = change.apply(before);
              return after.equals(before) ? lines : Lines.of(after.bytes());
            });
    return switch (edited) {
      case ScopeTexts.Editing.Edited(Lines _, boolean changed) -> changed;
      case ScopeTexts.Editing.Refused(Verdict.Refused verdict) ->
          throw FileException.of(
              "Changing", root.resolve(FlushState.FILE), new IOException(verdict.reason()));
    };
  }
}
