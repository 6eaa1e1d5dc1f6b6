package comity.files;

import comity.control.ConfigCheck;
import comity.control.ConfigFault;
import comity.control.ConfigValue;
import comity.control.Configuration;
import comity.json.JsonObject;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The {@code config.toml} of a home. */
public final class ConfigFile {
  /** A thousand agents fit; the reader takes seconds for files much larger. */
  public static final int MAX_BYTES = 256 << 10;

  private final Home home;

  private ConfigFile(Home home) {
    this.home = home;
  }

  public static ConfigFile of(Home home) {
    return new ConfigFile(home);
  }

  public Path path() {
    return home.config();
  }

  /**
   * Reads and checks the file; one that is not there says nothing and is right.
   *
   * @throws FileException where it is there and cannot be read
   */
  public ConfigCheck read() {
    return check(bytes());
  }

  /** Checks what a file of these bytes would say; never throws. */
  public static ConfigCheck check(byte[] bytes) {
    return switch (parse(bytes)) {
      case Parsing.Parsed(ConfigValue.Table table) -> Configuration.check(table);
      case Parsing.Malformed(List<ConfigFault> faults) -> new ConfigCheck.Faulty(faults);
    };
  }

  /**
   * Adds a table at the end of the file, which is made where there is none. What stood there keeps
   * its bytes. Nothing is written unless the file is right before and after.
   *
   * @param path the table's: {@code ["agents", "muse/build"]}, or {@code ["peers"]} for one more
   *     entry of that array
   * @param values its keys; nothing in them may be null
   * @return the configuration that is in the file now, or why nothing was written; lines past the
   *     end of the file are those of the table that was to be added
   * @throws FileException where the machine fails
   */
  public ConfigCheck append(List<String> path, JsonObject values) {
    return Exclusive.in(home.run().resolve("config.lock"), () -> appendAlone(path, values));
  }

  private ConfigCheck appendAlone(List<String> path, JsonObject values) {
    byte[] before = bytes();
    ConfigCheck present = check(before);
    if (present instanceof ConfigCheck.Faulty) {
      return present;
    }
    byte[] after = TomlText.append(before, path, values, namesAgents(before));
    ConfigCheck check = check(after);
    if (check instanceof ConfigCheck.Checked) {
      AtomicFile.write(home.root(), home.config(), after);
    }
    return check;
  }

  private static boolean namesAgents(byte[] bytes) {
    return parse(bytes) instanceof Parsing.Parsed(ConfigValue.Table file)
        && file.members().get("agents") instanceof ConfigValue.Table agents
        && !agents.members().isEmpty();
  }

  /** What the file holds, at most one byte more than is taken; nothing where there is no file. */
  byte[] bytes() {
    return RegularFile.read(home.config(), MAX_BYTES + 1);
  }

  /** What came of reading bytes as TOML. */
  sealed interface Parsing {
    /** They are. */
    record Parsed(ConfigValue.Table file) implements Parsing {}

    /** They are not. */
    record Malformed(List<ConfigFault> faults) implements Parsing {}
  }

  static Parsing parse(byte[] bytes) {
    if (bytes.length > MAX_BYTES) {
      return malformed(1, 1, "The file is larger than " + (MAX_BYTES >> 10) + " KiB");
    }
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    CoderResult result = decoder.decode(in, out, true);
    String text = out.flip().toString();
    if (result.isError()) {
      int line = 1 + (int) text.chars().filter(c -> c == '\n').count();
      String last = text.substring(text.lastIndexOf('\n') + 1);
      return malformed(
          line,
          last.codePointCount(0, last.length()) + 1,
          "Not UTF-8: byte 0x%02X is no part of a character".formatted(bytes[in.position()]));
    }
    if (text.startsWith("\uFEFF")) {
      return malformed(1, 1, "The file begins with a byte order mark: save it without one");
    }
    return saysNothing(text)
        ? new Parsing.Parsed(ConfigValue.Table.empty())
        : TomlReader.read(text);
  }

  static Parsing malformed(int line, int column, String message) {
    return new Parsing.Malformed(List.of(new ConfigFault(line, column, "", message)));
  }

  /** Whether it is blank but for comments: then the parser, slow to load, is not needed. */
  private static boolean saysNothing(String text) {
    boolean comment = false;
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      boolean end = c == '\n' || (c == '\r' && text.startsWith("\n", i + 1));
      if (end) {
        comment = false;
      } else if (Character.isISOControl(c) && c != '\t') {
        return false;
      } else if (c == '#') {
        comment = true;
      } else if (!comment && c != ' ' && c != '\t') {
        return false;
      }
    }
    return true;
  }
}
