package comity.search;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What the index knows of a file beside the words of its passages; one array element each.
 *
 * @param name from the project's root
 * @param stamp of when it was read
 * @param section which heading it stands under; see {@link Passage#section()}
 * @param day days since 1970-01-01, or {@link #NO_DAY}
 * @param asks whether it ends with a question mark
 * @param chinese whether the Chinese model reads it
 * @param print what its vector is kept under; see {@link Fingerprint}
 * @param speaker who says it; empty where nobody is named
 */
record FileCard(
    String name,
    String stamp,
    int[] section,
    int[] day,
    boolean[] asks,
    boolean[] chinese,
    long[] print,
    String[] speaker) {
  static final int NO_DAY = Integer.MIN_VALUE;

  int size() {
    return section.length;
  }

  static FileCard of(Texts.Listed file, List<Passage> passages) {
    int size = passages.size();
    FileCard card =
        new FileCard(
            file.name(),
            file.stamp(),
            new int[size],
            new int[size],
            new boolean[size],
            new boolean[size],
            new long[size],
            new String[size]);
    for (int i = 0; i < size; i++) {
      Passage passage = passages.get(i);
      card.section[i] = passage.section();
      card.day[i] = passage.day().isPresent() ? (int) passage.day().getAsLong() : NO_DAY;
      card.asks[i] = passage.asks();
      card.chinese[i] = passage.isChinese();
      card.print[i] = passage.print();
      card.speaker[i] = passage.speaker();
    }
    return card;
  }

  byte[] bytes() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(64 + size() * 24);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeUTF(name);
      out.writeUTF(stamp);
      out.writeInt(size());
      for (int i = 0; i < size(); i++) {
        out.writeInt(section[i]);
        out.writeInt(day[i]);
        out.writeByte((asks[i] ? 1 : 0) + (chinese[i] ? 2 : 0));
        out.writeLong(print[i]);
        out.writeUTF(speaker[i]);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  /**
   * Reads what {@link #bytes} wrote.
   *
   * @throws IOException where it is something else
   */
  static FileCard read(byte[] bytes, int offset, int length) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(bytes, offset, length))) {
      String name = in.readUTF();
      String stamp = in.readUTF();
      int size = in.readInt();
      if (size < 0 || size > length) {
        throw new IOException("a card of " + size + " passages");
      }
      FileCard card =
          new FileCard(
              name,
              stamp,
              new int[size],
              new int[size],
              new boolean[size],
              new boolean[size],
              new long[size],
              new String[size]);
      String before = "";
      for (int i = 0; i < size; i++) {
        card.section[i] = in.readInt();
        card.day[i] = in.readInt();
        int flags = in.readByte();
        card.asks[i] = (flags & 1) != 0;
        card.chinese[i] = (flags & 2) != 0;
        card.print[i] = in.readLong();
        String speaker = in.readUTF();
        card.speaker[i] = speaker.equals(before) ? before : speaker;
        before = speaker;
      }
      return card;
    }
  }
}
