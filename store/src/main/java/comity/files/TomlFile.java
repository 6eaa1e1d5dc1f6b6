package comity.files;

import comity.control.ConfigFault;
import comity.control.ConfigValue;
import java.util.List;

/** Files of TOML other than {@code config.toml}. */
public final class TomlFile {
  /** What came of reading one. */
  public sealed interface Reading {
    /** It is TOML. */
    record Read(ConfigValue.Table file) implements Reading {}

    /** It is none; nothing of it counts. */
    record Malformed(List<ConfigFault> faults) implements Reading {
      public Malformed {
        faults = List.copyOf(faults);
      }
    }
  }

  private TomlFile() {}

  /** Reads what a file holds, up to {@link ConfigFile#MAX_BYTES}; never throws. */
  public static Reading read(byte[] bytes) {
    return switch (ConfigFile.parse(bytes)) {
      case ConfigFile.Parsing.Parsed(ConfigValue.Table file) -> new Reading.Read(file);
      case ConfigFile.Parsing.Malformed(List<ConfigFault> faults) -> new Reading.Malformed(faults);
    };
  }
}
