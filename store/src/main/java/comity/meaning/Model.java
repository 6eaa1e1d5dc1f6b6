package comity.meaning;

/**
 * A model that comes as resources of a jar.
 *
 * @param name the resources are {@code NAME.onnx} and {@code NAME-tokenizer.json}
 * @param queryPrefix stands before a text that is looked for, as the model was trained
 * @param passagePrefix stands before a text that is found
 */
public record Model(String name, Pooling pooling, String queryPrefix, String passagePrefix) {

  /** How the vector of a text comes from those of its tokens. */
  public enum Pooling {
    /** That of the first token, which stands for the whole. */
    FIRST,
    /** The mean of all. */
    MEAN
  }

  public static final Model BGE_ENGLISH =
      new Model(
          "bge-small-en-v1.5-q",
          Pooling.FIRST,
          "Represent this sentence for searching relevant passages: ",
          "");

  public static final Model BGE_CHINESE =
      new Model("bge-small-zh-v1.5-q", Pooling.FIRST, "为这个句子生成表示以用于检索相关文章：", "");

  /** Better than {@link #BGE_ENGLISH} at finding passages; its jar is needed beside ours. */
  public static final Model E5_ENGLISH =
      new Model("e5-small-v2-q", Pooling.MEAN, "query: ", "passage: ");

  public Model {
    if (!name.matches("[a-z0-9][a-z0-9.-]*")) {
      throw new IllegalArgumentException("no name of a model: " + name);
    }
  }

  String file() {
    return name + ".onnx";
  }

  String tokenizer() {
    return name + "-tokenizer.json";
  }
}
