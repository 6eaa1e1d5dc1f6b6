package comity.cli;

/** x. */
final class Training {
  private Training() {}

  public static void main(String[] args) {
    Main.main(new String[] {"--version"});
  }
}
