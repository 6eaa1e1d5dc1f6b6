package comity.hookfiles;

import comity.files.AtomicFile;
import comity.files.Exclusive;
import comity.files.FileException;
import comity.files.Home;
import comity.sessions.HookModule;
import comity.sessions.Provider;
import comity.sessions.Provider.HookFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The hooks of agents that people start by hand (SES-8): sets them up in the files of the agents'
 * programs, says how they are, and takes them out again. What others have in these files keeps its
 * bytes; a file that can't be read as what it must be is not touched.
 */
public final class HookFiles {
  /** Settings have some kilobytes; what is much larger is something else. */
  static final int MAX_BYTES = 4 << 20;

  /** Agents write their settings too; whoever does so all the time is not waited for. */
  private static final int MOST_TRIES = 5;

  /** How the hooks of a provider are. */
  public enum State {
    /** They are all there, as they would be set up now. */
    READY,
    /** Comity's hooks are there, but not as they would be set up now. */
    OUTDATED,
    /** None of Comity's is there. */
    ABSENT,
    /** The file can't be used. */
    UNFIT,
    /** Comity knows no file for them. */
    UNKNOWN
  }

  /**
   * What is known of a provider's hooks.
   *
   * @param installed whether the provider's own folder is there
   * @param notes what a person should know, a sentence each
   */
  public record Status(State state, Optional<Path> file, boolean installed, List<String> notes) {
    public Status {
      notes = List.copyOf(notes);
    }
  }

  /**
   * One file's change.
   *
   * @param before what it has; empty where there is none
   * @param after what it gets; empty where it goes
   * @param backup where what it had is kept; empty where nothing needs to be
   */
  public record Edit(
      Path file, Optional<byte[]> before, Optional<byte[]> after, Optional<Path> backup) {}

  /** What came of a change, or would. */
  public sealed interface Change {
    /** It is so now; without edits it was so before. */
    record Done(List<Edit> edits, List<String> notes) implements Change {
      public Done {
        edits = List.copyOf(edits);
        notes = List.copyOf(notes);
      }
    }

    /** Nothing was changed. */
    record Refused(String why, String todo) implements Change {}
  }

  private final Home home;
  private final Path userHome;
  private final Map<String, String> environment;
  private final String launcher;

  /**
   * On this machine.
   *
   * @param launcher the absolute path of Comity's launcher
   */
  public HookFiles(Home home, Path userHome, Map<String, String> environment, String launcher) {
    this.home = home;
    this.userHome = userHome;
    this.environment = Map.copyOf(environment);
    this.launcher = launcher;
  }

  private Path file(HookFile file) {
    return HookPlace.folder(file, userHome, environment).resolve(file.file());
  }

  /** How they are; reads only. */
  public Status status(Provider provider) {
    Optional<HookFile> known = provider.hooks().file();
    if (known.isEmpty()) {
      return new Status(State.UNKNOWN, Optional.empty(), false, List.of());
    }
    Path file = file(known.get());
    boolean installed = Files.isDirectory(HookPlace.folder(known.get(), userHome, environment));
    try {
      HookTexts texts = texts(provider, known.get());
      Optional<String> text = text(bytes(file));
      State state =
          texts.isComplete(text) && isTrusted(provider, known.get(), file, text)
              ? State.READY
              : texts.isThere(text) ? State.OUTDATED : State.ABSENT;
      List<String> notes = new ArrayList<>(texts.notes(text));
      return new Status(state, Optional.of(file), installed, notes);
    } catch (Settings.Unfit unfit) {
      return new Status(State.UNFIT, Optional.of(file), installed, List.of(unfit.why()));
    }
  }

  /**
   * Sets them up.
   *
   * @param dry whether it is only to be said what would change
   * @throws FileException where the machine fails
   */
  public Change setUp(Provider provider, boolean dry) {
    return change(provider, true, dry);
  }

  /** Takes them out; as {@link #setUp}. */
  public Change remove(Provider provider, boolean dry) {
    return change(provider, false, dry);
  }

