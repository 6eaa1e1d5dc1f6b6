package comity.control;

import java.util.List;

/** What came of checking a configuration. */
public sealed interface ConfigCheck {
  /** It holds. */
  record Checked(Configuration configuration) implements ConfigCheck {}

  /**
   * It does not: what is in force stays in force.
   *
   * @param faults at least one, in the order of the file, at most {@link #MAX_FAULTS}
   */
  record Faulty(List<ConfigFault> faults) implements ConfigCheck {
    public Faulty {
      faults = List.copyOf(faults);
    }
  }

  /** Nobody mends more in one go, and a file of nonsense has one on each line. */
  int MAX_FAULTS = 100;
}
