package comity.meaning;

import java.nio.file.Path;
import java.util.List;

/** A program that embeds one text with the models in a folder, and says what came of it. */
final class OneEmbedding {
  private OneEmbedding() {}

  public static void main(String[] args) {
    try (Embedder embedder = new Embedder(Path.of(args[0]))) {
      System.out.println(
          switch (embedder.embed(Language.ENGLISH, Embedder.Use.PLAIN, List.of("one text"))) {
            case Embedded.Vectors(List<float[]> all) -> "vectors of " + all.getFirst().length;
            case Embedded.NoModel(String why) -> "no model: " + why;
          });
    }
  }
}
