package comity.hookfiles;

import comity.sessions.HookModule;
import comity.sessions.Provider;
import java.util.List;
import java.util.Optional;

/** Comity's hooks in the text of one kind of file; empty texts are those of no file. */
sealed interface HookTexts {
  /** Whether all are there as they would be set up now. */
  boolean isComplete(Optional<String> text) throws Settings.Unfit;

  /** Whether any of Comity's is there. */
  boolean isThere(Optional<String> text) throws Settings.Unfit;

  /**
   * The text with them.
   *
   * @param text without any of Comity's
   */
  String with(String text) throws Settings.Unfit;

  /** The text without them. */
  String without(String text) throws Settings.Unfit;

  /** Whether a text without them says nothing. */
  boolean saysNothing(String text) throws Settings.Unfit;

  /** What a person should know of a text that has them. */
  List<String> notes(Optional<String> text) throws Settings.Unfit;

  /** In JSON. */
  record InSettings(Settings settings) implements HookTexts {
    @Override
    public boolean isComplete(Optional<String> text) throws Settings.Unfit {
      return settings.isComplete(text.orElse(""));
    }

    @Override
    public boolean isThere(Optional<String> text) throws Settings.Unfit {
      return !settings.found(text.orElse("")).isEmpty();
    }

    @Override
    public String with(String text) throws Settings.Unfit {
      String with = settings.with(text);
      if (!settings.isComplete(with)) {
        throw new AssertionError("the hooks did not get into the text");
      }
      return with;
    }

    @Override
    public String without(String text) throws Settings.Unfit {
      return settings.without(text);
    }

    @Override
    public boolean saysNothing(String text) throws Settings.Unfit {
      return settings.saysNothing(text);
    }

    @Override
    public List<String> notes(Optional<String> text) throws Settings.Unfit {
      return settings.switchedOff(text.orElse("")).stream().toList();
    }
  }

  /** In TOML. */
  record InToml(Provider provider, String launcher) implements HookTexts {
    private static void check(String text) throws Settings.Unfit {
      Optional<String> flaw =
          TomlHooks.flaw(text.getBytes(java.nio.charset.StandardCharsets.UTF_8));
      if (flaw.isPresent()) {
        throw new Settings.Unfit(flaw.get());
      }
    }

    @Override
    public boolean isComplete(Optional<String> text) throws Settings.Unfit {
      check(text.orElse(""));
      return TomlHooks.isComplete(text.orElse(""), provider, launcher);
    }

    @Override
    public boolean isThere(Optional<String> text) throws Settings.Unfit {
      check(text.orElse(""));
      return !TomlHooks.hooks(text.orElse("")).isEmpty();
    }

    @Override
    public String with(String text) throws Settings.Unfit {
      String with = TomlHooks.withHooks(text, provider, launcher);
      if (TomlHooks.flaw(with.getBytes(java.nio.charset.StandardCharsets.UTF_8)).isPresent()) {
        throw new Settings.Unfit("hooks in it is no array of tables that could be added to");
      }
      return with;
    }

    @Override
    public String without(String text) {
      return TomlHooks.withoutHooks(text);
    }

    @Override
    public boolean saysNothing(String text) {
      return text.isBlank();
    }

    @Override
    public List<String> notes(Optional<String> text) {
      return List.of();
    }
  }

  /**
   * A module that is all Comity's.
   *
   * @param text as it would be written now
   */
  record Module(String text) implements HookTexts {
    @Override
    public boolean isComplete(Optional<String> now) {
      return now.filter(text::equals).isPresent();
    }

    @Override
    public boolean isThere(Optional<String> now) {
      return now.filter(is -> is.startsWith(HookModule.MARK)).isPresent();
    }

    @Override
    public String with(String base) throws Settings.Unfit {
      if (!Settings.isBlank(base)) {
        throw new Settings.Unfit("it is there already and is not Comity's");
      }
      return text;
    }

    @Override
    public String without(String now) {
      return "";
    }

    @Override
    public boolean saysNothing(String now) {
      return Settings.isBlank(now);
    }

    @Override
    public List<String> notes(Optional<String> now) {
      return List.of();
    }
  }
}
