package comity.cli;

import picocli.CommandLine;

/** The key that leaves a session, for commands that attach. */
final class DetachKey {
  @CommandLine.Option(
      names = "--detach-key",
      paramLabel = "KEY",
      defaultValue = "ctrl-\\",
      converter = Forms.ControlKey.class,
      description = "the key that leaves it, such as ctrl-] or ctrl-q (default: ctrl-\\)")
  private char sign;

  /** The sign that is typed with the control key. */
  char sign() {
    return sign;
  }
}
