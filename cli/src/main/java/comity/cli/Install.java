package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Puts comity and muster on the PATH, with completion for bash, zsh and fish and a manual page.",
      "A file that is there already and is not ours is never touched."
    },
    footer = {"  comity install", "  sudo comity install --prefix /usr/local"})
final class Install implements Command {
  @CommandLine.Option(
      names = "--prefix",
      paramLabel = "DIR",
      description = "the folder with bin and share in it (default: ~/.local)")
  private @Nullable Path prefix;

  static Path prefix(@Nullable Path given, Context context) {
    return given == null
        ? context.surroundings().userHome().resolve(".local")
        : context.surroundings().folder().resolve(given).normalize();
  }

  @Override
  public Outcome run(Context context) throws IOException {
    Path root = prefix(prefix, context);
    Path launcher = context.surroundings().launcher();
    if (launcher == null) {
      return Outcome.Failure.of(
          ExitCode.REFUSED,
          "nothing was installed",
          "the program was not started by its launcher",
          "run the file comity of the checkout");
    }
    List<Installation.Piece> pieces = Installation.pieces(launcher);
    Manifest before = Manifest.read(root);
    List<Installation.Piece> ours = new ArrayList<>();
    for (Installation.Piece piece : pieces) {
      String now = Manifest.markOf(root.resolve(piece.path()));
      boolean known = before.items().contains(new Manifest.Item(piece.path(), now));
      if (now.isEmpty() || known) {
        ours.add(piece);
      } else if (!now.equals(Manifest.itemOf(piece).mark())) {
        return Outcome.Failure.of(
            ExitCode.REFUSED,
            "nothing was installed",
            root.resolve(piece.path()) + " is there already and is not ours",
            "move it away or choose another --prefix");
      }
    }
    put(root, ours, before);
    return report(root, ours, context);
  }

  private static void put(Path root, List<Installation.Piece> ours, Manifest before)
      throws IOException {
    SequencedSet<Path> folders = new LinkedHashSet<>(before.folders());
    makeFolder(root, root.resolve(Manifest.folder()), folders);
    for (Installation.Piece piece : ours) {
      makeFolder(root, root.resolve(piece.path()).getParent(), folders);
    }
    List<Manifest.Item> after = ours.stream().map(Manifest::itemOf).toList();
    SequencedSet<Manifest.Item> either = new LinkedHashSet<>(before.items());
    either.addAll(after);
    List<Path> made = List.copyOf(folders);
    new Manifest(List.copyOf(either), made).write(root);
    for (Installation.Piece piece : ours) {
      Manifest.put(root, piece);
    }
    new Manifest(after, made).write(root);
  }

  /** Makes the folder and those above it, and adds each that was not there to {@code made}. */
  private static void makeFolder(Path root, @Nullable Path folder, SequencedSet<Path> made)
      throws IOException {
    if (folder == null || Files.isDirectory(folder)) {
      return;
    }
    makeFolder(root, folder.getParent(), made);
    Files.createDirectory(folder);
    made.add(root.relativize(folder));
  }

  private static Outcome report(Path root, List<Installation.Piece> ours, Context context) {
    Path bin = root.resolve("bin");
    List<String> lines = new ArrayList<>();
    lines.add("installed comity and muster in " + bin + ", with completion and manual page");
    String path = context.environment("PATH");
    boolean onPath =
        path != null && List.of(path.split(File.pathSeparator, -1)).contains(bin.toString());
    if (!onPath) {
      lines.add(
          bin
              + " is not on PATH; add to your shell's start file: export PATH=\""
              + bin
              + ":$PATH\"");
    }
    String shell = context.environment("SHELL");
    if (shell != null && shell.endsWith("zsh")) {
      lines.add(
          "for completion in zsh, before compinit: fpath=("
              + root.resolve("share/zsh/site-functions")
              + " $fpath)");
    }
    JsonArray files =
        JsonArray.of(
            ours.stream()
                .map(piece -> new JsonString(root.resolve(piece.path()).toString()))
                .toList());
    return new Outcome.Deed(
        JsonObject.empty()
            .with("prefix", root.toString())
            .with("files", files)
            .with("on_path", onPath),
        lines);
  }
}
