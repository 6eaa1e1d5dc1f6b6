package comity.guard;

import java.util.Set;

/** What programs do with the files that they are given, as far as it matters to the rules. */
final class Programs {
  /** They start the program that follows. */
  static final Set<String> WRAPPERS =
      Set.of(
          "sudo",
          "doas",
          "command",
          "exec",
          "builtin",
          "nohup",
          "time",
          "nice",
          "ionice",
          "stdbuf",
          "setsid",
          "timeout",
          "env",
          "busybox",
          "toybox",
          "xvfb-run",
          "unbuffer",
          "caffeinate");

  /** Their words are no files, or they only ask whether a file is there. */
  static final Set<String> NO_FILES =
      Set.of(
          "echo",
          "printf",
          "true",
          "false",
          ":",
          "test",
          "[",
          "[[",
          "date",
          "pwd",
          "type",
          "which",
          "whoami",
          "id",
          "uname",
          "hostname",
          "sleep",
          "exit",
          "return",
          "shift",
          "wait",
          "jobs",
          "kill",
          "umask",
          "ulimit",
          "break",
          "continue",
          "hash",
          "seq",
          "expr",
          "basename",
          "dirname",
          "nproc",
          "free",
          "uptime",
          "ps",
          "set",
          "unset",
          "shopt",
          "let",
          "getopts");

  /** They give the names of files, not what is in them. */
  static final Set<String> NAMES_ONLY =
      Set.of("ls", "stat", "file", "du", "tree", "df", "realpath", "readlink");

  static final Set<String> DECLARATIONS =
      Set.of("export", "declare", "local", "readonly", "typeset");

  /** Words of the language, behind which a command follows. */
  static final Set<String> KEYWORDS =
      Set.of("if", "then", "else", "elif", "while", "until", "do", "{", "!", "coproc");

  static final Set<String> CLOSING = Set.of("fi", "done", "esac", "}", "]]", "in", ";;");

  /** They print or copy what is in the files that they are given. */
  static final Set<String> READERS =
      Set.of(
          "cat",
          "tac",
          "head",
          "tail",
          "less",
          "more",
          "most",
          "bat",
          "batcat",
          "nl",
          "od",
          "xxd",
          "hexdump",
          "strings",
          "sort",
          "uniq",
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
          "split",
          "csplit",
          "diff",
          "cmp",
          "sdiff",
          "vimdiff",
          "base64",
          "base32",
          "sha256sum",
          "md5sum",
          "grep",
          "egrep",
          "fgrep",
          "zgrep",
          "rg",
          "ag",
          "ack",
          "sed",
          "awk",
          "gawk",
          "mawk",
          "jq",
          "yq",
          "cp",
          "install",
          "rsync",
          "scp",
          "tar",
          "zip",
          "gzip",
          "bzip2",
          "xz",
          "zstd",
          "7z",
          "cpio",
          "curl",
          "wget",
          "nc",
          "socat",
          "dd",
          "source",
          ".",
          "mapfile",
          "readarray",
          "pandoc",
          "glow",
          "openssl",
          "gpg",
          "ln",
          "view");

  /** They change or remove each file that they are given. */
  static final Set<String> WRITERS =
      Set.of(
          "rm",
          "rmdir",
          "unlink",
          "touch",
          "mkdir",
          "truncate",
          "shred",
          "chmod",
          "chown",
          "chgrp",
          "tee",
          "mkfifo",
          "mknod",
          "patch",
          "ed",
          "ex",
          "vi",
          "vim",
          "nvim",
          "nano",
          "emacs",
          "setfacl",
          "chattr",
          "mv",
          "sponge",
          "rename",
          "unzip",
          "gunzip");

  /** They copy all but the last file to the last. */
  static final Set<String> COPIERS = Set.of("cp", "install", "rsync", "scp", "ln");

  /** They look through whole folders without being told to. */
  static final Set<String> SEARCHERS = Set.of("rg", "ag", "ack");

  static final Set<String> GREPS = Set.of("grep", "egrep", "fgrep", "zgrep", "rg", "ag", "ack");

  static final Set<String> SHELLS =
      Set.of("sh", "bash", "dash", "zsh", "ksh", "ash", "fish", "rbash");

  /** Their options that a program follows. */
  static final Set<String> INLINE =
      Set.of(
          "-c",
          "-e",
          "-E",
          "-p",
          "-r",
          "-pe",
          "-ne",
          "--eval",
          "--print",
          "-command",
          "-n",
          "-i",
          "-x",
          "-lc",
          "-ic");

  static final Set<String> INTERPRETERS =
      Set.of(
          "python",
          "python2",
          "python3",
          "pypy",
          "pypy3",
          "node",
          "nodejs",
          "deno",
          "bun",
          "perl",
          "ruby",
          "php",
          "lua",
          "tclsh",
          "osascript",
          "ts-node",
          "tsx",
          "irb",
          "jshell",
          "pwsh",
          "powershell");

  /** What git does without changing a file that people edit. */
  static final Set<String> GIT_READS =
      Set.of(
          "status",
          "diff",
          "log",
          "show",
          "blame",
          "rev-parse",
          "rev-list",
          "ls-files",
          "ls-tree",
          "describe",
          "shortlog",
          "remote",
          "fetch",
          "branch",
          "tag",
          "add",
          "commit",
          "push",
          "cat-file",
          "merge-base",
          "name-rev",
          "reflog",
          "show-ref",
          "for-each-ref",
          "version",
          "help",
          "check-ignore",
          "count-objects",
          "fsck",
          "gc",
          "whatchanged",
          "annotate",
          "difftool",
          "range-diff",
          "diff-tree",
          "diff-index",
          "diff-files",
          "stage");

  /** They may be given to any program: it then changes the files that it is given. */
  static final Set<String> IN_PLACE =
      Set.of("--write", "--fix", "--in-place", "--inplace", "--overwrite");

  /** Commands of Comity that ask the guard about what they read and write. */
  static final Set<String> JUDGED =
      Set.of(
          "role",
          "directive",
          "memory",
          "resume",
          "bye",
          "check",
          "status",
          "project",
          "session",
          "audit",
          "hook");

  /** Options of Comity that a value follows, at any place among its words. */
  static final Set<String> OUR_VALUES = Set.of("--home", "--project-root", "--role");

  /** What every program may open. */
  static final Set<String> DEVICES =
      Set.of(
          "/dev/null",
          "/dev/stdout",
          "/dev/stderr",
          "/dev/stdin",
          "/dev/tty",
          "/dev/zero",
          "/dev/urandom",
          "/dev/random",
          "-");

  private Programs() {}
}
