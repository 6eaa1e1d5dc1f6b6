package comity.guard;

import comity.guard.ShellWord.Value;
import comity.guard.Touch.Extent;
import comity.roles.Isolation.Access;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which of a program's words are files, and what it does with them. */
final class FileWords {
  private static final Value HERE = new Value(".", true, false);

  private static final Pattern RECURSIVE =
      Pattern.compile("-[a-zA-Z]*[rRa][a-zA-Z]*|--recursive|--archive|--dereference-recursive");

  private static final Pattern IN_PLACE = Pattern.compile("-[nEsz]*i.*|--in-place.*");

  /** The commands of sed that read and write files, behind an address or another command. */
  private static final Pattern SED_FILE =
      Pattern.compile("(?:^|[;{}/0-9$,!\\s])([rRwW])\\s+([^;}\\s]+)");

  private final ShellCommand line;
  private final String name;
  private final List<ShellWord> words;

  FileWords(ShellCommand line, String name, List<ShellWord> words) {
    this.line = line;
    this.name = name;
    this.words = new ArrayList<>(words);
  }

  void read() {
    switch (name) {
      case "git" -> new GitWords(line, words).read();
      case "find", "fd", "fdfind" -> find();
      case "dd" -> each(words, this::dd);
      case "sed", "gsed" -> sed();
      case "awk", "gawk", "mawk", "nawk" -> awk();
      case "tar", "bsdtar", "cpio", "unzip", "7z" -> archive();
      default -> {
        if (Programs.GREPS.contains(name)) {
          grep();
        } else if (Programs.COPIERS.contains(name)) {
          copy();
        } else if (Programs.WRITERS.contains(name)) {
          write();
        } else {
          other();
        }
      }
    }
  }

  /** What options name that are as the pattern says is written. */
  void outputs(Pattern options) {
    new Outputs(line, name, words, List.of()).named(options);
  }

  private interface Doing {
    void with(Value value);
  }

  private void each(List<ShellWord> all, Doing doing) {
    all.forEach(word -> line.values(word).forEach(doing::with));
  }

  private boolean has(Pattern option) {
    return words.stream().anyMatch(word -> option.matcher(word.plain()).matches());
  }

  List<ShellWord> operands() {
    List<ShellWord> found = new ArrayList<>();
    boolean all = false;
    for (ShellWord word : words) {
      if (!all && word.is("--")) {
        all = true;
      } else if (all || !word.plain().startsWith("-") || word.plain().equals("-")) {
        found.add(word);
      }
    }
    return found;
  }

  /** What looks like a path within an option or another word. */
  void guesses(List<ShellWord> all) {
    for (ShellWord word : all) {
      for (Value value : line.values(word)) {
        String text = value.text();
        for (String piece : pieces(text)) {
          line.touch(
              Access.READ,
              new Value(piece, value.known(), value.pattern()),
              Extent.ONE,
              false,
              !isRead(text));
        }
      }
    }
  }

  /** {@code @file} is how curl and others are told to read one. */
  private boolean isRead(String text) {
    return Programs.READERS.contains(name) && (text.indexOf('=') > 0 || text.indexOf('@') >= 0);
  }

  private static List<String> pieces(String text) {
    List<String> pieces = new ArrayList<>();
    if (text.contains("://")) {
      return text.startsWith("file://") ? List.of(text.substring("file://".length())) : pieces;
    }
    for (String piece : text.split("[=:,@]", 16)) {
      boolean option = piece.startsWith("-");
      String path = option && piece.length() > 2 ? piece.substring(2) : option ? "" : piece;
      if (!path.isEmpty() && !path.equals(text)) {
        pieces.add(path);
      }
    }
    return pieces;
  }

  void touchAll(Access access, List<ShellWord> all, Extent extent) {
    boolean strict = access == Access.WRITE || Programs.READERS.contains(name);
    each(all, value -> line.touch(access, value, extent, strict));
  }

  private void other() {
    boolean writes = words.stream().anyMatch(word -> Programs.IN_PLACE.contains(word.plain()));
    touchAll(writes ? Access.WRITE : Access.READ, operands(), Extent.ONE);
    guesses(words);
    new Outputs(line, name, words, operands()).read();
    if (name.equals("sort") || name.equals("curl") || name.equals("wget")) {
      output();
    }
    boolean recursive = (name.equals("diff") || name.equals("zip")) && has(RECURSIVE);
    if (recursive) {
      touchAll(Access.READ, operands(), Extent.TREE);
    }
  }

