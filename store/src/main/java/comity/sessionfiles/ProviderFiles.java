package comity.sessionfiles;

import comity.control.ConfigFault;
import comity.files.ConfigFile;
import comity.files.FileException;
import comity.files.Home;
import comity.files.RegularFile;
import comity.files.TomlFile;
import comity.sessions.Providers;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The makers of agents: those that come with Comity, and what {@code providers.toml} in the home
 * says beside them.
 */
public final class ProviderFiles {
  /** A person's own, in the home. */
  public static final String NAME = "providers.toml";

  /**
   * What was read.
   *
   * @param faults what is wrong in the person's file: file, line, key and reason on a line each;
   *     the rest of it counts
   */
  public record Read(Providers providers, List<String> faults) {
    public Read {
      faults = List.copyOf(faults);
    }
  }

  private ProviderFiles() {}

  /**
   * Reads them; a home without a file, or no home, has those that come with Comity.
   *
   * @throws FileException where the file is there and cannot be read
   */
  public static Read read(Home home) {
    Path file = home.root().resolve(NAME);
    List<ConfigFault> faults = new ArrayList<>();
    Providers all = extended(shipped(), RegularFile.read(file, ConfigFile.MAX_BYTES + 1), faults);
    return new Read(all, faults.stream().map(fault -> fault.text(file.toString())).toList());
  }

  /** Those that come with Comity. */
  public static Providers shipped() {
    List<ConfigFault> faults = new ArrayList<>();
    try (InputStream in = ProviderFiles.class.getResourceAsStream(NAME)) {
      Providers shipped =
          extended(Providers.none(), Objects.requireNonNull(in).readAllBytes(), faults);
      if (!faults.isEmpty()) {
        throw new AssertionError("the providers that come with Comity: " + faults);
      }
      return shipped;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Providers extended(Providers base, byte[] bytes, List<ConfigFault> faults) {
    return switch (TomlFile.read(bytes)) {
      case TomlFile.Reading.Read read -> base.with(read.file(), faults);
      case TomlFile.Reading.Malformed malformed -> {
        faults.addAll(malformed.faults());
        yield base;
      }
    };
  }
}
