package comity.search;

import java.util.List;

/**
 * What a search found.
 *
 * @param hits the best first
 * @param byMeaning whether the model took part
 * @param notYetByMeaning passages whose meaning is not known yet, which were compared by words only
 * @param filesLeftOut files that changed and could not be looked at in time, or not be read
 */
public record Found(List<Hit> hits, boolean byMeaning, int notYetByMeaning, int filesLeftOut) {
  /**
   * A passage that was found.
   *
   * @param file its name from the project's root
   * @param firstLine from 1
   * @param lastLine the last one of it
   * @param score higher is better; comparable within one search only
   * @param headings those that it stands under, joined by {@code " > "}
   * @param text as it is in the file
   */
  public record Hit(
      String file, int firstLine, int lastLine, double score, String headings, String text) {}

  public Found {
    hits = List.copyOf(hits);
  }
}