  private void output() {
    for (int at = 0; at < words.size(); at++) {
      String word = words.get(at).plain();
      if (word.matches("-o|-O|--output|--output-document") && at + 1 < words.size()) {
        touchAll(Access.WRITE, List.of(words.get(at + 1)), Extent.ONE);
      } else if (word.matches("-[oO].+|--output(-document)?=.*")) {
        String path = word.replaceFirst("-[oO]|--output(-document)?=", "");
        line.touch(
            Access.WRITE, new Value(path, words.get(at).isLiteral(), false), Extent.ONE, true);
      } else if (word.equals("-O") || word.equals("-J") || name.equals("wget")) {
        line.touch(Access.WRITE, HERE, Extent.ONE, true);
      }
    }
  }

  private void write() {
    boolean whole = has(RECURSIVE) || name.equals("mv") || name.equals("rename");
    List<ShellWord> files = operands();
    boolean mode = name.matches("chmod|chown|chgrp") && files.size() > 1;
    List<ShellWord> all = mode ? files.subList(1, files.size()) : files;
    touchAll(Access.WRITE, all, Extent.ONE);
    if (whole) {
      touchAll(Access.WRITE, all, Extent.TREE);
    }
    if (name.equals("mv") && all.size() > 1) {
      into(all.subList(0, all.size() - 1), all.getLast());
    }
    if (name.equals("patch")) {
      line.touch(Access.WRITE, HERE, Extent.ONE, true);
    }
    guesses(words.stream().filter(word -> word.plain().startsWith("-")).toList());
  }

  private void copy() {
    List<ShellWord> files = new ArrayList<>(operands());
    for (int at = 0; at + 1 < words.size(); at++) {
      if (words.get(at).plain().equals("-t")) {
        files.remove(words.get(at + 1));
        files.add(words.get(at + 1));
      }
    }
    if (files.isEmpty()) {
      return;
    }
    List<ShellWord> from = files.size() == 1 ? files : files.subList(0, files.size() - 1);
    Extent extent = has(RECURSIVE) && !name.equals("ln") ? Extent.TREE : Extent.ONE;
    touchAll(Access.READ, from, Extent.ONE);
    touchAll(Access.READ, from, extent);
    touchAll(Access.WRITE, List.of(files.getLast()), Extent.ONE);
    touchAll(Access.WRITE, List.of(files.getLast()), extent);
    into(from, files.getLast());
    guesses(words.stream().filter(word -> word.plain().startsWith("-")).toList());
  }

  /** Where the last is a folder, each file goes into it under its own name. */
  private void into(List<ShellWord> from, ShellWord folder) {
    for (Value to : line.values(folder)) {
      each(
          from,
          value -> {
            String file = CommandReading.base(value.text().replaceAll("/+$", ""));
            boolean known = value.known() && to.known() && !value.pattern();
            if (known && !file.matches("\\.{0,2}")) {
              line.touch(
                  Access.WRITE, new Value(to.text() + "/" + file, true, false), Extent.ONE, true);
            }
          });
    }
  }

  private void dd(Value value) {
    String text = value.text();
    boolean out = text.startsWith("of=");
    if (out || text.startsWith("if=")) {
      Value file = new Value(text.substring(3), value.known(), false);
      line.touch(out ? Access.WRITE : Access.READ, file, Extent.ONE, true);
    }
  }

  private void sed() {
    boolean given =
        words.stream().anyMatch(w -> w.plain().matches("-[nEsz]*[ef].*|--expression.*|--file.*"));
    List<ShellWord> files = operands();
    List<ShellWord> scripts =
        given ? words : files.isEmpty() ? List.of() : List.of(files.getFirst());
    each(scripts, this::script);
    List<ShellWord> rest = given || files.isEmpty() ? files : files.subList(1, files.size());
    touchAll(has(IN_PLACE) ? Access.WRITE : Access.READ, rest, Extent.ONE);
    guesses(words.stream().filter(word -> word.plain().startsWith("-")).toList());
  }

  private void script(Value value) {
    Matcher files = SED_FILE.matcher(value.text());
    while (files.find()) {
      Access access = files.group(1).equalsIgnoreCase("r") ? Access.READ : Access.WRITE;
      line.touch(access, new Value(files.group(2), value.known(), false), Extent.ONE, true);
    }
    if (value.text().matches("(?s).*(^|[;}/0-9$])\\s*e\\b.*") || value.text().endsWith("/e")) {
      line.unclear("what sed runs can't be told before it does");
    }
  }

