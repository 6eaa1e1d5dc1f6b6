package comity.cli;

import java.nio.file.Path;
import java.util.List;

/** What {@code comity install} puts under a prefix. Paths are relative to the prefix. */
final class Installation {

  /** One thing to put. */
  sealed interface Piece {
    Path path();

    /** A symbolic link. */
    record Link(Path path, Path target) implements Piece {}

    /** A text file. */
    record Text(Path path, String content) implements Piece {}
  }

  private Installation() {}

  static List<Piece> pieces(Path launcher) {
    List<Manual> manuals = Manual.all();
    String bash = BashCompletion.script(manuals);
    String fish = FishCompletion.script(manuals);
    // bash, fish and man look for a file by the name of the program; zsh reads the names in the
    // file.
    return List.of(
        new Piece.Link(Path.of("bin/comity"), launcher),
        new Piece.Link(Path.of("bin/muster"), launcher),
        new Piece.Text(Path.of("share/bash-completion/completions/comity"), bash),
        new Piece.Text(Path.of("share/bash-completion/completions/muster"), bash),
        new Piece.Text(Path.of("share/zsh/site-functions/_comity"), ZshCompletion.script(manuals)),
        new Piece.Text(Path.of("share/fish/vendor_completions.d/comity.fish"), fish),
        new Piece.Text(Path.of("share/fish/vendor_completions.d/muster.fish"), fish),
        new Piece.Text(Path.of("share/man/man1/comity.1"), ManPage.page(manuals)),
        new Piece.Text(Path.of("share/man/man1/muster.1"), ".so man1/comity.1\n"));
  }
}
