package comity.control;

import java.util.List;

/**
 * The key being read, and where the faults of the whole file are gathered.
 *
 * @param name the last name of the path
 */
record Place(String path, String name, List<ConfigFault> faults) {
  private static final int SHOWN = 40;

  /** The place of a member. */
  Place in(String member) {
    return new Place(path.isEmpty() ? quoted(member) : path + "." + quoted(member), member, faults);
  }

  /** The place of an array's item; people count from 1. */
  Place item(int index) {
    return new Place(path + "[" + (index + 1) + "]", name, faults);
  }

  void fault(ConfigValue at, String message) {
    faults.add(new ConfigFault(at.line(), at.column(), path, message));
  }

  private static String quoted(String name) {
    boolean bare =
        !name.isEmpty()
            && name.chars()
                .allMatch(c ->
                    (c >= 'a' && c <= 'z')
                        || (c >= 'A' && c <= 'Z')
                        || (c >= '0' && c <= '9')
                        || c == '-'
                        || c == '_');
    return bare && name.length() <= SHOWN ? name : shown(name);
  }

  /** Text of the file as a fault shows it: quoted, short, without anything a terminal obeys. */
  static String shown(String text) {
    StringBuilder out = new StringBuilder("\"");
    text.codePoints()
        .limit(SHOWN)
        .forEach(c -> {
          int type = Character.getType(c);
          boolean plain =
              !Character.isISOControl(c)
                  && type != Character.FORMAT
                  && type != Character.SURROGATE
                  && type != Character.LINE_SEPARATOR
                  && type != Character.PARAGRAPH_SEPARATOR;
          out.appendCodePoint(plain ? c : '\uFFFD');
        });
    return out.append(text.codePointCount(0, text.length()) > SHOWN ? "…\"" : "\"").toString();
  }
}
