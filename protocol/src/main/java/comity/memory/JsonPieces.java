package comity.memory;

import java.util.ArrayList;
import java.util.List;

/**
 * Takes the objects out of the arrays of an object that is too long to be read as a whole, while it
 * is read line by line.
 */
final class JsonPieces {
  /** The object, its array, the object in it. */
  private static final int DEPTH = 3;

  private final int most;
  private final StringBuilder piece = new StringBuilder();
  private int depth;
  private boolean quoted;
  private boolean escaped;
  private boolean tooLong;

  /** Pieces of at most that many characters; longer ones are cut off, so that they are no JSON. */
  JsonPieces(int most) {
    this.most = most;
  }

  /** Reads a line; gives the pieces that end in it. */
  List<String> add(String line) {
    List<String> pieces = new ArrayList<>();
    for (int at = 0; at < line.length(); at++) {
      char c = line.charAt(at);
      if (depth >= DEPTH || (!quoted && (c == '{' || c == '['))) {
        keep(c);
      }
      if (escaped) {
        escaped = false;
      } else if (quoted) {
        escaped = c == '\\';
        quoted = c != '"';
      } else if (c == '"') {
        quoted = true;
      } else if (c == '{' || c == '[') {
        depth++;
        if (depth < DEPTH) {
          piece.setLength(0);
        }
      } else if (c == '}' || c == ']') {
        depth--;
        if (depth == DEPTH - 1) {
          pieces.add(tooLong ? "" : piece.toString());
          tooLong = false;
        }
        if (depth < DEPTH) {
          piece.setLength(0);
        }
      }
    }
    if (depth >= DEPTH) {
      keep('\n');
    }
    return pieces;
  }

  private void keep(char c) {
    if (piece.length() < most) {
      piece.append(c);
    } else {
      tooLong = true;
    }
  }
}
