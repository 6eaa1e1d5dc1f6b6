package comity.memory;

import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Whose memory it is: that of one group, or main's (MEM-1, MEM-2). Nothing goes from one to
 * another.
 */
public sealed interface Scope {
  /** The memory of one group. */
  record Group(String name) implements Scope {
    /** No longer than the name of a file can be, with {@code .md} behind it. */
    private static final int MAX_BYTES = 200;

    private static final Pattern NAME =
        Pattern.compile("[\\p{L}\\p{M}\\p{N}_][\\p{L}\\p{M}\\p{N} _.&+()#@-]*");

    /** Names that a file system, or a reader, takes for something else. */
    private static final Pattern RESERVED =
        Pattern.compile(
            "con|prn|aux|nul|com[0-9]|lpt[0-9]|main|all|group_names|groups|index",
            Pattern.CASE_INSENSITIVE);

    public Group {
      problem(name)
          .ifPresent(why -> {
            throw new IllegalArgumentException("no name of a group: " + why);
          });
    }

    /** Why no group can have that name; empty where one can. */
    public static Optional<String> problem(String name) {
      if (name.isBlank()) {
        return Optional.of("it is empty");
      }
      if (name.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
        return Optional.of("it is longer than " + MAX_BYTES + " bytes");
      }
      if (!Normalizer.isNormalized(name, Normalizer.Form.NFC)) {
        return Optional.of("its letters are not composed (Unicode form C)");
      }
      if (name.contains("..")) {
        return Optional.of("it has two dots in a row");
      }
      if (name.endsWith(".") || name.endsWith(" ")) {
        return Optional.of("it ends with a dot or a blank");
      }
      if (!NAME.matcher(name).matches()) {
        return Optional.of("it has a sign that the name of a file should not have");
      }
      int dot = name.indexOf('.');
      if (RESERVED.matcher(dot < 0 ? name : name.substring(0, dot)).matches()) {
        return Optional.of("it is reserved");
      }
      return Optional.empty();
    }
  }

  /** The memory of the person's own sessions. */
  record Main() implements Scope {}

  /** {@code group:NAME} or {@code main}, as records of loads and audit have it. */
  default String word() {
    return switch (this) {
      case Group(String name) -> "group:" + name;
      case Main() -> "main";
    };
  }

  /** The index, from the project's root. */
  default String index() {
    return switch (this) {
      case Group(String name) -> "memory/groups/" + name + ".md";
      case Main() -> "memory/main/index.md";
    };
  }

  /** The folder of its files, from the project's root, with a slash at its end. */
  default String folder() {
    return switch (this) {
      case Group(String name) -> "memory/groups/" + name + "/";
      case Main() -> "memory/main/";
    };
  }

  /** One spelling for names that some file system takes for the same. */
  static String fold(String name) {
    return Normalizer.normalize(name, Normalizer.Form.NFC)
        .toUpperCase(Locale.ROOT)
        .toLowerCase(Locale.ROOT);
  }
}
