package comity.roles;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Which names are taken for which: by file systems that know no case or several Unicode forms, and
 * by eyes.
 */
final class Names {
  private static final Set<String> PROTECTED =
      Set.of(".muse", "memory", "memories.md", "memory.md", "claude.md", "user.md");

  /**
   * Letters of other alphabets that look like one of ASCII: after each letter those that do, in
   * lower case. From the confusable characters of Unicode (UTS 39), those of living alphabets.
   */
  private static final String LIKE =
      "aаɑαạ bЬьƅ cсϲᴄ dԁɗ eеҽєεɛ fƒ gɡցğ hһհ iіıɩιӏ jјϳ kкκᴋ lⅼǀ mмᴍⅿ nոռпη oоοօᴏσ pрρ qԛգ"
          + " rгᴦ sѕꜱ tтτᴛ uυսᴜц vνѵᴠ wԝшωᴡ xхχ yуүγʏ zᴢ";

  /** Those that look like more than one letter, or like a sign. */
  private static final Map<String, String> SIGNS =
      Map.of("․", ".", "·", ".", "‧", ".", "。", ".", "‐", "-", "–", "-");

  private static final Map<Integer, String> ASCII = ascii();

  private Names() {}

  private static Map<Integer, String> ascii() {
    Map<Integer, String> found = new HashMap<>();
    for (String group : LIKE.split(" ", -1)) {
      String letter = group.substring(0, 1);
      group.substring(1).codePoints().forEach(c -> found.put(c, letter));
    }
    SIGNS.forEach((sign, like) -> found.put(sign.codePointAt(0), like));
    return Map.copyOf(found);
  }

  /** The protected name that this one is, or is taken for. */
  static Optional<String> known(String name) {
    String skeleton = skeleton(name);
    return PROTECTED.contains(skeleton) ? Optional.of(skeleton) : Optional.empty();
  }

  /** Whether the name is that one but for the case of its letters. */
  static boolean isPlain(String name, String known) {
    return name.chars().allMatch(c -> c < 0x80) && name.equalsIgnoreCase(known);
  }

  /** One spelling for names that are the same but for case and composition. */
  static String inOneCase(String name) {
    return Target.fold(Normalizer.normalize(name, Normalizer.Form.NFC));
  }

  /**
   * One spelling for all names that may be taken for one another: without marks, signs that nobody
   * sees, case, and what Windows drops of a name's end.
   */
  static String skeleton(String name) {
    String whole = Target.fold(Normalizer.normalize(name, Normalizer.Form.NFKD));
    StringBuilder kept = new StringBuilder();
    whole
        .codePoints()
        .filter(c -> !isUnseen(c))
        .forEach(c -> kept.append(ASCII.getOrDefault(c, Character.toString(c))));
    String plain = Normalizer.normalize(kept, Normalizer.Form.NFKC);
    // Windows: what follows a colon names a stream of the file; it drops dots and blanks at the
    // end.
    int colon = plain.indexOf(':', 1);
    return (colon < 0 ? plain : plain.substring(0, colon)).replaceAll("(?<=.)[. ]+$", "");
  }

  private static boolean isUnseen(int c) {
    return switch (Character.getType(c)) {
      case Character.FORMAT,
          Character.CONTROL,
          Character.NON_SPACING_MARK,
          Character.ENCLOSING_MARK ->
          true;
      default -> (c >= 0xFE00 && c <= 0xFE0F) || c == 0x3164 || c == 0x115F || c == 0x1160;
    };
  }
}
