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
import java.util.Optional;
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
  private static final String UNDONE = "nothing was installed";

  @CommandLine.Option(
      names = "--prefix",
      paramLabel = "DIR",
      description = "the folder with bin and share in it, with its whole path (default: ~/.local)")
  private @Nullable Path prefix;

  @Override
  public Outcome run(Context context) throws IOException {
    return switch (Prefix.of(prefix, context)) {
      case Prefix.Wrong(String why, String todo) ->
          Outcome.Failure.of(ExitCode.REFUSED, UNDONE, why, todo);
      case Prefix.Usable(Path root) -> install(root, context);
    };
  }

  private static Outcome install(Path root, Context context) throws IOException {
    Path launcher = context.surroundings().launcher();
    if (launcher == null) {
      return Outcome.Failure.of(
          ExitCode.REFUSED,
          UNDONE,
          "the program was not started by its launcher",
          "run the file comity of the checkout");
    }
    List<Installation.Piece> pieces = Installation.pieces(launcher);
    List<Path> files = new ArrayList<>(List.of(Manifest.file()));
    pieces.forEach(piece -> files.add(piece.path()));
    Optional<Path> closed = Prefix.closed(root, files);
    if (closed.isPresent()) {
      return Outcome.Failure.of(
          ExitCode.REFUSED,
          UNDONE,
          closed.get()
              + (Files.isDirectory(closed.get()) ? " can't be written to" : " is no folder"),
          "choose another --prefix, such as ~/.local, or run it as who may write there");
    }
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
            UNDONE,
            root.resolve(piece.path()) + " is there already and is not ours",
            "move it away or choose another --prefix");
      }
    }
    SequencedSet<Path> folders = new LinkedHashSet<>(before.folders());
    try {
      put(root, ours, before, folders);
    } catch (IOException failed) {
      if (before.items().isEmpty()) {
        var _ = Uninstall.takeAway(root, manifest(ours, folders));
      }
      return Outcome.Failure.of(
          ExitCode.REFUSED, UNDONE, Failures.text(failed), "choose another --prefix");
    }
    return report(root, ours, context);
  }

  /**
   * Puts the pieces.
   *
   * @param folders those that were made for pieces before; each that is made is added
   */
  private static void put(
      Path root, List<Installation.Piece> ours, Manifest before, SequencedSet<Path> folders)
      throws IOException {
    makeFolder(root, root.resolve(Manifest.file()).getParent(), folders);
    for (Installation.Piece piece : ours) {
      makeFolder(root, root.resolve(piece.path()).getParent(), folders);
    }
    Manifest after = manifest(ours, folders);
    SequencedSet<Manifest.Item> either = new LinkedHashSet<>(before.items());
    either.addAll(after.items());
    new Manifest(List.copyOf(either), after.folders()).write(root);
    for (Installation.Piece piece : ours) {
      Manifest.put(root, piece);
    }
    after.write(root);
  }

  private static Manifest manifest(List<Installation.Piece> ours, SequencedSet<Path> folders) {
    return new Manifest(ours.stream().map(Manifest::itemOf).toList(), List.copyOf(folders));
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
