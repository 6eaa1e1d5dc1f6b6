package comity.meaning;

import comity.meaning.Routed.Mode;
import comity.memory.Candidate;
import comity.memory.Match;
import comity.memory.Routing;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds the file that a message needs (MEM-9), for one group or for main: what it prepares from
 * their files is kept in memory, and the vectors in a folder, so nothing of one group is near
 * another's. The same files and message give the same answer. May be used by many threads at a
 * time.
 */
public final class Router {
  /** Of all files and of all but one, in two languages. */
  private static final int MAX_PREPARED = 4;

  private final Embedder embedder;
  private final Path folder;

  /** The latest last. */
  private final List<Prepared> prepared = new ArrayList<>();

  /** {@code folder} is for the vectors of this group alone; it need not exist. */
  public Router(Embedder embedder, Path folder) {
    this.embedder = embedder;
    this.folder = folder;
  }

  /** What was made of candidates, until they change. */
  private record Prepared(
      Language language,
      List<Candidate> candidates,
      List<Dossier> dossiers,
      WordScores words,
      @Nullable MeaningScores meaning) {}

  /** Either scores by meaning, or why there are none. */
  private record Attempt(@Nullable MeaningScores scores, float @Nullable [] vector, String why) {}

  /** Finds the file; {@code candidates} are in the order of the index. */
  public Routed route(String message, List<Candidate> candidates, Mode mode) {
    List<Candidate> routable = candidates.stream().filter(Candidate::isRoutable).toList();
    Language language = Language.of(message);
    Prepared now = prepare(routable, language);
    if (message.isBlank() || routable.isEmpty()) {
      return byWords(message, now, Optional.empty());
    }
    return switch (mode) {
      case LEXICAL -> byWords(message, now, Optional.empty());
      case MEANING -> byMeaning(message, language, now);
      case READY -> {
        if (embedder.isReady(language)) {
          yield byMeaning(message, language, now);
        }
        embedder.warm(language);
        yield byWords(message, now, Optional.of("the model is not loaded yet"));
      }
    };
  }

  private static Routed byWords(String message, Prepared now, Optional<String> note) {
    List<Match> matches = now.words().matches(message);
    Routing.Talk talk = now.words().talk(message);
    return routed(matches, talk, WordScores.BAR, Mode.LEXICAL, note);
  }

  private Routed byMeaning(String message, Language language, Prepared now) {
    Attempt attempt = attempt(message, language, now);
    MeaningScores scores = attempt.scores();
    float[] vector = attempt.vector();
    if (scores == null || vector == null) {
      return byWords(message, now, Optional.of(attempt.why()));
    }
    List<Match> matches = scores.matches(message, vector);
    return routed(matches, scores.talk(vector), scores.bar(), Mode.MEANING, Optional.empty());
  }

  private static Routed routed(
      List<Match> matches, Routing.Talk talk, Routing.Bar bar, Mode by, Optional<String> note) {
    Routing routing = Routing.decide(matches, talk, bar);
    return new Routed(routing, by, note, Routing.margin(matches, talk, bar), matches);
  }

  private Attempt attempt(String message, Language language, Prepared now) {
    return switch (embedder.embed(language, Embedder.Use.PLAIN, List.of(message))) {
      case Embedded.NoModel(String why) -> new Attempt(null, null, why);
      case Embedded.Vectors(List<float[]> all) -> {
        MeaningScores scores = now.meaning();
        yield scores != null
            ? new Attempt(scores, all.getFirst(), "")
            : prepareMeaning(language, now, all.getFirst());
      }
    };
  }

  private synchronized Prepared prepare(List<Candidate> candidates, Language language) {
    Optional<Prepared> known = known(candidates, language);
    if (known.isPresent()) {
      return known.get();
    }
    List<Dossier> dossiers = candidates.stream().map(each -> Dossier.of(each, language)).toList();
    Prepared fresh =
        new Prepared(language, candidates, dossiers, new WordScores(language, dossiers), null);
    keep(fresh);
    return fresh;
  }

  private Optional<Prepared> known(List<Candidate> candidates, Language language) {
    return prepared.stream()
        .filter(each -> each.language() == language && each.candidates().equals(candidates))
        .findFirst();
  }

  /** A message may be held against all files, then against all but one, and then against few. */
  private void keep(Prepared fresh) {
    prepared.removeIf(each ->
        each.language() == fresh.language() && each.candidates().equals(fresh.candidates()));
    prepared.add(fresh);
    if (prepared.size() > MAX_PREPARED) {
      prepared.removeFirst();
    }
  }

  private synchronized Attempt prepareMeaning(Language language, Prepared now, float[] vector) {
    MeaningScores known =
        known(now.candidates(), language).map(each -> each.meaning()).orElse(null);
    if (known != null) {
      return new Attempt(known, vector, "");
    }
    VectorFile file = new VectorFile(folder, embedder.model(language));
    Map<String, float[]> kept = file.read();
    Map<String, float[]> needed = new HashMap<>();
    Set<String> missing = new LinkedHashSet<>();
    for (String text : MeaningScores.texts(language, now.dossiers())) {
      String key = VectorFile.key(text);
      float[] old = kept.get(key);
      if (old != null && old.length == vector.length) {
        needed.put(key, old);
      } else {
        missing.add(text);
      }
    }
    if (!missing.isEmpty()) {
      List<String> texts = new ArrayList<>(missing);
      switch (embedder.embed(language, Embedder.Use.PLAIN, texts)) {
        case Embedded.NoModel(String why) -> {
          return new Attempt(null, null, why);
        }
        case Embedded.Vectors(List<float[]> all) -> {
          for (int at = 0; at < all.size(); at++) {
            needed.put(VectorFile.key(texts.get(at)), all.get(at));
          }
        }
      }
      file.write(needed);
    }
    MeaningScores scores = new MeaningScores(language, now.dossiers(), now.words(), needed);
    keep(new Prepared(language, now.candidates(), now.dossiers(), now.words(), scores));
    return new Attempt(scores, vector, "");
  }
}
