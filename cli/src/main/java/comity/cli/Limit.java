package comity.cli;

import picocli.CommandLine;

/** How long a listing may be; an option of several commands. */
final class Limit {
  @CommandLine.Option(
      names = "--limit",
      paramLabel = "N",
      converter = Forms.Limit.class,
      description = "at most so many, up to 1000 (default: 50)")
  private int limit = 50;

  int value() {
    return limit;
  }

  /** As the query of a path. */
  String query() {
    return "limit=" + limit;
  }
}
