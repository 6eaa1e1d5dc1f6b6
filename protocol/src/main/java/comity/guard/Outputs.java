package comity.guard;

import comity.guard.ShellWord.Value;
import comity.guard.Touch.Extent;
import comity.roles.Isolation.Access;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a program writes that its own words say, where it is none of those known better. */
final class Outputs {
  private static final Value HERE = new Value(".", true, false);

  /** An option that names what is written, its name in the same word or the next. */
  private static final Pattern NAMED =
      Pattern.compile("(?:-o|-d|-out|--out(?:put|file|-dir|put-dir)?)(?:=(.+))?|-o(.*[/.].*)");

  /** For them {@code -d} is to take apart what they made. */
  private static final Pattern NAMED_BUT_D =
      Pattern.compile("(?:-o|-out|--output)(?:=(.+))?|-o(.*[/.].*)");

  /** They take the same letters for something else, or never write what is on their line. */
  private static final Set<String> OTHERWISE =
      Set.of(
          "tr",
          "sort",
          "uniq",
          "split",
          "csplit",
          "xxd",
          "mktemp",
          "watch",
          "tmux",
          "screen",
          "bat",
          "batcat",
          "most",
          "glow",
          "mvn",
          "mvnw",
          "gradle",
          "gradlew",
          "npm",
          "npx",
          "pnpm",
          "yarn",
          "make",
          "gmake",
          "cmake",
          "ninja",
          "docker",
          "podman",
          "docker-compose",
          "kubectl",
          "helm",
          "ssh",
          "psql",
          "mysql",
          "pytest",
          "jest",
          "tox",
          "bundle",
          "rake",
          "ls",
          "du",
          "stat",
          "file",
          "tree",
          "df",
          "journalctl",
          "lsof",
          "readelf",
          "objdump",
          "nm",
          "cat",
          "tac",
          "head",
          "tail",
          "less",
          "more",
          "nl",
          "od",
          "hexdump",
          "strings",
          "cut",
          "paste",
          "join",
          "comm",
          "fold",
          "fmt",
          "pr",
          "wc",
          "rev",
          "column",
          "expand",
          "diff",
          "cmp",
          "sdiff",
          "base64",
          "base32",
          "sha256sum",
          "md5sum",
          "jq",
          "nc",
          "socat",
          "systemctl",
          "gh",
          "aws",
          "az",
          "gcloud",
          "git",
          "ping",
          "top",
          "pgrep",
          "pip",
          "pip3",
          "cargo",
          "rustup",
          "view",
          "wget",
          "curl",
          "mapfile",
          "readarray",
          "source",
          ".",
          "comity",
          "muster",
          "java",
          "python",
          "python2",
          "python3",
          "perl",
          "ruby",
          "php",
          "node",
          "deno",
          "bun",
          "check");

  private static final Set<String> COMPRESSORS =
      Set.of(
          "gzip",
          "gunzip",
          "bzip2",
          "bunzip2",
          "xz",
          "unxz",
          "lzma",
          "zstd",
          "unzstd",
          "compress",
          "uncompress",
          "lz4",
          "brotli",
          "lzip",
          "pigz");

  private static final Set<String> FORMATTERS =
      Set.of(
          "black",
          "isort",
          "rustfmt",
          "dos2unix",
          "unix2dos",
          "autoflake",
          "stylua",
          "standard",
          "swiftformat",
          "ktfmt",
          "scalafmt",
          "ormolu",
          "nixfmt",
          "mktemp");

  /** What they are given last is what they write. */
  private static final Set<String> LAST = Set.of("uniq", "xxd", "split");

  private final ShellCommand line;
  private final String name;
  private final List<ShellWord> words;
  private final List<ShellWord> operands;

  Outputs(ShellCommand line, String name, List<ShellWord> words, List<ShellWord> operands) {
    this.line = line;
    this.name = name;
    this.words = words;
    this.operands = operands;
  }

  void read() {
    if (COMPRESSORS.contains(name)
        && !has("-[a-zA-Z]*[clt].*|--stdout|--to-stdout|--test|--list")) {
      write(operands, has("-[a-zA-Z]*r.*|--recursive") ? Extent.TREE : Extent.ONE);
    }
    boolean shows = has("--check.*|--diff|-c|-u|--dry-run");
    if (FORMATTERS.contains(name) && !shows) {
      write(operands, Extent.ONE);
    }
    if (LAST.contains(name) && operands.size() > 1) {
      write(operands.subList(operands.size() - 1, operands.size()), Extent.ONE);
    } else if (name.equals("split") || (name.equals("csplit") && !has("-f.*|--prefix.*"))) {
      line.touch(Access.WRITE, HERE, Extent.ONE, true);
    }
    if (name.equals("csplit")) {
      named(Pattern.compile("(?:-f|--prefix)(?:=(.+))?|-f(.+)"));
    } else if (name.equals("mktemp")) {
      named(Pattern.compile("(?:-p|--tmpdir)(?:=(.+))?|-p(.+)"));
    }
    if (!OTHERWISE.contains(name)) {
      named(name.matches("gpg2?|openssl") || COMPRESSORS.contains(name) ? NAMED_BUT_D : NAMED);
      if (has("-w|-i")) {
        write(operands, Extent.ONE);
      }
    }
  }

  /** What options name that are as the pattern says; its groups are the names in the same word. */
  void named(Pattern options) {
    for (int at = 0; at < words.size(); at++) {
      Matcher option = options.matcher(words.get(at).plain());
      if (!option.matches()) {
        continue;
      }
      String own = option.group(1) == null ? option.group(2) : option.group(1);
      if (own == null && at + 1 < words.size()) {
        write(words.subList(at + 1, at + 2), Extent.ONE);
      } else if (own != null) {
        Value file = new Value(own, words.get(at).isLiteral(), false);
        line.touch(Access.WRITE, file, Extent.ONE, true);
      }
    }
  }

  private boolean has(String option) {
    return words.stream().anyMatch(word -> word.plain().matches(option));
  }

  private void write(List<ShellWord> all, Extent extent) {
    for (ShellWord word : all) {
      line.values(word).forEach(value -> line.touch(Access.WRITE, value, extent, true));
    }
  }
}
