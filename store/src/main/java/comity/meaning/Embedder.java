package comity.meaning;

import ai.onnxruntime.OrtException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReadWriteLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.jspecify.annotations.Nullable;

/**
 * Turns texts into vectors. A model is loaded when it is first needed, or in the background after
 * {@link #warm}; one that can't be loaded is a {@link Embedded.NoModel} with the reason, and is not
 * tried again. The same text gives the same vector on one machine, whatever else is asked for. May
 * be used by many threads at a time, each of which runs the model on its own processor.
 */
public final class Embedder implements AutoCloseable {
  private final Unpacked unpacked;
  private final Map<Language, Slot> slots = new EnumMap<>(Language.class);

  /** Held for reading while a model runs, so that closing waits for it. */
  private final ReadWriteLock use = new ReentrantReadWriteLock();

  private volatile boolean closed;

  /** What the texts are for; some models want it said. */
  public enum Use {
    /** Is looked for. */
    QUERY,
    /** Is found. */
    PASSAGE,
    /** Is compared with its like: no prefix. */
    PLAIN
  }

  /** With the models that Comity comes with. {@code folder} is as for the other constructor. */
  public Embedder(Path folder) {
    this(folder, Map.of(Language.ENGLISH, Model.BGE_ENGLISH, Language.CHINESE, Model.BGE_CHINESE));
  }

  /**
   * With one model for each language. {@code folder} holds the models and ONNX Runtime's code
   * unpacked, about a hundred megabytes; what is missing there is unpacked on first use.
   */
  public Embedder(Path folder, Map<Language, Model> models) {
    unpacked = new Unpacked(folder);
    models.forEach((language, model) -> slots.put(language, new Slot(model)));
  }

  /** A model, and what came of loading it. */
  private static final class Slot {
    final Model model;
    final Latest latest = new Latest();
    volatile @Nullable Encoder encoder;
    volatile @Nullable String trouble;

    Slot(Model model) {
      this.model = model;
    }
  }

  /** What was asked last, since a question is asked of files and then of passages. */
  private static final class Latest {
    private static final int MAX = 16;

    private final Map<String, float[]> vectors = new LinkedHashMap<>();

    float[] of(String text, Encoder encoder) throws OrtException {
      synchronized (this) {
        float[] known = vectors.remove(text);
        if (known != null) {
          vectors.put(text, known);
          return known.clone();
        }
      }
      float[] vector = encoder.encode(text);
      synchronized (this) {
        vectors.put(text, vector);
        if (vectors.size() > MAX) {
          vectors.remove(vectors.keySet().iterator().next());
        }
      }
      return vector.clone();
    }
  }

  /** The name of a language's model; it should be part of whatever keeps vectors. */
  public String model(Language language) {
    Slot slot = slots.get(language);
    return slot == null ? "none" : slot.model.name();
  }

  /** Loads a model in the background; at once over where that is done or was tried. */
  public void warm(Language language) {
    Slot slot = slots.get(language);
    if (slot == null || slot.encoder != null || slot.trouble != null || closed) {
      return;
    }
    Thread.ofPlatform().daemon().name("model").start(() -> embed(language, Use.PLAIN, List.of("")));
  }

  /** Whether texts in that language are answered without a model being loaded first. */
  public boolean isReady(Language language) {
    Slot slot = slots.get(language);
    return slot != null && slot.encoder != null && !closed;
  }

  /** Vectors of texts in the language that each is written in; see {@link Language#of}. */
  public Embedded embed(Language language, Use use, List<String> texts) {
    Slot slot = slots.get(language);
    if (slot == null) {
      return new Embedded.NoModel("there is no model for " + language);
    }
    this.use.readLock().lock();
    try {
      Encoder encoder = closed ? null : loaded(slot);
      if (encoder == null) {
        String why = slot.trouble;
        return new Embedded.NoModel(why == null ? "the models are closed" : why);
      }
      String prefix = prefix(slot.model, use);
      List<float[]> vectors = new ArrayList<>(texts.size());
      for (String text : texts) {
        vectors.add(
            texts.size() == 1
                ? slot.latest.of(prefix + text, encoder)
                : encoder.encode(prefix + text));
      }
      return new Embedded.Vectors(vectors);
    } catch (OrtException failed) {
      return new Embedded.NoModel("the model failed: " + failed.getMessage());
    } finally {
      this.use.readLock().unlock();
    }
  }

  private static String prefix(Model model, Use use) {
    return switch (use) {
      case QUERY -> model.queryPrefix();
      case PASSAGE -> model.passagePrefix();
      case PLAIN -> "";
    };
  }

  private @Nullable Encoder loaded(Slot slot) {
    Encoder ready = slot.encoder;
    if (ready != null || slot.trouble != null) {
      return ready;
    }
    synchronized (slot) {
      if (slot.encoder == null && slot.trouble == null) {
        try {
          slot.encoder = Encoder.load(slot.model, unpacked);
        } catch (IOException | OrtException | RuntimeException | LinkageError failed) {
          // Native code that is missing or does not fit shows as a LinkageError the first time and
          // as others later; whichever it is, work by words goes on.
          slot.trouble = "the model " + slot.model.name() + " can't be loaded: " + failed;
        }
      }
      return slot.encoder;
    }
  }

  @Override
  public void close() {
    use.writeLock().lock();
    try {
      closed = true;
      for (Slot slot : slots.values()) {
        Encoder encoder = slot.encoder;
        slot.encoder = null;
        if (encoder != null) {
          encoder.close();
        }
      }
    } catch (OrtException failed) {
      throw new IllegalStateException("a model could not be closed", failed);
    } finally {
      use.writeLock().unlock();
    }
  }
}
