package comity.conformance.roles;

import java.util.List;

/** Lines of shell that the hook denies or allows to a role. */
final class HookLines {
  static final List<String> DENIED =
      List.of(
          "cat .mu*/q*.md",
          "cat .muse/{qa,build}.md",
          "F=.muse; cat $F/qa.md",
          "cat $(echo .muse/qa.md)",
          "cd .muse && cat qa.md",
          "bash -c 'cat .muse/qa.md'",
          "eval cat .muse/qa.md",
          "echo Y2F0IC5tdXNlL3FhLm1k | base64 -d | sh",
          "grep -rn secret .",
          "rg secret",
          "find . -name '*.md' -exec cat {} +",
          "find . -name '*.md' | xargs cat",
          "tar czf /dev/stdout .",
          "cp -r . src/copy",
          "git show HEAD:.muse/qa.md",
          "python3 -c \"print(open('.muse/qa.md').read())\"",
          "ln -s ../.muse src/again",
          "rm -rf .",
          "echo x > .claude/settings.json",
          "echo '{}' | tee .claude/settings.json",
          "cp src/settings.json .claude/",
          "unset COMITY_ROLE; cat src/Main.java",
          "env -i comity role may read .muse/qa.md",
          "cat memory/groups/*/*.md",
          "cat ../other/src/Other.java",
          "cat src/up/.muse/qa.md",
          "cat src/h*d.md",
          "echo x >> ~/x",
          "comity token add x",
          "comity --role build key add x",
          "ls .muse");

  /** What stays allowed to qa. */
  static final List<String> PLAIN =
      List.of(
          "npm test",
          "git status",
          "git diff src",
          "git log -p -- '*.java'",
          "git log -p -- 'src/*'",
          "git stash list",
          "git commit -m 'Say more of .muse/build.md'",
          "git add src",
          "mvn -q -o verify",
          "./check",
          "docker run -d image",
          "tr -d x < README.md",
          "grep -rn '.muse/build.md' src/deep",
          "gzip -c src/A.java",
          "black --check src",
          "frob .muse/qa.md",
          "p='src/*.java'; ls $p",
          "comity directive send --to build --title 'see .muse/build.md'");

  /** What stays allowed to build. */
  static final List<String> LIMITED =
      List.of(
          "git clean -fdx src/deep",
          "git clean -n",
          "git checkout src/deep",
          "git restore src/deep",
          "git stash push -- src/deep",
          "git stash list",
          "git rm --cached -r .",
          "gcc -o src/a src/a.c",
          "gzip -r src/deep");

  /** What names another role's file in a way that no program's words say, as qa. */
  static final List<String> NAMED =
      List.of(
          "p='.mu*/b*.md'; cat $p",
          "p='.mu*'; cat $p/build.md",
          "shopt -s dotglob; cat */build.md",
          "GLOBIGNORE=x; cat *muse/build.md",
          "function f { cat .muse/$1.md; }; f build",
          "sqlite3 :memory: \"select readfile('.muse/build.md')\"",
          "script -qc 'cat .muse/build.md' /dev/null",
          "date -f .muse/build.md",
          "BASH_ENV=.muse/build.md bash -c :",
          "git cat-file --batch <<< HEAD:.muse/build.md",
          "D=.muse; git cat-file --batch <<< \"HEAD:$D/build.md\"",
          "git log -p -- '*build.md'",
          "git show HEAD -- '*build.md'",
          "git diff -- ':(icase).MU*'",
          "su -c 'cat .muse/build.md'",
          "at now <<< 'cat .muse/build.md'",
          "at now <<EOF\ncat .muse/build.md\nEOF",
          "cpio -o <<< .muse/build.md",
          "GIT_EDITOR='cat .muse/build.md >' git commit",
          "PAGER='cat .muse/build.md' man ls",
          "LESSOPEN='|cat .muse/build.md' less src/A.java",
          "MAKEFILES=.muse/build.md make",
          "git submodule foreach 'cat ../.muse/build.md'",
          "su -c 'cat .mus?/build.md'",
          "frob -x.muse/build.md",
          "frob memory/groups/acme/people.md,MEMORY.md");

  /** What takes back or away more than the sources, as build. */
  static final List<String> SWEEPING =
      List.of(
          "git clean -fdx",
          "git clean -fd",
          "git checkout .",
          "git checkout -f main",
          "git checkout HEAD -- ':/'",
          "git restore .",
          "git restore '*'",
          "git reset --hard",
          "git reset --hard HEAD~1",
          "git stash",
          "git stash -u",
          "git stash push",
          "git read-tree -u --reset HEAD",
          "git switch --discard-changes main",
          "git sparse-checkout set src",
          "git rm -r .",
          "gzip -r .");

  /** What writes a source, as qa. */
  static final List<String> WRITING =
      List.of(
          "gofmt -w src/a.go",
          "black src",
          "gcc -o src/a src/a.c",
          "gcc -osrc/a.out src/a.c",
          "javac -d src src/A.java",
          "split README.md src/z",
          "split README.md",
          "csplit -f src/z README.md 2",
          "gzip src/A.java",
          "gpg -o src/z -d x",
          "openssl rand -out src/z 8",
          "shuf -o src/A.java README.md",
          "xxd -r x src/A.java",
          "git diff --output=src/x",
          "mktemp -p src",
          "strace -o src/A.java ls",
          "time -o src/A.java ls",
          "frob --output src/A.java",
          "frob -i src/A.java");

  private HookLines() {}
}
