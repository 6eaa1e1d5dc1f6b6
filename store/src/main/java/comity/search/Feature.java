package comity.search;

/** What speaks for or against a passage; the ranking is their sum, each with a weight. */
enum Feature {
  /** The question's words in the passage, as a share of the best. */
  WORDS(0),
  /** The same with the passages next to it. */
  WORDS_NEAR(1),
  /** The same with three to each side. */
  WORDS_AROUND(2),
  /** The same of the whole section. */
  WORDS_SECTION(3),
  /** The share of the question's words that stand near. */
  COVERED(4),
  /** How many of its words are in the headings or the date, 3 at most. */
  ABOVE(5),
  /** Whether the question names who says it. */
  SPEAKER(6),
  /** Whether it ends by asking itself. */
  ASKS(7),
  /** The logarithm of its length in words. */
  LENGTH(8),
  /** Whether it is the first of its section. */
  FIRST(9),
  /** Whether it tells a time. */
  TIME(10),
  /** Whether it tells a time and the question asks for one. */
  TIME_ASKED(11),
  /** Whether the passage before it asks something. */
  ANSWERS(12),
  /** The question's words in the passage before it, where that asks something. */
  ANSWERS_WORDS(13),
  /** How near it is in meaning; see {@link MeaningScores}. */
  MEANING(14),
  /** The same with the passages next to it. */
  MEANING_NEAR(15),
  /** The same with two to each side. */
  MEANING_AROUND(16),
  /** The nearest of the section. */
  MEANING_SECTION(17),
  /** How near the passage before it is, where that asks something. */
  MEANING_ANSWERS(18);

  /** How many there are. */
  static final int COUNT = values().length;

  /** Its place among them, from 0. */
  final int place;

  Feature(int place) {
    this.place = place;
  }
}
