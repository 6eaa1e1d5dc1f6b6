package comity.search;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** What is stored of a passage to be shown. */
record Entry(int firstLine, int lastLine, String headings, String said, String text) {
  static byte[] bytes(Passage passage) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(passage.text().length() + 32);
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(passage.firstLine());
      out.writeInt(passage.lastLine());
      write(out, passage.headings());
      out.writeInt(passage.text().length() - passage.said().length());
      write(out, passage.text());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  static Entry read(byte[] bytes, int offset, int length) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new ByteArrayInputStream(bytes, offset, length))) {
      int first = in.readInt();
      int last = in.readInt();
      String headings = text(in);
      int name = in.readInt();
      String text = text(in);
      if (name < 0 || name > text.length()) {
        throw new IOException("a name of " + name + " letters");
      }
      return new Entry(first, last, headings, text.substring(name), text);
    }
  }

  private static void write(DataOutputStream out, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  private static String text(DataInputStream in) throws IOException {
    int length = in.readInt();
    if (length < 0 || length > in.available()) {
      throw new IOException("a text of " + length + " bytes");
    }
    return new String(in.readNBytes(length), StandardCharsets.UTF_8);
  }
}