  private void awk() {
    List<ShellWord> files = operands();
    boolean given = words.stream().anyMatch(word -> word.plain().startsWith("-f"));
    if (!files.isEmpty() && !given) {
      each(
          List.of(files.getFirst()),
          program -> {
            String text = program.text();
            if (Mentions.anyIn(text) || text.matches("(?s).*(getline|system\\s*\\(|\\|).*")) {
              line.unclear("what awk reads and runs can't be told before it does");
            }
            if (text.matches("(?s).*print[^;}]*>.*")) {
              line.touch(Access.WRITE, HERE, Extent.ONE, true);
            }
          });
    }
    touchAll(
        has(IN_PLACE) ? Access.WRITE : Access.READ,
        given || files.isEmpty() ? files : files.subList(1, files.size()),
        Extent.ONE);
    guesses(words.stream().filter(word -> word.plain().startsWith("-")).toList());
  }

  void grep() {
    boolean given =
        words.stream()
            .anyMatch(w -> w.plain().matches("-[a-zA-Z]*[ef].*|--regexp.*|--file.*|--files"));
    List<ShellWord> files = operands();
    List<ShellWord> rest = given || files.isEmpty() ? files : files.subList(1, files.size());
    boolean searches = Programs.SEARCHERS.contains(name);
    boolean whole =
        searches
            || has(
                Pattern.compile(
                    "-[a-zA-Z]*[rR][a-zA-Z]*|--recursive|--dereference-recursive|--directories=recurse"));
    touchAll(Access.READ, rest, whole ? Extent.TREE : Extent.ONE);
    if (whole) {
      touchAll(Access.READ, rest, Extent.ONE);
    }
    boolean piped = searches && !whole;
    if (whole && rest.isEmpty() && !piped) {
      line.touch(Access.READ, HERE, Extent.TREE, true);
    }
    guesses(words.stream().filter(word -> word.plain().startsWith("-")).toList());
  }

  private void find() {
    int end = 0;
    while (end < words.size() && !words.get(end).plain().matches("[-(!].*")) {
      end++;
    }
    List<ShellWord> folders = new ArrayList<>(words.subList(0, end));
    List<ShellWord> tests = words.subList(end, words.size());
    boolean deletes = tests.stream().anyMatch(w -> w.plain().equals("-delete"));
    boolean runs =
        tests.stream().anyMatch(w -> w.plain().matches("-(exec|ok)(dir)?|-x|-X|--exec.*"));
    for (int at = 0; at < tests.size(); at++) {
      String test = tests.get(at).plain();
      if (test.startsWith("-fprint") || test.equals("-fls")) {
        touchAll(Access.WRITE, tests.subList(at + 1, Math.min(at + 2, tests.size())), Extent.ONE);
      }
    }
    boolean writes =
        deletes
            || tests.stream()
                .map(word -> CommandReading.base(word.plain()))
                .anyMatch(
                    w -> Programs.WRITERS.contains(w) || w.matches("-i.*(?<!name)|cp|install"));
    boolean shells =
        tests.stream().map(w -> CommandReading.base(w.plain())).anyMatch(Programs.SHELLS::contains);
    boolean ours =
        tests.stream().anyMatch(w -> CommandReading.base(w.plain()).matches("comity|muster"));
    if (runs && (shells || ours)) {
      line.unclear("what find runs can't be told before it does");
    }
    if (folders.isEmpty() || !name.equals("find")) {
      folders.clear();
      line.touch(Access.READ, HERE, runs ? Extent.TREE : Extent.ONE, true);
    }
    touchAll(Access.READ, folders, Extent.ONE);
    if (runs || deletes) {
      Access access = writes && (runs || deletes) ? Access.WRITE : Access.READ;
      each(folders, folder -> line.touch(access, folder, Extent.TREE, true));
      if (folders.isEmpty()) {
        line.touch(access, HERE, Extent.TREE, true);
      }
    }
  }

  private void archive() {
    List<ShellWord> files = operands();
    String first = words.isEmpty() ? "" : words.getFirst().plain();
    boolean bundled = name.equals("tar") && first.matches("[a-zA-Z]+");
    boolean makes =
        (bundled && first.matches(".*[cru].*"))
            || has(Pattern.compile("-[a-zA-Z]*[cru][a-zA-Z]*|--create|--append|--update|-o"));
    boolean takes =
        !makes
            && !(bundled ? first : String.join(" ", words.stream().map(ShellWord::plain).toList()))
                .matches(".*(^|\\s)-{0,2}[a-z]*(t|l|list)[a-z]*(\\s.*|$)");
    List<ShellWord> rest = bundled && !files.isEmpty() ? files.subList(1, files.size()) : files;
    touchAll(Access.READ, rest, makes ? Extent.TREE : Extent.ONE);
    if (makes) {
      touchAll(Access.WRITE, rest.isEmpty() ? rest : rest.subList(0, 1), Extent.ONE);
    }
    if (takes) {
      line.touch(Access.WRITE, HERE, Extent.TREE, true);
    }
    guesses(words);
  }
}
