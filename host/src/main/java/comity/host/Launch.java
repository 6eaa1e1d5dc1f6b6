package comity.host;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/** Starting a program, or saying in one clause why it cannot be started. */
sealed interface Launch {

  record Running(Process process) implements Launch {}

  record Refused(String reason) implements Launch {}

  /**
   * Puts the program into a session of its own: a Ctrl-C meant for the hub does not reach it, and
   * all that it starts can be told by the session. It keeps its pid, as setsid(1) only executes it.
   */
  Optional<Path> SETSID =
      List.of(Path.of("/usr/bin/setsid"), Path.of("/bin/setsid")).stream()
          .filter(Files::isExecutable)
          .findFirst();

  static Launch start(ProgramSpec spec) {
    String name = spec.argv().getFirst();
    if (hasNul(spec)) {
      return new Refused(
          "an argument or environment variable for " + name + " has a NUL character in it");
    }
    if (spec.environment().keySet().stream().anyMatch(key -> key.isEmpty() || key.contains("="))) {
      return new Refused("an environment variable for " + name + " has an = in its name, or none");
    }
    if (!Files.isDirectory(spec.folder())) {
      return new Refused("the folder " + spec.folder() + " to run " + name + " in does not exist");
    }
    var builder = new ProcessBuilder().directory(spec.folder().toFile());
    Map<String, String> environment = builder.environment();
    environment.putAll(spec.environment());
    environment.put(ProgramSpec.RUN_ID_VARIABLE, spec.runId());
    Optional<Path> program = locate(spec, environment.getOrDefault("PATH", ""));
    if (program.isEmpty()) {
      return new Refused(whyNot(spec, environment.getOrDefault("PATH", "")));
    }
    var command = new ArrayList<String>();
    SETSID.ifPresent(setsid -> command.add(setsid.toString()));
    command.add(program.get().toString());
    command.addAll(spec.argv().subList(1, spec.argv().size()));
    try {
      return new Running(builder.command(command).start());
    } catch (IOException e) {
      return new Refused(program.get() + " could not be started: " + e.getMessage());
    }
  }

  /**
   * With setsid between, a program that the kernel refuses (a script whose interpreter is missing,
   * a binary of another architecture, too many arguments) shows only in what setsid writes.
   */
  static Optional<String> refusedLate(ProgramSpec spec, int code, Produced produced) {
    String err = produced.errText();
    if (SETSID.isEmpty()
        || (code != 126 && code != 127)
        || produced.out().length > 0
        || !err.startsWith("setsid: ")
        || err.indexOf('\n') != err.length() - 1) {
      return Optional.empty();
    }
    return Optional.of(
        spec.argv().getFirst()
            + " could not be started: "
            + err.substring("setsid: ".length()).strip()
            + (err.contains("No such file")
                ? " (is the interpreter in its first line there?)"
                : ""));
  }

  private static boolean hasNul(ProgramSpec spec) {
    Predicate<String> nul = text -> text.indexOf('\0') >= 0;
    return spec.argv().stream().anyMatch(nul)
        || spec.environment().keySet().stream().anyMatch(nul)
        || spec.environment().values().stream().anyMatch(nul);
  }

  /** The program's absolute path; relative folders of PATH are passed over, as they are a trap. */
  private static Optional<Path> locate(ProgramSpec spec, String path) {
    String name = spec.argv().getFirst();
    if (name.indexOf('/') >= 0) {
      return Optional.of(spec.folder().resolve(name)).filter(Launch::canRun);
    }
    return folders(path).stream()
        .map(folder -> folder.resolve(name))
        .filter(Launch::canRun)
        .findFirst();
  }

  private static String whyNot(ProgramSpec spec, String path) {
    String name = spec.argv().getFirst();
    List<Path> places =
        name.indexOf('/') >= 0
            ? List.of(spec.folder().resolve(name))
            : folders(path).stream().map(folder -> folder.resolve(name)).toList();
    for (Path place : places) {
      if (Files.isRegularFile(place)) {
        return "the program " + place + " is not executable; chmod +x makes it so";
      }
    }
    return name.indexOf('/') < 0
        ? "the program " + name + " is not on the PATH (" + path + ")"
        : Files.isDirectory(places.getFirst())
            ? places.getFirst() + " is a folder, not a program"
            : "the program " + places.getFirst() + " does not exist";
  }

  private static boolean canRun(Path program) {
    return Files.isRegularFile(program) && Files.isExecutable(program);
  }

  private static List<Path> folders(String path) {
    var folders = new ArrayList<Path>();
    for (String part : path.split(java.io.File.pathSeparator, -1)) {
      try {
        Path folder = Path.of(part);
        if (folder.isAbsolute()) {
          folders.add(folder);
        }
      } catch (InvalidPathException e) {
        // A part of PATH that is no path holds no program.
      }
    }
    return folders;
  }
}
