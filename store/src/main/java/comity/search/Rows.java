package comity.search;

import java.util.Arrays;

/** Fingerprints, numbered from 0 in the order in which they came. */
final class Rows {
  private long[] prints = new long[64];
  private int[] slots = new int[256];
  private int size;

  int size() {
    return size;
  }

  /** The number of a fingerprint; -1 where it is not among them. */
  int get(long print) {
    for (int slot = slot(print); slots[slot] != 0; slot = next(slot)) {
      if (prints[slots[slot] - 1] == print) {
        return slots[slot] - 1;
      }
    }
    return -1;
  }

  /** Adds one that is not among them. */
  void put(long print) {
    if (size == prints.length) {
      prints = Arrays.copyOf(prints, size * 2);
    }
    if (size * 2 >= slots.length) {
      slots = new int[slots.length * 2];
      for (int row = 0; row < size; row++) {
        place(row);
      }
    }
    prints[size] = print;
    place(size++);
  }

  void clear() {
    Arrays.fill(slots, 0);
    size = 0;
  }

  private void place(int row) {
    int slot = slot(prints[row]);
    while (slots[slot] != 0) {
      slot = next(slot);
    }
    slots[slot] = row + 1;
  }

  /** Fingerprints are as good as random already. */
  private int slot(long print) {
    return (int) print & (slots.length - 1);
  }

  private int next(int slot) {
    return (slot + 1) & (slots.length - 1);
  }
}
