package comity.memory;

import comity.roles.Lines;
import comity.roles.Structure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The part of somebody's file that is Comity's, between two lines of its own; nothing else of the
 * file is touched.
 *
 * @param begin how the line before it begins
 * @param end the line behind it
 */
record OwnPart(String begin, String end) {

  /** What came of looking for it. */
  sealed interface Finding {
    /** The lines of both marks. */
    record Found(int from, int to) implements Finding {}

    /** There is none. */
    record Missing() implements Finding {}

    /** The marks do not go together; {@code why} names their lines. */
    record Malformed(String why) implements Finding {}
  }

  Finding in(Lines file) {
    List<Integer> begins = new ArrayList<>();
    List<Integer> ends = new ArrayList<>();
    for (int line = 0; line < file.size(); line++) {
      String text = file.text(line).strip();
      if (text.contains(begin)) {
        begins.add(line);
      } else if (text.contains(end)) {
        ends.add(line);
      }
    }
    if (begins.isEmpty() && ends.isEmpty()) {
      return new Finding.Missing();
    }
    if (begins.size() > 1 || ends.size() > 1) {
      List<Integer> many = begins.size() > 1 ? begins : ends;
      return new Finding.Malformed(
          "the mark "
              + (begins.size() > 1 ? begin : end)
              + " stands in the lines "
              + (many.get(0) + 1)
              + " and "
              + (many.get(1) + 1));
    }
    if (begins.isEmpty()) {
      return new Finding.Malformed(
          "line " + (ends.getFirst() + 1) + " has " + end + " without " + begin);
    }
    if (ends.isEmpty() || ends.getFirst() < begins.getFirst()) {
      return new Finding.Malformed(
          "line " + (begins.getFirst() + 1) + " has " + begin + " without " + end + " behind it");
    }
    return new Finding.Found(begins.getFirst(), ends.getFirst());
  }

  /** The lines between the marks. */
  static List<String> lines(Lines file, Finding.Found found) {
    return file.texts().subList(found.from() + 1, found.to());
  }

  /**
   * The file with these lines between the marks. Where there are none yet they come at its end,
   * with nothing around them, so that they can go without a trace; empty where they are malformed.
   *
   * @param first the mark before them, where there is none yet
   */
  Optional<Lines> with(Lines file, String first, List<String> lines) {
    return switch (in(file)) {
      case Finding.Malformed _ -> Optional.empty();
      case Finding.Missing _ -> {
        List<String> all = new ArrayList<>(List.of(first));
        all.addAll(lines);
        all.add(end);
        yield Optional.of(file.insert(Structure.end(file), all));
      }
      case Finding.Found found ->
          Optional.of(
              lines(file, found).equals(lines)
                  ? file
                  : file.remove(found.from() + 1, found.to()).insert(found.from() + 1, lines));
    };
  }

  /** The file without the part and its marks, byte for byte what it was before. */
  static Lines without(Lines file, Finding.Found found) {
    return found.to() + 1 == file.size()
        ? file.cut(found.from())
        : file.remove(found.from(), found.to() + 1);
  }
}
