package comity.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The styles, links and clusters of characters that the cells of a screen name by number, each
 * once. 0 is the style of a new terminal, and no link. What no cell names any more is dropped by
 * {@link #keep}.
 *
 * <p>A program can name as many as the screen has cells, so that there is a limit to each kind:
 * what comes beyond it is shown plain, links nowhere, or joins nothing.
 */
final class Styles {
  /** In UTF-16 units; a longer one links nowhere. */
  private static final int MAX_LINK = 2083;

  private static final int LINK_SHIFT = Integer.SIZE;

  /** So many are there whatever the size: no program of a small screen counts its colours. */
  private static final int LEAST = 1024;

  /** What each takes, in bytes and with its place in arrays and tables; a link its text as well. */
  private static final int STYLE = 32;

  private static final int LINK = 64;
  private static final int CLUSTER = 200;

  /** So many it has whatever others take: all that most programs use. */
  private static final int OWN_STYLES = 256;

  /** A picture of a large screen. */
  private static final int MOST_STYLES = 1 << 16;

  /** No script has as many on one screen. */
  private static final int MOST_CLUSTERS = 1 << 14;

  /** Of all links, in UTF-16 units: a long one in each row, and a path for each few cells. */
  private static final int LEAST_LINKS = 64 << 10;

  private static final int MOST_LINKS = 1 << 20;
  private static final int LINK_EACH_CELL = 16;

  /** Beside the look: the colour of the underline, and above 32 bits the number of the link. */
  private long[] extras = new long[16];

  private long[] looks = new long[16];
  private int[] table = new int[64];
  private int count = 1;
  private int lastFound;

  private List<String> links = new ArrayList<>(List.of(""));
  private final List<String> clusters = new ArrayList<>();
  private final Map<String, Integer> clusterNumbers = new HashMap<>();

  private int mostStyles = LEAST;
  private int mostClusters = LEAST;
  private int mostLinks = LEAST_LINKS;

  /** The length of all links. */
  private int linked;

  /** What was not taken since it was last looked what is named. */
  private int refused;

  /** More than this, and it is time to {@link #keep} only what is named. */
  private int enough = LEAST;

  private int enoughClusters = LEAST;
  private int enoughLinks = LEAST_LINKS / 2;

  private final Allowance allowance;
  private long taken;

  /** A screen of so many cells names them. */
  Styles(int cells, Allowance allowance) {
    this.allowance = allowance;
    limit(cells);
  }

  /** The screen has so many cells from now on; what is there stays. */
  void limit(int cells) {
    mostStyles = Math.clamp(cells, 2 * LEAST, MOST_STYLES);
    mostClusters = Math.clamp(cells / 2, LEAST, MOST_CLUSTERS);
    mostLinks = Math.clamp((long) LINK_EACH_CELL * cells, LEAST_LINKS, MOST_LINKS);
  }

  long look(int style) {
    return looks[style];
  }

  int underlineColour(int style) {
    return (int) extras[style];
  }

  /** What stands between {@code OSC 8;} and the end; empty where it links nowhere. */
  String link(int style) {
    return links.get((int) (extras[style] >>> LINK_SHIFT));
  }

  long extra(int style) {
    return extras[style];
  }

  /** What is beside a look, but for the link. */
  static long withoutLink(long extra) {
    return extra & 0xFFFF_FFFFL;
  }

  int find(long look, long extra) {
    if (looks[lastFound] == look && extras[lastFound] == extra) {
      return lastFound;
    }
    if (look == 0 && extra == 0) {
      return 0;
    }
    int at = slot(look, extra);
    while (table[at] != 0) {
      int style = table[at];
      if (looks[style] == look && extras[style] == extra) {
        lastFound = style;
        return style;
      }
      at = at + 1 & table.length - 1;
    }
    if (count >= mostStyles || (count >= OWN_STYLES && !take(STYLE))) {
      refused++;
      return 0;
    }
    if (count == looks.length) {
      looks = Arrays.copyOf(looks, 2 * count);
      extras = Arrays.copyOf(extras, 2 * count);
    }
    looks[count] = look;
    extras[count] = extra;
    table[at] = count;
    lastFound = count++;
    if (2 * count > table.length) {
      rebuild(2 * table.length);
    }
    return lastFound;
  }

  private int slot(long look, long extra) {
    long mixed = (look ^ extra * 0x9E3779B97F4A7C15L) * 0xD6E8FEB86659FD93L;
    return (int) (mixed >>> 32) & table.length - 1;
  }

  private void rebuild(int size) {
    table = new int[size];
    for (int style = 1; style < count; style++) {
      int at = slot(looks[style], extras[style]);
      while (table[at] != 0) {
        at = at + 1 & size - 1;
      }
      table[at] = style;
    }
  }

  /** The number of a new link, to be put above 32 bits of what is beside a look. */
  long newLink(String link) {
    if (link.isEmpty() || link.length() > MAX_LINK) {
      return 0;
    }
    if (linked + link.length() > mostLinks
        || links.size() >= mostStyles
        || !take(LINK + link.length())) {
      refused++;
      return 0;
    }
    linked += link.length();
    links.add(link);
    return (long) (links.size() - 1) << LINK_SHIFT;
  }

  /** Its number; below 0 where there are too many. */
  int cluster(String text) {
    Integer known = clusterNumbers.get(text);
    if (known != null) {
      return known;
    }
    if (clusters.size() >= mostClusters || !take(CLUSTER)) {
      refused++;
      return -1;
    }
    clusters.add(text);
    clusterNumbers.put(text, clusters.size() - 1);
    return clusters.size() - 1;
  }

  /** The characters of a cell; empty where it has none. */
  String text(long cell) {
    if (!Cells.hasContent(cell)) {
      return "";
    }
    return Cells.isCluster(cell)
        ? clusters.get(Cells.code(cell))
        : Character.toString(Cells.code(cell));
  }

  boolean isFull() {
    // To look at all cells for each that was not taken would take too long.
    return count > enough
        || links.size() > enough
        || linked > enoughLinks
        || clusters.size() > enoughClusters
        || refused > enough;
  }

  private boolean take(long bytes) {
    if (!allowance.take(bytes)) {
      return false;
    }
    taken += bytes;
    return true;
  }

  /** The screen is not used any more: others may take what it took. */
  void release() {
    allowance.give(taken);
    taken = 0;
  }

  /**
   * Drops what none of them names, and numbers the others anew.
   *
   * @param lines of all screens
   * @param styles of others than lines; they are changed too
   */
  void keep(List<Line> lines, int[] styles) {
    BitSet named = new BitSet();
    BitSet clustersNamed = new BitSet();
    for (int style : styles) {
      named.set(style);
    }
    for (Line line : lines) {
      for (long cell : line.cells) {
        named.set(Cells.style(cell));
        if (Cells.isCluster(cell)) {
          clustersNamed.set(Cells.code(cell));
        }
      }
    }
    int[] anew = renumber(named);
    int[] clustersAnew = renumberClusters(clustersNamed);
    for (int i = 0; i < styles.length; i++) {
      styles[i] = anew[styles[i]];
    }
    for (Line line : lines) {
      for (int i = 0; i < line.cells.length; i++) {
        long cell = Cells.withStyle(line.cells[i], anew[Cells.style(line.cells[i])]);
        line.cells[i] =
            Cells.isCluster(cell)
                ? Cells.withContent(cell, Cells.CLUSTER | clustersAnew[Cells.code(cell)])
                : cell;
      }
    }
    long styled =
        (long) STYLE * Math.max(0, count - OWN_STYLES) + (long) LINK * links.size() + linked;
    long all = styled + (long) CLUSTER * clusters.size();
    if (all < taken) {
      allowance.give(taken - all);
      taken = all;
    }
    refused = 0;
    enough = Math.max(LEAST, 2 * Math.max(count, links.size()));
    enoughClusters = Math.max(LEAST, 2 * clusters.size());
    enoughLinks = Math.max(LEAST_LINKS / 2, 2 * linked);
  }

  private int[] renumber(BitSet named) {
    int[] anew = new int[count];
    List<String> keptLinks = new ArrayList<>(List.of(""));
    Map<Integer, Integer> linksAnew = new HashMap<>();
    int next = 1;
    for (int style = 1; style < count; style++) {
      if (named.get(style)) {
        anew[style] = next;
        looks[next] = looks[style];
        int link = (int) (extras[style] >>> LINK_SHIFT);
        if (link != 0 && !linksAnew.containsKey(link)) {
          linksAnew.put(link, keptLinks.size());
          keptLinks.add(links.get(link));
        }
        long linkAnew = linksAnew.getOrDefault(link, 0);
        extras[next] = withoutLink(extras[style]) | linkAnew << LINK_SHIFT;
        next++;
      }
    }
    links = keptLinks;
    linked = links.stream().mapToInt(String::length).sum();
    count = next;
    lastFound = 0;
    int size = 64;
    while (size < 2 * count) {
      size *= 2;
    }
    rebuild(size);
    if (looks.length > size) {
      looks = Arrays.copyOf(looks, size);
      extras = Arrays.copyOf(extras, size);
    }
    return anew;
  }

  private int[] renumberClusters(BitSet named) {
    int[] anew = new int[clusters.size()];
    List<String> kept = new ArrayList<>();
    for (int i = named.nextSetBit(0); i >= 0; i = named.nextSetBit(i + 1)) {
      anew[i] = kept.size();
      kept.add(clusters.get(i));
    }
    clusters.clear();
    clusterNumbers.clear();
    for (String text : kept) {
      clusterNumbers.put(text, clusters.size());
      clusters.add(text);
    }
    return anew;
  }
}
