package comity.frames;

import comity.json.Json;
import comity.json.JsonNumber;
import comity.json.JsonObject;
import comity.json.JsonReading;
import comity.terminal.Size;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * One of the pieces that go over the host's socket: the length of the content in four bytes, the
 * highest first, a byte that says which kind it is, and the content.
 */
public final class Frame {
  /** Of this protocol; said first by both sides. */
  public static final int VERSION = 1;

  /** In bytes: more than any screen takes, and no peer can make the other keep more. */
  public static final int MAX_CONTENT = 4 << 20;

  /** Before the content. */
  static final int HEAD = 5;

  /** Which kind it is. */
  public enum Kind {
    /** {@code {"version":1}}, from both sides. */
    HELLO('h'),
    /** An {@link Ask}. */
    ASK('?'),
    /** A {@link Reply}. */
    REPLY('!'),
    /** What happened, as JSON; to viewers and watchers. */
    EVENT('e'),
    /** Bytes for the program of the session that is viewed. */
    INPUT('i'),
    /** Bytes for the viewer's terminal. */
    OUTPUT('o'),
    /** The viewer's terminal is that large: columns and rows, two bytes each. */
    SIZE('z');

    private final byte sign;

    Kind(char sign) {
      this.sign = (byte) sign;
    }

    static Optional<Kind> of(byte sign) {
      return switch (sign) {
        case 'h' -> Optional.of(HELLO);
        case '?' -> Optional.of(ASK);
        case '!' -> Optional.of(REPLY);
        case 'e' -> Optional.of(EVENT);
        case 'i' -> Optional.of(INPUT);
        case 'o' -> Optional.of(OUTPUT);
        case 'z' -> Optional.of(SIZE);
        default -> Optional.empty();
      };
    }
  }

  private final Kind kind;
  private final byte[] content;

  Frame(Kind kind, byte[] content) {
    this.kind = kind;
    this.content = content;
  }

  /** The first of either side. */
  public static byte[] hello() {
    return json(Kind.HELLO, JsonObject.empty().with("version", VERSION));
  }

  /** A frame of JSON. */
  public static byte[] json(Kind kind, JsonObject json) {
    byte[] content = Json.write(json);
    return bytes(kind, content, 0, content.length);
  }

  /** A frame of bytes, of the array from {@code from} on. */
  public static byte[] bytes(Kind kind, byte[] bytes, int from, int size) {
    if (size > MAX_CONTENT) {
      throw new IllegalArgumentException(size + " bytes in a frame");
    }
    return ByteBuffer.allocate(HEAD + size)
        .putInt(size)
        .put(kind.sign)
        .put(bytes, from, size)
        .array();
  }

  /** Says how large the viewer's terminal is. */
  public static byte[] size(Size size) {
    return ByteBuffer.allocate(HEAD + 4)
        .putInt(4)
        .put(Kind.SIZE.sign)
        .putShort((short) size.columns())
        .putShort((short) size.rows())
        .array();
  }

  public Kind kind() {
    return kind;
  }

  /** Not to be changed. */
  public byte[] content() {
    return content;
  }

  /** The content where it is a JSON object. */
  public Optional<JsonObject> json() {
    return Json.read(Arrays.copyOf(content, content.length))
            instanceof JsonReading.Read(JsonObject object)
        ? Optional.of(object)
        : Optional.empty();
  }

  /** The content where it is a size. */
  public Optional<Size> size() {
    if (content.length != 4) {
      return Optional.empty();
    }
    ByteBuffer numbers = ByteBuffer.wrap(content);
    return Optional.of(new Size(numbers.getShort(), numbers.getShort()));
  }

  /** Whether it is the first frame of a peer that speaks this version. */
  public boolean isHello() {
    return kind == Kind.HELLO
        && json()
            .flatMap(json -> Optional.ofNullable(json.get("version")))
            .filter(JsonNumber.of(VERSION)::equals)
            .isPresent();
  }
}
