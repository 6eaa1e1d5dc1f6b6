package comity.memory;

/**
 * How well one candidate fits a message.
 *
 * @param score what candidates are compared by; higher is better, and it has no unit
 * @param confidence how near the best of its evidence is to the message: 0 nothing in common, 1 the
 *     same words
 * @param evidence the phrase, heading or sentence that is nearest
 */
public record Match(
    Candidate candidate, double score, double confidence, Evidence by, String evidence) {

  /** What of a candidate a message is compared with. */
  public enum Evidence {
    PHRASE("trigger"),
    NAME("file name"),
    HEADING("heading"),
    TEXT("text"),
    /** What files of that name usually hold. */
    USUAL("files of this name answer");

    private final String word;

    Evidence(String word) {
      this.word = word;
    }

    /** As records of loads have it, before what it is. */
    public String word() {
      return word;
    }
  }

  public Match {
    if (Double.isNaN(score) || !(confidence >= 0 && confidence <= 1)) {
      throw new IllegalArgumentException("no measure of a match: " + score + ", " + confidence);
    }
  }
}