  private Change change(Provider provider, boolean into, boolean dry) {
    Optional<HookFile> known = provider.hooks().file();
    if (known.isEmpty()) {
      return new Change.Refused(
          "it is not known where " + provider.title() + " has its hooks",
          "say it in providers.toml of Comity's home, or let its hooks run the command of"
              + " docs/sessions.md");
    }
    Path file = file(known.get());
    HookTexts texts = texts(provider, known.get());
    if (dry) {
      return planned(texts, file, provider, into).change();
    }
    return Exclusive.in(
        home.run().resolve("hooks.lock"),
        () -> {
          for (int tries = 0; tries < MOST_TRIES; tries++) {
            Plan plan = planned(texts, file, provider, into);
            if (!(plan.change() instanceof Change.Done done)
                || written(done, plan, provider, into)) {
              return plan.change();
            }
          }
          return new Change.Refused(
              file + " is changed by another program all the time", "end that, then try again");
        });
  }

  private HookTexts texts(Provider provider, HookFile known) {
    return switch (known.kind()) {
      case CLAUDE, CODEX, GEMINI, QWEN, COPILOT, CURSOR ->
          new HookTexts.InSettings(new Settings(provider, known.kind(), launcher));
      case KIMI -> new HookTexts.InToml(provider, launcher);
      case OPENCODE, AMP, PI ->
          new HookTexts.Module(HookModule.text(known.kind(), provider.name(), launcher));
    };
  }

  /**
   * A change, and what its files have without Comity's hooks; empty for those that would not be
   * there.
   */
  private record Plan(Change change, Map<Path, Optional<byte[]>> bases) {}

  private Plan planned(HookTexts texts, Path file, Provider provider, boolean into) {
    try {
      Optional<byte[]> before = bytes(file);
      Optional<String> was = text(before);
      HookRecord record = new HookRecord(home, provider.name(), file);
      Optional<byte[]> base = base(texts, before, record);
      Optional<byte[]> after = base;
      if (into) {
        after =
            texts.isComplete(was)
                ? before
                : Optional.of(encoded(texts.with(text(base).orElse(""))));
      }
      List<Edit> edits = new ArrayList<>();
      Map<Path, Optional<byte[]>> bases = new HashMap<>();
      bases.put(file, base);
      if (!same(before, after)) {
        refuseReadOnly(file);
        edits.add(new Edit(file, before, after, backup(base, record)));
      }
      List<String> notes = new ArrayList<>();
      if (into) {
        notes.addAll(texts.notes(text(after)));
      }
      if (provider.hooks().file().map(HookFile::kind).equals(Optional.of(HookFile.Kind.CODEX))) {
        trust(provider, file, was, text(after), into, bases).ifPresent(edits::add);
      }
      return new Plan(new Change.Done(edits, notes), bases);
    } catch (Settings.Unfit unfit) {
      return new Plan(
          new Change.Refused(
              unfit.why().startsWith("/") ? unfit.why() : file + ": " + unfit.why(),
              "mend it, or leave this provider out; nothing was changed"),
          Map.of());
    }
  }

  private static Optional<Path> backup(Optional<byte[]> base, HookRecord record) {
    return base.map(_ -> record.backup());
  }

  /** What the file has without Comity's hooks; empty where it would not be there. */
  private static Optional<byte[]> base(HookTexts texts, Optional<byte[]> before, HookRecord record)
      throws Settings.Unfit {
    if (before.isEmpty() || !texts.isThere(text(before))) {
      return before;
    }
    Optional<Optional<byte[]>> kept = record.before(before.get());
    if (kept.isPresent()) {
      return kept.get();
    }
    String without = texts.without(text(before).orElse(""));
    return record.wasMade() && texts.saysNothing(without)
        ? Optional.empty()
        : Optional.of(encoded(without));
  }

  private boolean isTrusted(Provider provider, HookFile known, Path file, Optional<String> text)
      throws Settings.Unfit {
    return known.kind() != HookFile.Kind.CODEX
        || CodexTrust.isWhole(
            new Settings(provider, known.kind(), launcher),
            file,
            text,
            text(bytes(file.resolveSibling("config.toml"))));
  }

