package comity.http;

/** One header field to send. Neither part can end the line it is written on. */
public record Header(String name, String value) {
  public Header {
    if (name.isEmpty() || !Ascii.all(name, Ascii::isToken)) {
      throw new IllegalArgumentException("header name " + name);
    }
    if (!Ascii.all(value, c -> c == '\t' || (c >= ' ' && c < 0x7F))) {
      throw new IllegalArgumentException("the value of header " + name);
    }
  }
}
