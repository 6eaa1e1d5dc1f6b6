package comity.pty;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Where a program is, as the environment has it that it gets. */
sealed interface Found {
  record At(Path program) implements Found {}

  /** A clause. */
  record Not(String reason) implements Found {}

  static Found find(Terminals.Start start) {
    String name = start.words().isEmpty() ? "" : start.words().getFirst();
    if (name.isEmpty()) {
      return new Not("no program is named");
    }
    if (hasNul(start)) {
      return new Not("a word or a variable for " + name + " has a NUL character in it");
    }
    if (!Files.isDirectory(start.folder()) || !Files.isExecutable(start.folder())) {
      return new Not("the folder " + start.folder() + " is not there, or may not be entered");
    }
    List<Path> places = new ArrayList<>();
    try {
      if (name.indexOf('/') >= 0) {
        places.add(start.folder().resolve(name));
      } else {
        for (String folder : start.environment().getOrDefault("PATH", "").split(":", -1)) {
          // A folder that is not absolute is a trap.
          if (folder.startsWith("/")) {
            places.add(Path.of(folder, name));
          }
        }
      }
    } catch (InvalidPathException e) {
      return new Not(name + " can't be the name of a program");
    }
    for (Path place : places) {
      if (Files.isRegularFile(place) && Files.isExecutable(place)) {
        return interpreter(place);
      }
    }
    return new Not(reason(name, places, start.environment().getOrDefault("PATH", "")));
  }

  private static boolean hasNul(Terminals.Start start) {
    return start.words().stream().anyMatch(word -> word.indexOf('\0') >= 0)
        || start.environment().entrySet().stream()
            .anyMatch(each ->
                each.getKey().isEmpty()
                    || each.getKey().indexOf('=') >= 0
                    || (each.getKey() + each.getValue()).indexOf('\0') >= 0);
  }

  /** The system would only say that no such file is there. */
  private static Found interpreter(Path program) {
    byte[] head = new byte[256];
    try (var in = Files.newInputStream(program)) {
      int read = in.readNBytes(head, 0, head.length);
      String line = new String(head, 0, read, java.nio.charset.StandardCharsets.ISO_8859_1);
      if (line.startsWith("#!")) {
        String interpreter = line.substring(2).strip().split("[ \t\n]", 2)[0];
        if (!interpreter.isEmpty() && !Files.exists(Path.of(interpreter))) {
          return new Not(program + " wants to be run by " + interpreter + ", which is not there");
        }
      }
    } catch (IOException | InvalidPathException unreadable) {
      // It may be run and not read.
    }
    return new At(program);
  }

  private static String reason(String name, List<Path> places, String path) {
    for (Path place : places) {
      if (Files.isRegularFile(place)) {
        return "the program " + place + " is not executable; chmod +x makes it so";
      }
    }
    if (name.indexOf('/') < 0) {
      return "the program " + name + " is not on the PATH (" + path + ")";
    }
    return Files.isDirectory(places.getFirst())
        ? places.getFirst() + " is a folder, not a program"
        : "the program " + places.getFirst() + " is not there";
  }
}
