package comity.recall;

import comity.files.AtomicFile;
import comity.files.FileException;
import comity.files.Home;
import comity.project.RealPath;
import comity.project.RoleChanges;
import comity.project.SteadyRead;
import comity.roles.Isolation.Verdict;
import comity.roles.Lines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;

/**
 * Changes files of memory by their names from the project's root, one process at a time. As with
 * {@link ScopeFiles} it is the file at that very place or none; people's changes that come between
 * are kept.
 */
final class ScopeTexts {
  /** As often an edit is done anew because somebody without a lock changed the file meanwhile. */
  private static final int MAX_TRIES = 100;

  private final Home home;
  private final Path root;
  private final ScopeFiles files;
  private final Consumer<Path> writing;

  /** What came of an edit. */
  sealed interface Editing {
    /** The lines as they are now. */
    record Edited(Lines lines, boolean changed) implements Editing {}

    /** It is not the file that its name says; nothing was done. */
    record Refused(Verdict.Refused verdict) implements Editing {}
  }

  /** The bytes of a file, or why there are none. */
  private sealed interface Bytes {
    record Read(Optional<byte[]> bytes) implements Bytes {}

    record Refused(Verdict.Refused verdict) implements Bytes {}
  }

  /**
   * The files of a project.
   *
   * @param root of the project
   * @param writing is told of each file before it is written
   */
  ScopeTexts(Home home, Path root, Consumer<Path> writing) {
    this.home = home;
    this.root = RealPath.follow(root.toAbsolutePath()).orElse(root.toAbsolutePath());
    this.files = new ScopeFiles(root);
    this.writing = writing;
  }

  /**
   * Changes a file, or makes it.
   *
   * @param change gives the lines changed; the same where nothing is to be done
   */
  Editing edit(String name, UnaryOperator<Lines> change) {
    return RoleChanges.alone(home, () -> edited(name, change, true));
  }

  /** Makes a file where there is none, not even an empty one; else it stays as it is (MEM-19). */
  Editing create(String name, Lines lines) {
    return RoleChanges.alone(
        home,
        () -> Files.exists(root.resolve(name)) ? look(name) : edited(name, _ -> lines, false));
  }

  /** A file as it is; one that is not there has no lines. */
  Editing look(String name) {
    return edited(name, lines -> lines, true);
  }

  private Editing edited(String name, UnaryOperator<Lines> change, boolean mayBeThere) {
    Path file = root.resolve(name);
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Optional<byte[]> before;
      switch (bytes(name)) {
        case Bytes.Refused(Verdict.Refused verdict) -> {
          return new Editing.Refused(verdict);
        }
        case Bytes.Read(Optional<byte[]> bytes) -> before = bytes;
      }
      byte[] was = before.orElse(new byte[0]);
      Lines changed = change.apply(Lines.of(was));
      byte[] after = changed.bytes();
      if (Arrays.equals(was, after) || (before.isPresent() && !mayBeThere)) {
        return new Editing.Edited(Lines.of(was), false);
      }
      if (after.length > ScopeFiles.MAX_BYTES) {
        throw ScopeFiles.tooLarge("Changing", file);
      }
      if (makeFolder(name) instanceof Editing.Refused refused) {
        return refused;
      }
      writing.accept(file);
      AtomicFile.sweep(file);
      if (AtomicFile.writeHere(file, before, after)) {
        return new Editing.Edited(changed, true);
      }
    }
    throw FileException.of(
        "Changing", file, new IOException("somebody else changes it again and again"));
  }

  private Bytes bytes(String name) {
    Path file = root.resolve(name);
    IOException last = new IOException("it changes again and again");
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      try {
        Optional<Verdict.Refused> refused = files.refused(name);
        if (refused.isPresent()) {
          return new Bytes.Refused(refused.get());
        }
        byte[] bytes = SteadyRead.bytes(root, file, ScopeFiles.MAX_BYTES);
        Optional<Verdict.Refused> meanwhile = files.refused(name);
        if (meanwhile.isPresent()) {
          return new Bytes.Refused(meanwhile.get());
        }
        if (bytes.length > ScopeFiles.MAX_BYTES) {
          throw ScopeFiles.tooLarge("Reading", file);
        }
        return new Bytes.Read(Optional.of(bytes));
      } catch (NoSuchFileException gone) {
        return new Bytes.Read(Optional.empty());
      } catch (IOException changed) {
        last = changed;
      }
    }
    throw FileException.of("Reading", file, last);
  }

  /** A folder that was made is looked at again, since somebody may have put a link there. */
  private Editing makeFolder(String name) {
    Path file = root.resolve(name);
    try {
      Path folder = file.getParent();
      if (folder != null) {
        AtomicFile.makeFolders(root, folder);
      }
      Optional<Verdict.Refused> refused = files.refused(name);
      return refused.isPresent()
          ? new Editing.Refused(refused.get())
          : new Editing.Edited(Lines.of(new byte[0]), false);
    } catch (IOException e) {
      throw FileException.of("Making the folder of", file, e);
    }
  }
}
