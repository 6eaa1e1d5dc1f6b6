package comity.memory;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import java.util.Optional;

/**
 * Counts tokens in one named encoding (MEM-11). Special tokens such as {@code <|endoftext|>} are
 * counted as the plain text they are in a file. The first count of an encoding reads its
 * vocabulary, which takes a while and some ten megabytes.
 */
public enum Tokenizer {
  O200K("o200k", EncodingType.O200K_BASE),
  CL100K("cl100k", EncodingType.CL100K_BASE);

  /** What counts where nothing is configured. */
  public static final Tokenizer DEFAULT = CL100K;

  private static final EncodingRegistry REGISTRY = Encodings.newLazyEncodingRegistry();

  private final String word;
  private final EncodingType type;

  Tokenizer(String word, EncodingType type) {
    this.word = word;
    this.type = type;
  }

  /** The name that configuration and records give it. */
  public String word() {
    return word;
  }

  public static Optional<Tokenizer> named(String word) {
    for (Tokenizer tokenizer : values()) {
      if (tokenizer.word.equals(word)) {
        return Optional.of(tokenizer);
      }
    }
    return Optional.empty();
  }

  /** How many tokens a text has. */
  public int count(String text) {
    return encoding().countTokensOrdinary(text);
  }

  /** Reads the vocabulary, where that was not done yet: then the first count need not. */
  public void prepare() {
    encoding();
  }

  private Encoding encoding() {
    return REGISTRY.getEncoding(type);
  }
}