  /** Codex runs only hooks that it was told to trust, by their place in the file. */
  private Optional<Edit> trust(
      Provider provider,
      Path hooks,
      Optional<String> was,
      Optional<String> now,
      boolean into,
      Map<Path, Optional<byte[]>> bases)
      throws Settings.Unfit {
    Settings settings = new Settings(provider, HookFile.Kind.CODEX, launcher);
    Map<String, String> old = CodexTrust.of(settings, hooks, was);
    Map<String, String> wanted = into ? CodexTrust.of(settings, hooks, now) : Map.of();
    Path config = hooks.resolveSibling("config.toml");
    Optional<byte[]> before = bytes(config);
    String text = text(before).orElse("");
    if (before.isPresent()) {
      Optional<String> flaw = TomlHooks.flaw(before.get());
      if (flaw.isPresent()) {
        throw new Settings.Unfit(config + ": " + flaw.get());
      }
    }
    HookRecord record = new HookRecord(home, provider.name(), config);
    String without = TomlHooks.withoutTrust(text, old);
    Optional<byte[]> base =
        without.equals(text)
            ? before
            : record
                .before(before.orElseThrow())
                .orElseGet(() ->
                    record.wasMade() && without.isBlank()
                        ? Optional.empty()
                        : Optional.of(encoded(without)));
    bases.put(config, base);
    if (into && TomlHooks.trust(text).entrySet().containsAll(wanted.entrySet())) {
      return Optional.empty();
    }
    Optional<byte[]> after =
        wanted.isEmpty()
            ? base
            : Optional.of(encoded(TomlHooks.withTrust(text(base).orElse(""), wanted)));
    if (after.isPresent() && TomlHooks.flaw(after.get()).isPresent()) {
      throw new Settings.Unfit(
          config + ": its hooks.state is written so that nothing can be added at its end");
    }
    if (same(before, after)) {
      return Optional.empty();
    }
    refuseReadOnly(config);
    return Optional.of(new Edit(config, before, after, backup(base, record)));
  }

  /** Gives false where a file was changed by somebody else meanwhile. */
  private boolean written(Change.Done done, Plan plan, Provider provider, boolean into) {
    Set<Path> made = new HashSet<>();
    for (Edit edit : done.edits()) {
      HookRecord record = new HookRecord(home, provider.name(), edit.file());
      try {
        Path root = Objects.requireNonNull(edit.file().toAbsolutePath().getRoot());
        if (edit.after().isEmpty()) {
          Path real = edit.file().toRealPath();
          if (!same(Optional.of(Files.readAllBytes(real)), edit.before())) {
            return false;
          }
          Files.delete(real);
        } else {
          if (into) {
            record.keep(
                plan.bases().getOrDefault(edit.file(), edit.before()),
                edit.after().get(),
                MadeFolders.missing(edit.file()));
          }
          Path folder = edit.file().getParent();
          if (folder != null) {
            Files.createDirectories(folder);
          }
          if (!AtomicFile.write(root, edit.file(), edit.before(), edit.after().get())) {
            return false;
          }
        }
      } catch (IOException e) {
        throw FileException.of("Writing", edit.file(), e);
      }
      if (!into) {
        made.addAll(record.madeFolders());
        record.forget();
      }
    }
    // Several files may be in one.
    MadeFolders.remove(made);
    return true;
  }

  private static void refuseReadOnly(Path file) throws Settings.Unfit {
    try {
      if (Files.exists(file)
          && !Files.getPosixFilePermissions(file).contains(PosixFilePermission.OWNER_WRITE)) {
        throw new Settings.Unfit("it is read-only, so somebody does not want it to be changed");
      }
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    } catch (UnsupportedOperationException _) {
      // Where there are no such modes, writing tells.
    }
  }

  private static boolean same(Optional<byte[]> a, Optional<byte[]> b) {
    return a.isPresent() == b.isPresent() && (a.isEmpty() || Arrays.equals(a.get(), b.get()));
  }

  private static Optional<byte[]> bytes(Path file) throws Settings.Unfit {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    if (!Files.isRegularFile(file)) {
      throw new Settings.Unfit("it is no regular file");
    }
    try (var in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw new Settings.Unfit("it is larger than " + (MAX_BYTES >> 20) + " MiB");
      }
      return Optional.of(bytes);
    } catch (IOException e) {
      throw FileException.of("Reading", file, e);
    }
  }

  private static Optional<String> text(Optional<byte[]> bytes) throws Settings.Unfit {
    if (bytes.isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes.get())).toString());
    } catch (CharacterCodingException _) {
      throw new Settings.Unfit("it is not UTF-8");
    }
  }

  private static byte[] encoded(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
