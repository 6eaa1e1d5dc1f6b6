package comity.conformance.terminal;

import comity.terminal.Screen;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Says what a {@link Screen} shows, as {@code xterm.mjs} does for the one it is compared with. */
final class ScreenDump {
  private static final int[] MODES = {1, 6, 7, 25, 45, 66, 1004, 2004, 2026, 1049};
  private static final int[] MICE = {9, 1000, 1002, 1003};
  private static final int[] FORMS = {1006, 1016};

  private ScreenDump() {}

  static List<String> lines(Screen screen) {
    List<String> lines = new ArrayList<>();
    lines.add("cursor " + screen.cursorColumn() + " " + screen.cursorRow());
    lines.add("modes " + modes(screen));
    lines.add("title " + screen.title());
    for (int y = 0; y < screen.rows(); y++) {
      lines.add(row(screen, y));
    }
    return lines;
  }

  private static String modes(Screen screen) {
    List<String> on =
        IntStream.of(MODES).filter(screen::isSet).mapToObj(Integer::toString).toList();
    return String.join(" ", on)
        + " mouse "
        + IntStream.of(MICE).filter(screen::isSet).findFirst().orElse(0)
        + " "
        + IntStream.of(FORMS).filter(screen::isSet).findFirst().orElse(0)
        + " shape "
        + screen.cursorShape();
  }

  private static String row(Screen screen, int y) {
    List<String> parts = new ArrayList<>();
    String last = "";
    int times = 0;
    for (int x = 0; x < screen.columns(); x++) {
      Screen.Cell cell = screen.cell(x, y);
      String text = cell.text() + "|" + cell.width() + "|" + cell.style() + "|" + cell.link();
      if (!text.equals(last) && times > 0) {
        parts.add(last + "*" + times);
        times = 0;
      }
      last = text;
      times++;
    }
    parts.add(last + "*" + times);
    return (screen.isWrapped(y) ? "+ " : "- ") + String.join("\t", parts);
  }
}
