package comity.control;

/** Text that must not reach a log: it is shown as dots. */
public record Secret(String value) {
  @Override
  public String toString() {
    return "•••";
  }
}
