package comity.search;

import comity.meaning.Language;
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
 * @param traits what is true of it: the sum of the constants below
 * @param print what its vector is kept under; see {@link Fingerprint}
 * @param speaker who says it; empty where nobody is named
 */
record FileCard(
    String name,
    String stamp,
    int[] section,
    int[] day,
    byte[] traits,
    long[] print,
    String[] speaker) {
  static final int NO_DAY = Integer.MIN_VALUE;

  /** It ends by asking: what is asked is seldom what is looked for. */
  static final int ASKS = 1;

  /** It asks something: what follows may be the answer. */
  static final int HAS_QUESTION = 2;

  /** It tells when something is. */
  static final int TELLS_TIME = 4;

  /** The Chinese model reads it. */
  static final int CHINESE = 8;

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
            new byte[size],
            new long[size],
            new String[size]);
    for (int i = 0; i < size; i++) {
      Passage passage = passages.get(i);
      card.section[i] = passage.section();
      card.day[i] = passage.day().isPresent() ? (int) passage.day().getAsLong() : NO_DAY;
      card.traits[i] = (byte) traits(passage);
      card.print[i] = passage.print();
      card.speaker[i] = passage.speaker();
    }
    return card;
  }

  private static int traits(Passage passage) {
    String text = passage.text();
    String end = text.stripTrailing();
    return (end.endsWith("?") || end.endsWith("？") ? ASKS : 0)
        + (text.indexOf('?') >= 0 || text.indexOf('？') >= 0 ? HAS_QUESTION : 0)
        + (Times.areIn(text) ? TELLS_TIME : 0)
        + (Language.of(text) == Language.CHINESE ? CHINESE : 0);
  }

  boolean is(int passage, int trait) {
    return (traits[passage] & trait) != 0;
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
        out.writeByte(traits[i]);
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
              new byte[size],
              new long[size],
              new String[size]);
      String before = "";
      for (int i = 0; i < size; i++) {
        card.section[i] = in.readInt();
        card.day[i] = in.readInt();
        card.traits[i] = in.readByte();
        card.print[i] = in.readLong();
        String speaker = in.readUTF();
        card.speaker[i] = speaker.equals(before) ? before : speaker;
        before = speaker;
      }
      return card;
    }
  }
}
