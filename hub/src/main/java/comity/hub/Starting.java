package comity.hub;

/** What came of starting a hub. */
public sealed interface Starting {
  /** It answers. */
  record Running(Hub hub) implements Starting {}

  /** It did not start; {@code why} says what to do, for a person. */
  record Refused(String why) implements Starting {}
}
