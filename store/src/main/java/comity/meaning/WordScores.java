package comity.meaning;

import comity.memory.Match;
import comity.memory.Match.Evidence;
import comity.memory.Routing;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Compares by words: a word that few candidates have counts more, and more in a phrase than in the
 * text of a file.
 */
final class WordScores {
  /** They say what kind of answer is wanted, and nothing of what it is about. */
  private static final Set<String> QUESTIONS =
      Set.of("who", "whom", "whose", "what", "when", "where", "why", "how", "which");

  /** Chosen on our own messages. */
  static final Routing.Bar BAR = new Routing.Bar(0.08, 0.3, -0.2, 0.02);

  /** How soon more of the same word says no more, and how much a long file is held against it. */
  private static final double SOON = 1.2;

  private static final double LENGTH = 0.75;

  private final Language language;
  private final List<Dossier> dossiers;
  private final List<Map<String, Found>> best = new ArrayList<>();
  private final List<Double> lengths = new ArrayList<>();
  private final Held texts = new Held();
  private final Held own = new Held();
  private final Map<String, Integer> holders = new HashMap<>();

  /** A word in a candidate: how much of it there is, and where it counts most. */
  private record Found(double much, Dossier.Item where) {
    Found and(Found other) {
      boolean mine = weight(where.kind()) >= weight(other.where.kind());
      return new Found(much + other.much, mine ? where : other.where);
    }
  }

  /** Which words each candidate has in some of its parts, and how many candidates have a word. */
  private final class Held {
    private final List<Set<String>> words = new ArrayList<>();
    private final Map<String, Integer> holders = new HashMap<>();

    void add(Set<String> of) {
      words.add(of);
      of.forEach(word -> holders.merge(word, 1, Integer::sum));
    }

    /** The share of a message's words that each candidate has; rare words count more. */
    double[] shares(String message) {
      Set<String> asked = new HashSet<>(Words.of(message));
      asked.removeAll(QUESTIONS);
      double[] shares = new double[words.size()];
      double all = 0;
      for (String word : asked) {
        double rarity = rarity(holders.getOrDefault(word, 0));
        all += rarity;
        for (int at = 0; at < shares.length; at++) {
          shares[at] += words.get(at).contains(word) ? rarity : 0;
        }
      }
      for (int at = 0; at < shares.length; at++) {
        shares[at] = all == 0 ? 0 : shares[at] / all;
      }
      return shares;
    }
  }

  WordScores(Language language, List<Dossier> dossiers) {
    this.language = language;
    this.dossiers = dossiers;
    for (Dossier dossier : dossiers) {
      Map<String, Found> words = new HashMap<>();
      Set<String> text = new HashSet<>(Words.of(dossier.candidate().text()));
      Set<String> named = new HashSet<>();
      for (Dossier.Item item : dossier.items()) {
        for (String word : Words.of(item.text())) {
          words.merge(word, new Found(weight(item.kind()), item), Found::and);
          switch (item.kind()) {
            case HEADING -> text.add(word);
            case PHRASE, NAME -> named.add(word);
            case TEXT, USUAL -> {}
          }
        }
      }
      for (String word : text) {
        // Also words in the other language: names, mostly.
        Dossier.Item plain = new Dossier.Item(Evidence.TEXT, word);
        words.putIfAbsent(word, new Found(weight(Evidence.TEXT), plain));
      }
      words.keySet().forEach(word -> holders.merge(word, 1, Integer::sum));
      best.add(words);
      lengths.add(words.values().stream().mapToDouble(Found::much).sum());
      named.addAll(text);
      texts.add(text);
      own.add(named);
    }
  }

  private static double weight(Evidence kind) {
    return switch (kind) {
      case PHRASE, NAME -> 1;
      case HEADING -> 0.8;
      case TEXT -> 0.7;
      case USUAL -> 0.6;
    };
  }

  /** The share of a message's words that each candidate's text and headings have. */
  double[] textShares(String message) {
    return texts.shares(message);
  }

  /** The share that they have together with the candidate's name and phrases. */
  double[] ownShares(String message) {
    return own.shares(message);
  }

  private double rarity(int holders) {
    return Math.log(1 + (dossiers.size() - holders + 0.5) / (holders + 0.5));
  }

  List<Match> matches(String message) {
    Set<String> words = Words.of(message);
    double all = 0;
    for (String word : words) {
      all += rarity(holders.getOrDefault(word, 0));
    }
    double usual = lengths.stream().mapToDouble(Double::doubleValue).average().orElse(1);
    List<Match> matches = new ArrayList<>();
    for (int at = 0; at < dossiers.size(); at++) {
      double stretch = 1 - LENGTH + LENGTH * lengths.get(at) / usual;
      double sum = 0;
      double common = 0;
      double top = 0;
      Dossier.Item evidence = new Dossier.Item(Evidence.TEXT, "");
      for (String word : words) {
        Found found = best.get(at).get(word);
        if (found != null) {
          double rarity = rarity(holders.getOrDefault(word, 0));
          double counts = rarity * found.much() * (SOON + 1) / (found.much() + SOON * stretch);
          sum += counts;
          common += rarity * weight(found.where().kind());
          if (counts > top) {
            top = counts;
            evidence = found.where();
          }
        }
      }
      double share = all == 0 ? 0 : Math.min(1, common / all);
      matches.add(
          new Match(dossiers.get(at).candidate(), sum, share, evidence.kind(), evidence.text()));
    }
    return matches;
  }

  /** What a message sounds like. */
  Routing.Talk talk(String message) {
    Set<String> words = Words.of(message);
    Set<String> subjects = new HashSet<>(words);
    subjects.removeAll(QUESTIONS);
    return new Routing.Talk(
        nearest(subjects, Usual.shipped().small(language)),
        nearest(words, Usual.shipped().work(language)));
  }

  /** The cosine of the sets of words, of the phrase where it is highest. */
  private static double nearest(Set<String> words, List<String> phrases) {
    double nearest = 0;
    for (String phrase : phrases) {
      Set<String> others = Words.of(phrase);
      double common = others.stream().filter(words::contains).count();
      double size = Math.sqrt((double) words.size() * others.size());
      nearest = Math.max(nearest, size == 0 ? 0 : common / size);
    }
    return Math.min(1, nearest);
  }
}
