package comity.cli;

/** The exit codes that scripts rely on. */
enum ExitCode {
  DONE(0, "done"),
  REFUSED(1, "refused"),
  USAGE(2, "usage"),
  NOT_FOUND(3, "not_found"),
  NOT_ALLOWED(4, "not_allowed"),
  UNREACHABLE(5, "unreachable");

  private final int number;
  private final String word;

  ExitCode(int number, String word) {
    this.number = number;
    this.word = word;
  }

  int number() {
    return number;
  }

  /** How {@code --json} names it. */
  String word() {
    return word;
  }
}
