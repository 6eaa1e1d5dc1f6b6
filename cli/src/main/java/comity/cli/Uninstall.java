package comity.cli;

import comity.json.JsonArray;
import comity.json.JsonObject;
import comity.json.JsonString;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;

@CommandLine.Command(
    description = {
      "Takes away what install put, and nothing else.",
      "What was changed since is left, and named. ~/.comity is not touched."
    },
    footer = {"  comity uninstall", "  sudo comity uninstall --prefix /usr/local"})
final class Uninstall implements Command {
  private static final String UNDONE = "nothing was taken away";

  @CommandLine.Option(
      names = "--prefix",
      paramLabel = "DIR",
      description = "the prefix that was given to install (default: ~/.local)")
  private @Nullable Path prefix;

  @Override
  public Outcome run(Context context) throws IOException {
    return switch (Prefix.of(prefix, context)) {
      case Prefix.Wrong(String why, String todo) ->
          Outcome.Failure.of(ExitCode.REFUSED, UNDONE, why, todo);
      case Prefix.Usable(Path root) -> uninstall(root);
    };
  }

  private static Outcome uninstall(Path root) throws IOException {
    Manifest manifest = Manifest.read(root);
    if (manifest.items().isEmpty()) {
      return Outcome.Failure.of(
          ExitCode.NOT_FOUND,
          UNDONE,
          "nothing is installed under " + root,
          "give --prefix if it was installed elsewhere");
    }
    Taken taken = takeAway(root, manifest);
    List<String> lines = new ArrayList<>();
    lines.add("took away " + taken.removed().size() + " files from " + root);
    taken.left().forEach(file -> lines.add("left " + file + ": it is not as install put it"));
    return new Outcome.Deed(
        JsonObject.empty()
            .with("prefix", root.toString())
            .with("removed", json(taken.removed()))
            .with("left", json(taken.left())),
        lines);
  }

  /**
   * What became of the files of an installation.
   *
   * @param left those that were changed since
   */
  record Taken(List<Path> removed, List<Path> left) {}

  /** Takes away what is as it was put, then the manifest, then folders that are empty by then. */
  static Taken takeAway(Path root, Manifest manifest) throws IOException {
    List<Path> removed = new ArrayList<>();
    List<Path> left = new ArrayList<>();
    for (Manifest.Item item : manifest.items()) {
      Path file = root.resolve(item.path());
      if (Manifest.isAsPut(root, item)) {
        Files.delete(file);
        removed.add(file);
      } else if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        left.add(file);
      }
    }
    Manifest.delete(root);
    for (Path folder : manifest.folders().reversed()) {
      removeIfEmpty(root.resolve(folder).normalize());
    }
    return new Taken(removed, left);
  }

  private static JsonArray json(List<Path> files) {
    return JsonArray.of(files.stream().map(file -> new JsonString(file.toString())).toList());
  }

  private static void removeIfEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException _) {
      // Someone else's file is in it by now.
    }
  }
}
