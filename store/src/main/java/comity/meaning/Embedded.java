package comity.meaning;

import java.util.List;

/** What came of turning texts into vectors. */
public sealed interface Embedded {
  /**
   * One vector of length 1 for each text, in their order. Their product is the cosine: above about
   * .8 for texts that say the same, .5 for any two.
   */
  record Vectors(List<float[]> all) implements Embedded {
    public Vectors {
      all = List.copyOf(all);
    }
  }

  /**
   * There is no model for that language on this machine, or it is closed; what can be done by words
   * should go on.
   *
   * @param why for a person, in one line
   */
  record NoModel(String why) implements Embedded {}
}
