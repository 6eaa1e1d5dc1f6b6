package comity.meaning;

import ai.onnxruntime.OnnxTensor;
import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.FloatBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * One model that is loaded. Each text runs by itself: these models round by what is largest in the
 * whole batch, so that in a batch the vector of a text would depend on its neighbours. May be used
 * by many threads at a time.
 */
final class Encoder implements AutoCloseable {
  /** What the models were trained with; what is past it is not looked at. */
  static final int MAX_TOKENS = 512;

  private final Model model;
  private final WordPiece pieces;
  private final OrtEnvironment environment;
  private final OrtSession session;

  private Encoder(Model model, WordPiece pieces, OrtEnvironment environment, OrtSession session) {
    this.model = model;
    this.pieces = pieces;
    this.environment = environment;
    this.session = session;
  }

  /** Loads it, which takes some hundred milliseconds. */
  static Encoder load(Model model, Unpacked unpacked) throws IOException, OrtException {
    unpacked.offerCode();
    WordPiece pieces = WordPiece.of(unpacked.vocabulary(model));
    OrtEnvironment environment =
        OrtEnvironment.getEnvironment(OrtLoggingLevel.ORT_LOGGING_LEVEL_ERROR);
    try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
      options.setIntraOpNumThreads(1);
      options.setInterOpNumThreads(1);
      options.setCPUArenaAllocator(false);
      OrtSession session;
      try {
        session = environment.createSession(unpacked.model(model).toString(), options);
      } catch (OrtException damaged) {
        unpacked.forget(model);
        session = environment.createSession(unpacked.model(model).toString(), options);
      }
      return new Encoder(model, pieces, environment, session);
    }
  }

  /** The vector of a text, of length 1. */
  float[] encode(String text) throws OrtException {
    long[] ids = pieces.encode(text, MAX_TOKENS);
    long[] shape = {1, ids.length};
    long[] ones = new long[ids.length];
    Arrays.fill(ones, 1);
    try (OnnxTensor input = OnnxTensor.createTensor(environment, LongBuffer.wrap(ids), shape);
        OnnxTensor mask = OnnxTensor.createTensor(environment, LongBuffer.wrap(ones), shape);
        OnnxTensor types =
            OnnxTensor.createTensor(environment, LongBuffer.wrap(new long[ids.length]), shape)) {
      Map<String, OnnxTensor> inputs = new HashMap<>();
      inputs.put("input_ids", input);
      inputs.put("attention_mask", mask);
      inputs.put("token_type_ids", types);
      inputs.keySet().retainAll(session.getInputNames());
      try (OrtSession.Result result = session.run(inputs)) {
        OnnxTensor states = (OnnxTensor) result.get(0);
        int width = (int) states.getInfo().getShape()[2];
        return pool(states.getFloatBuffer(), ids.length, width);
      }
    }
  }

  private float[] pool(FloatBuffer states, int tokens, int width) {
    float[] vector = new float[width];
    int rows =
        switch (model.pooling()) {
          case FIRST -> 1;
          case MEAN -> tokens;
        };
    for (int row = 0; row < rows; row++) {
      for (int column = 0; column < width; column++) {
        vector[column] += states.get(row * width + column);
      }
    }
    double square = 0;
    for (float each : vector) {
      square += (double) each * each;
    }
    float length = (float) Math.sqrt(square);
    for (int column = 0; column < width; column++) {
      vector[column] = length == 0 ? 0 : vector[column] / length;
    }
    return vector;
  }

  @Override
  public void close() throws OrtException {
    session.close();
  }
}
