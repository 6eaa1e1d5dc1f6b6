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
  @CommandLine.Option(
      names = "--prefix",
      paramLabel = "DIR",
      description = "the prefix given to install (default: ~/.local)")
  private @Nullable Path prefix;

  @Override
  public Outcome run(Context context) throws IOException {
    Path root = Install.prefix(prefix, context);
    Manifest manifest = Manifest.read(root);
    if (manifest.items().isEmpty()) {
      return Outcome.Failure.of(
          ExitCode.NOT_FOUND,
          "nothing was taken away",
          "nothing is installed under " + root,
          "give --prefix if it was installed elsewhere");
    }
    List<JsonString> removed = new ArrayList<>();
    List<JsonString> left = new ArrayList<>();
    List<String> lines = new ArrayList<>();
    for (Manifest.Item item : manifest.items()) {
      Path file = root.resolve(item.path());
      if (Manifest.isAsPut(root, item)) {
        Files.delete(file);
        removed.add(new JsonString(file.toString()));
      } else if (Files.exists(file, LinkOption.NOFOLLOW_LINKS)) {
        left.add(new JsonString(file.toString()));
        lines.add("left " + file + ": it is not as install put it");
      }
    }
    Manifest.delete(root);
    for (Path folder : manifest.folders().reversed()) {
      removeIfEmpty(root.resolve(folder).normalize());
    }
    lines.addFirst("took away " + removed.size() + " files from " + root);
    return new Outcome.Deed(
        JsonObject.empty()
            .with("prefix", root.toString())
            .with("removed", JsonArray.of(removed))
            .with("left", JsonArray.of(left)),
        lines);
  }

  private static void removeIfEmpty(Path folder) throws IOException {
    try {
      Files.deleteIfExists(folder);
    } catch (DirectoryNotEmptyException _) {
      // Someone else's file is in it by now.
    }
  }
}
