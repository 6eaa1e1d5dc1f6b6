package comity.memory;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Which one file a message needs (MEM-9). */
public sealed interface Routing {
  /** One file fits best. */
  record Chosen(Match match) implements Routing {}

  /**
   * Talk about the work at hand that matches no file well: the first P0 file.
   *
   * @param nearness to what people say about work, from 0 to 1
   */
  record AtWork(Candidate candidate, double nearness) implements Routing {}

  /**
   * No file: small talk, or something else than what the memory is about.
   *
   * @param best the match that was not good enough; absent where there are no candidates
   */
  record Nothing(Optional<Match> best, String why) implements Routing {}

  /**
   * What a message sounds like whatever the candidates are; each from 0 to 1.
   *
   * @param small nearness to small talk
   * @param work nearness to what people say about work
   */
  record Talk(double small, double work) {}

  /**
   * What is good enough.
   *
   * @param confidence a match below it is none
   * @param work talk of work below it is none
   * @param lead how much nearer than small talk a match must be; may be negative
   * @param tie scores that differ by no more than this are equal
   */
  record Bar(double confidence, double work, double lead, double tie) {}

  /**
   * Picks one. Of equal scores that with the higher priority counts, then the higher score, then
   * the first. {@code matches} are in the order of the index.
   */
  static Routing decide(List<Match> matches, Talk talk, Bar bar) {
    List<Match> fit = matches.stream().filter(each -> each.candidate().isRoutable()).toList();
    if (fit.isEmpty()) {
      return new Nothing(Optional.empty(), "the index routes to no file");
    }
    double highest = fit.stream().mapToDouble(Match::score).max().orElseThrow();
    Match best =
        fit.stream()
            .filter(each -> each.score() >= highest - bar.tie())
            .min(
                Comparator.comparing((Match each) -> each.candidate().priority())
                    .thenComparing(Match::score, Comparator.reverseOrder()))
            .orElseThrow();
    double nearest = fit.stream().mapToDouble(Match::confidence).max().orElseThrow();
    if (Math.max(nearest, talk.work()) < talk.small() + bar.lead()) {
      return new Nothing(Optional.of(best), "small talk");
    }
    if (nearest >= bar.confidence()) {
      return new Chosen(best);
    }
    if (talk.work() >= bar.work()) {
      Optional<Candidate> first =
          fit.stream()
              .map(Match::candidate)
              .filter(each -> each.priority() == Priority.P0)
              .findFirst();
      if (first.isPresent()) {
        return new AtWork(first.get(), talk.work());
      }
    }
    return new Nothing(Optional.of(best), "nothing in the index is near to it");
  }

  /**
   * By how much the nearest match is better than what is just good enough; a file is chosen where
   * it is not negative. For measuring, and for records of loads.
   */
  static double margin(List<Match> matches, Talk talk, Bar bar) {
    double nearest =
        matches.stream()
            .filter(each -> each.candidate().isRoutable())
            .mapToDouble(Match::confidence)
            .max()
            .orElse(0);
    double overTalk = Math.max(nearest, talk.work()) - talk.small() - bar.lead();
    return Math.min(nearest - bar.confidence(), overTalk);
  }

  /** The file to load, if any. */
  default Optional<Candidate> toLoad() {
    return switch (this) {
      case Chosen(Match match) -> Optional.of(match.candidate());
      case AtWork(Candidate candidate, double nearness) -> Optional.of(candidate);
      case Nothing(Optional<Match> best, String why) -> Optional.empty();
    };
  }
}
