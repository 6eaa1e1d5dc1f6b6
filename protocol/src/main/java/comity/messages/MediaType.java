package comity.messages;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** The media types of files, by the ends of their names; the one table for every way in and out. */
public final class MediaType {
  /** What is known of bytes that nobody describes. */
  public static final String UNKNOWN = "application/octet-stream";

  private static final String TEXT = "text/plain";

  /**
   * Each type with the ends of names that it has, the usual one first. A program text that has no
   * registered type is a kind of {@code text}, so that whoever takes text takes it.
   */
  private static final String[][] TABLE = {
    {"image/png", "png"},
    {"image/jpeg", "jpg", "jpeg"},
    {"image/gif", "gif"},
    {"image/webp", "webp"},
    {"image/svg+xml", "svg"},
    {"image/avif", "avif"},
    {"image/bmp", "bmp"},
    {"image/heic", "heic"},
    {"image/tiff", "tiff", "tif"},
    {"audio/mpeg", "mp3"},
    {"audio/ogg", "ogg", "opus"},
    {"audio/wav", "wav"},
    {"audio/flac", "flac"},
    {"video/mp4", "mp4"},
    {"video/webm", "webm"},
    {"video/quicktime", "mov"},
    {TEXT, "txt", "text", "log", "ini", "conf", "cfg", "properties", "env", "lock"},
    {"text/markdown", "md", "markdown"},
    {"text/csv", "csv"},
    {"text/tab-separated-values", "tsv"},
    {"text/html", "html", "htm"},
    {"text/css", "css"},
    {"text/javascript", "js", "mjs", "cjs"},
    {"text/x-diff", "diff", "patch"},
    {"text/x-shellscript", "sh", "bash", "zsh", "fish"},
    {"text/x-python", "py"},
    {"text/x-java", "java"},
    {"text/x-c", "c", "h"},
    {"text/x-c++", "cpp", "cc", "hpp"},
    {"text/x-rust", "rs"},
    {"text/x-go", "go"},
    {"text/x-ruby", "rb"},
    {"text/x-typescript", "ts", "tsx"},
    {"text/calendar", "ics"},
    {"message/rfc822", "eml"},
    {"application/json", "json"},
    {"application/jsonl", "jsonl", "ndjson"},
    {"application/xml", "xml", "xsd", "xsl"},
    {"application/yaml", "yaml", "yml"},
    {"application/toml", "toml"},
    {"application/sql", "sql"},
    {"application/x-ipynb+json", "ipynb"},
    {"application/pdf", "pdf"},
    {"application/rtf", "rtf"},
    {"application/zip", "zip"},
    {"application/gzip", "gz", "tgz"},
    {"application/x-tar", "tar"},
    {"application/x-bzip2", "bz2"},
    {"application/x-xz", "xz"},
    {"application/zstd", "zst"},
    {"application/x-7z-compressed", "7z"},
    {"application/java-archive", "jar"},
    {"application/wasm", "wasm"},
    {"application/epub+zip", "epub"},
    {"application/msword", "doc"},
    {"application/vnd.ms-excel", "xls"},
    {"application/vnd.ms-powerpoint", "ppt"},
    {"application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"},
    {"application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"},
    {"application/vnd.openxmlformats-officedocument.presentationml.presentation", "pptx"},
    {"application/vnd.oasis.opendocument.text", "odt"},
    {"application/vnd.oasis.opendocument.spreadsheet", "ods"},
    {"application/vnd.oasis.opendocument.presentation", "odp"},
    {"application/vnd.sqlite3", "sqlite"},
  };

  private static final Map<String, String> TYPES = new HashMap<>();
  private static final Map<String, String> ENDS = new HashMap<>();

  static {
    for (String[] row : TABLE) {
      for (int at = 1; at < row.length; at++) {
        TYPES.put(row[at], row[0]);
      }
      ENDS.put(row[0], row[1]);
    }
  }

  private MediaType() {}

  /** The type of a file: by its name, else plain text where it is text. */
  public static String of(String name, byte[] bytes) {
    String known = TYPES.get(end(name));
    return known != null ? known : isText(bytes) ? TEXT : UNKNOWN;
  }

  /** The usual end of a name for this type, such as {@code .png}; empty where none is known. */
  public static String ending(String type) {
    String plain = type.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    String end = ENDS.get(plain);
    return end == null ? "" : "." + end;
  }

  /** Whether files of this type are pictures. */
  public static boolean isImage(String type) {
    return type.startsWith("image/");
  }

  /** What stands after the last dot of a name, in lower case; empty where there is no dot. */
  public static String end(String name) {
    int dot = name.lastIndexOf('.');
    return dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  /** Whether the bytes are UTF-8 without the control characters that no text has. */
  private static boolean isText(byte[] bytes) {
    for (byte b : bytes) {
      boolean control = b >= 0 && b < ' ' && b != '\n' && b != '\r' && b != '\t' && b != '\f';
      if (control && b != 0x1B) {
        return false;
      }
    }
    try {
      var _ = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
      return true;
    } catch (CharacterCodingException other) {
      return false;
    }
  }
}
