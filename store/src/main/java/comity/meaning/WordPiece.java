package comity.meaning;

import comity.json.Json;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.json.JsonValue;
import java.io.IOException;
import java.text.Normalizer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Cuts text into the numbered pieces of words that a BERT model was trained on: words at blanks,
 * punctuation and Han characters, each by itself; then always the longest piece that the vocabulary
 * has. Letters lose case and accents. The Chinese vocabulary has no capital letters either, though
 * the file it comes in does not ask for small ones.
 */
final class WordPiece {
  /** A longer word is no word; the models were trained so. */
  private static final int MAX_WORD = 100;

  private final Map<String, Integer> vocabulary;
  private final int unknown;
  private final int first;
  private final int last;

  private WordPiece(Map<String, Integer> vocabulary) {
    this.vocabulary = vocabulary;
    this.unknown = special("[UNK]");
    this.first = special("[CLS]");
    this.last = special("[SEP]");
  }

  private int special(String piece) {
    Integer id = vocabulary.get(piece);
    if (id == null) {
      throw new IllegalArgumentException("the vocabulary has no " + piece);
    }
    return id;
  }

  /** Of a vocabulary as in a {@code tokenizer.json}. */
  static WordPiece read(byte[] json) throws IOException {
    List<String> pieces = pieces(json);
    return of(pieces);
  }

  /** Of a vocabulary with the pieces in the order of their numbers. */
  static WordPiece of(List<String> pieces) {
    Map<String, Integer> vocabulary = HashMap.newHashMap(pieces.size());
    for (int id = 0; id < pieces.size(); id++) {
      vocabulary.put(pieces.get(id), id);
    }
    return new WordPiece(vocabulary);
  }

  /** The pieces of a {@code tokenizer.json}, in the order of their numbers. */
  static List<String> pieces(byte[] json) throws IOException {
    if (!(Json.read(json) instanceof JsonReading.Read(JsonObject whole))) {
      throw new IOException("the tokenizer is no JSON");
    }
    JsonObject vocabulary =
        whole
            .object("model")
            .flatMap(model -> model.object("vocab"))
            .orElseThrow(() -> new IOException("the tokenizer has no vocabulary"));
    String[] pieces = new String[vocabulary.members().size()];
    for (Map.Entry<String, JsonValue> entry : vocabulary.members().entrySet()) {
      int id =
          entry.getValue() instanceof JsonNumber number ? Integer.parseInt(number.digits()) : -1;
      if (id < 0 || id >= pieces.length || pieces[id] != null) {
        throw new IOException("the numbers of the vocabulary do not run from 0");
      }
      pieces[id] = entry.getKey();
    }
    return List.of(pieces);
  }

  /** The pieces between the marks of beginning and end; what is past {@code limit} is left out. */
  long[] encode(String text, int limit) {
    Pieces pieces = new Pieces(limit - 1);
    pieces.add(first);
    String clean = clean(text, limit);
    int from = -1;
    for (int at = 0; at < clean.length() && !pieces.isFull(); ) {
      int c = clean.codePointAt(at);
      int next = at + Character.charCount(c);
      boolean alone = isPunctuation(c) || isHan(c);
      if (alone || Character.isWhitespace(c)) {
        if (from >= 0) {
          word(clean.substring(from, at), pieces);
        }
        from = -1;
        if (alone) {
          word(clean.substring(at, next), pieces);
        }
      } else if (from < 0) {
        from = at;
      }
      at = next;
    }
    if (from >= 0) {
      word(clean.substring(from), pieces);
    }
    return pieces.ended(last);
  }

  /** As many characters as could become {@code limit} pieces, without marks, small, plain. */
  private static String clean(String text, int limit) {
    int enough = Math.min(text.length(), limit * MAX_WORD);
    StringBuilder clean = new StringBuilder(enough);
    String plain =
        Normalizer.normalize(
            text.substring(0, enough).toLowerCase(Locale.ROOT), Normalizer.Form.NFD);
    plain
        .codePoints()
        .forEach(c -> {
          int type = Character.getType(c);
          if (c == '\t' || c == '\n' || c == '\r' || type == Character.SPACE_SEPARATOR) {
            clean.append(' ');
          } else if (c != 0
              && c != 0xFFFD
              && type != Character.CONTROL
              && type != Character.FORMAT
              && type != Character.NON_SPACING_MARK) {
            clean.appendCodePoint(c);
          }
        });
    return clean.toString();
  }

  private void word(String word, Pieces into) {
    if (word.codePointCount(0, word.length()) > MAX_WORD) {
      into.add(unknown);
      return;
    }
    int mark = into.size();
    for (int from = 0; from < word.length(); ) {
      int to = word.length();
      Integer id = null;
      while (to > from && id == null) {
        id = vocabulary.get(from == 0 ? word.substring(0, to) : "##" + word.substring(from, to));
        to = id == null ? word.offsetByCodePoints(to, -1) : to;
      }
      if (id == null) {
        into.cut(mark);
        into.add(unknown);
        return;
      }
      into.add(id);
      from = to;
    }
  }

  private static boolean isPunctuation(int c) {
    // All signs of ASCII count, also those that Unicode calls symbols.
    if (c < 128) {
      return c > ' ' && c < 127 && !Character.isLetterOrDigit(c);
    }
    return switch (Character.getType(c)) {
      case Character.CONNECTOR_PUNCTUATION,
          Character.DASH_PUNCTUATION,
          Character.START_PUNCTUATION,
          Character.END_PUNCTUATION,
          Character.INITIAL_QUOTE_PUNCTUATION,
          Character.FINAL_QUOTE_PUNCTUATION,
          Character.OTHER_PUNCTUATION ->
          true;
      default -> false;
    };
  }

  /** The blocks of Han characters that the models cut at; not kana, not Hangul. */
  private static boolean isHan(int c) {
    return (c >= 0x4E00 && c <= 0x9FFF)
        || (c >= 0x3400 && c <= 0x4DBF)
        || (c >= 0x20000 && c <= 0x2A6DF)
        || (c >= 0x2A700 && c <= 0x2CEAF)
        || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x2F800 && c <= 0x2FA1F);
  }

  /** The pieces so far, up to a limit. */
  private static final class Pieces {
    private final int limit;
    private long[] ids = new long[32];
    private int size;

    Pieces(int limit) {
      this.limit = limit;
    }

    void add(int id) {
      if (size == ids.length) {
        ids = Arrays.copyOf(ids, size * 2);
      }
      ids[size++] = id;
    }

    int size() {
      return size;
    }

    void cut(int to) {
      size = to;
    }

    boolean isFull() {
      return size >= limit;
    }

    long[] ended(int end) {
      size = Math.min(size, limit);
      add(end);
      return Arrays.copyOf(ids, size);
    }
  }
}
