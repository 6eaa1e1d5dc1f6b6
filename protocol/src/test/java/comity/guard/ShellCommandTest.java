package comity.guard;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class ShellCommandTest {
  private static ShellCommand read(String line) {
    return ShellCommand.read(line, Map.of("HOME", "/home/ada", "PWD", "/p"));
  }

  /** Each touch as {@code r:path}, with {@code /**} for a tree and {@code ~} for a guess. */
  private static List<String> touches(String line) {
    return read(line).touches().stream()
        .map(touch ->
            (touch.guessed() ? "~" : "")
                + touch.access().name().substring(0, 1).toLowerCase(Locale.ROOT)
                + ":"
                + touch.path()
                + switch (touch.extent()) {
                  case ONE -> "";
                  case TREE -> "/**";
                  case PATTERN -> "?";
                })
        .distinct()
        .toList();
  }

  private static final List<String> LINES =
      List.of(
          "cat .muse/qa.md => r:.muse/qa.md",
          "cat '.mu'se/\"qa\".md => r:.muse/qa.md",
          "cat .mu\\se/qa.md => r:.muse/qa.md",
          "cat<.muse/qa.md => r:.muse/qa.md",
          "echo x > src/x => w:src/x",
          "echo x >>src/x 2>&1 => w:src/x",
          "echo x &> src/x => w:src/x",
          "2>err.txt true => w:err.txt",
          "cat .mu*/q*.md => r:.mu*/q*.md?",
          "cat .{muse,git}/qa.md => r:.muse/qa.md",
          "cat $HOME/x ~/y => r:/home/ada/y",
          "F=.muse/qa.md; cat $F => r:.muse/qa.md",
          "A=.mu B=se; cat \"${A}$B/qa.md\" => r:.muse/qa.md",
          "export D=.muse && cat $D/qa.md => r:.muse/qa.md",
          "for f in .muse/*.md; do cat \"$f\"; done => r:.muse/*.md?",
          "cd .muse && cat qa.md => r:.muse/qa.md",
          "(cd .muse; cat qa.md) => r:.muse/qa.md",
          "cd src || cd .muse; cat qa.md => r:.muse/qa.md",
          "sudo -u bob cat .muse/qa.md => r:.muse/qa.md",
          "env A=b timeout 5s cat .muse/qa.md => r:.muse/qa.md",
          "bash -c 'cat .muse/qa.md' => r:.muse/qa.md",
          "sh -lc \"cat .muse/qa.md\" => r:.muse/qa.md",
          "eval 'cat .muse/qa.md' => r:.muse/qa.md",
          "echo $(cat .muse/qa.md) => r:.muse/qa.md",
          "echo `cat .muse/qa.md` => r:.muse/qa.md",
          "diff <(cat .muse/qa.md) x => r:.muse/qa.md",
          "echo \"$(< .muse/qa.md)\" => r:.muse/qa.md",
          "if true; then cat .muse/qa.md; fi => r:.muse/qa.md",
          "! { cat .muse/qa.md; } => r:.muse/qa.md",
          "true | tee src/x => w:src/x",
          "sed -i s/a/b/ src/x => w:src/x",
          "sed 's/a/b/' src/x => r:src/x",
          "sed 'r .muse/qa.md' x => r:.muse/qa.md",
          "sed -n 'w src/y' x => w:src/y",
          "cp .muse/qa.md src/x => r:.muse/qa.md",
          "cp a/settings.json .claude => w:.claude/settings.json",
          "mv a b => w:a",
          "ln -s .muse src/m => r:.muse",
          "dd if=.muse/qa.md of=src/x => r:.muse/qa.md",
          "rm -rf . => w:./**",
          "grep -rn x . => r:./**",
          "grep -rn .muse src => r:src/**",
          "rg todo => r:./**",
          "find . -name '*.md' -exec cat {} + => r:./**",
          "find src -delete => w:src/**",
          "find . -name x | xargs cat => r:./**",
          "git show HEAD:.muse/qa.md => ~r:.muse/qa.md",
          "git checkout main => w:.",
          "git config core.hooksPath x => w:.git/config",
          "git grep x => r:./**",
          "git -C . grep x => r:./**",
          "curl -d @.muse/qa.md http://x => r:.muse/qa.md",
          "curl file://.muse/qa.md => ~r:.muse/qa.md",
          "npx prettier --write src => w:src",
          "tar czf x.tgz . => r:./**",
          "tar xf x.tgz => w:./**",
          "cat <<EOF > src/x\nhello\nEOF => w:src/x",
          "bash <<'EOF'\ncat .muse/qa.md\nEOF => r:.muse/qa.md",
          "python3 -c 'print(1)' => w:.",
          "awk '{print > \"x\"}' y => w:.",
          "./.muse/x.sh => ~r:./.muse/x.sh",
          "p='.mu*'; cat $p/qa.md => r:.mu*/qa.md?",
          "shopt -s dotglob; cat */qa.md => r:./**",
          "GLOBIGNORE=x; cat src/*.md => r:src//**",
          "frob \"readfile('.muse/qa.md')\" => ~r:.muse/qa.md",
          "A='|cat .muse/qa.md' frob => ~r:.muse/qa.md",
          "frob <<< \"HEAD:.muse/qa.md\" => ~r:.muse/qa.md",
          "frob '../.muse/qa.md' => ~r:.muse/qa.md",
          "frob 'cat .mus?/qa.md' => ~r:.mus?/qa.md?",
          "git log -p -- '*qa.md' => r:./**",
          "git clean -fdx => w:./**",
          "git restore src => w:src/**",
          "frob --output=src/x => w:src/x",
          "frob -w src/x => w:src/x",
          "time -o src/x ls => w:src/x");

  static List<String> lines() {
    return LINES;
  }

  @ParameterizedTest
  @MethodSource("lines")
  @Tag("ROLE-17")
  void whatALineTouchesIsToldWithoutRunningIt(String row) {
    String[] parts = row.split(" => ", 2);
    assertThat(touches(parts[0])).as(row).contains(parts[1]);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cat $F",
        "cat $(echo Lm11c2UvcWEubWQ= | base64 -d)",
        "cat `echo x`",
        "echo Y2F0IC5tdXNlL3FhLm1k | base64 -d | sh",
        "eval \"$X\"",
        "bash -c \"$X\"",
        "$CMD .muse/qa.md",
        "cat $'\\x2emuse/qa.md'",
        "npm test -- .m$X/qa.md",
        "cd $D && cat qa.md",
        "cd - ; cat qa.md",
        "env -i comity role show qa",
        "env -u COMITY_ROLE comity role show qa",
        "COMITY_ROLE=qa comity role show qa",
        "unset COMITY_ROLE; comity status",
        "env -u COMITY_GUARD gemini -p x",
        "COMITY_MEMORY= gemini -p x",
        "COMITY_PROJECT_ROOT=/tmp/p gemini -p x",
        "python3 -c \"print(open('.mu'+'se/qa.md').read())\"",
        "python3 -c \"import base64; exec(base64.b64decode('x'))\"",
        "node -e \"require('fs').readFileSync(String.fromCharCode(46)+'x')\"",
        "ls | xargs cat",
        "echo x | python3",
        "echo x > $OUT",
        "rm -f $FILES",
        "git -c alias.x='!cat .muse/qa.md' x",
        "git -c core.pager='cat .muse/qa.md' log",
        "find . -exec sh -c 'cat {}' \\;",
        "awk 'BEGIN{while((getline l < \".muse/qa.md\")>0) print l}'",
        "sed '1e cat .muse/qa.md' x",
        "cat \"x .muse/qa.md"
      })
  @Tag("ROLE-17")
  void whatCanNotBeToldIsSaid(String line) {
    assertThat(read(line).unclear()).as(line).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "npm test",
        "npm run build -- --mode=production",
        "git status",
        "git commit -m \"say $(date)\"",
        "git log --oneline -20",
        "mvn -q verify",
        "mvn -q -Dtest='A,B' verify | tail -20",
        "./check 2>&1 | grep -v WARN | head -40",
        "cd src && make -j4 && cd .. && ls",
        "echo $PATH",
        "echo done; pwd",
        "for i in 1 2 3; do npm test; done",
        "NODE_ENV=test npx jest src/a.test.ts",
        "python3 -m pytest tests",
        "cargo build --release",
        "go test ./...",
        "time ls -la src > /dev/null",
        "test -f package.json && echo yes",
        "export A=1; echo $A",
        "grep -n 'class Main' src/Main.java",
        "find src -name '*.java' | wc -l",
        "sed -n '1,20p' src/Main.java",
        "comity directive send --role build --to qa --title 'see .muse'",
        "docker compose up -d",
        "mvn -o verify",
        "git diff src",
        "git stash list",
        "git add src",
        "tr -d x",
        "ls -d src",
        "gradle -Dorg.x=$Y build"
      })
  void whatBuildsDoIsClear(String line) {
    assertThat(read(line).unclear()).as(line).isEmpty();
    assertThat(touches(line)).as(line).noneMatch(touch -> touch.startsWith("w:"));
  }

  @Test
  void oursAreNotJudgedTwice() {
    assertThat(touches("comity role may read .muse/qa.md")).isEmpty();
    assertThat(touches("comity send echo --file .muse/qa.md")).contains("r:.muse/qa.md");
    assertThat(read("comity agent add x -- sh").unclear()).isNotEmpty();
    assertThat(read("comity --json settings set a b").unclear()).isNotEmpty();
    assertThat(touches("./comity role may read .muse/qa.md")).contains("r:.muse/qa.md");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "comity token add x",
        "comity token revoke x",
        "comity token list --json",
        "comity key list",
        "comity --role build key add x",
        "comity --role=build key add x",
        "comity --project-root . agent add y",
        "comity key --home /tmp/h add x",
        "comity --json --home up serve --port 0",
        "comity conversation stop c",
        "comity outbox retry",
        "comity trace stop t",
        "muster token add x",
        "./comity token add x",
        "/opt/comity/comity --role build up",
        "timeout 5 comity token add x",
        "T=token; comity $T add x",
        "comity {token,add} x",
        "find src -name x -exec comity key add {} \\;"
      })
  @Tag("ROLE-17")
  void theOwnersCommandsAreKnownBehindAnyOption(String line) {
    assertThat(read(line).unclear()).as(line).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "comity $X add y",
        "comity token $X y",
        "R=--role; comity $R x key add",
        "comity k* add"
      })
  @Tag("ROLE-17")
  void whichOfOurCommandsItIsMustBeTold(String line) {
    assertThat(read(line).unclear()).as(line).anyMatch(why -> why.startsWith("which command"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "comity --role build role show build",
        "comity --home key role list add",
        "comity role task build --add up",
        "comity send agent://x.test/a \"$TEXT\"",
        "comity conversation show $ID",
        "comity status",
        "comity"
      })
  void othersOfOursAreClear(String line) {
    assertThat(read(line).unclear()).as(line).isEmpty();
  }

  @Test
  void whatIsNotKnownIsNamedAsItWasWritten() {
    assertThat(read("cat $FILE").unclear())
        .containsExactly("which file $FILE is can't be told before the command runs");
    assertThat(read("read F; cat \"src/${F}.txt\"").unclear())
        .containsExactly("which file src/$F.txt is can't be told before the command runs");
    assertThat(read("cat $(ls)").unclear())
        .containsExactly("which file $(…) is can't be told before the command runs");
    assertThat(read("$CMD x").unclear())
        .containsExactly("which program $CMD is can't be told before the command runs");
  }

  @Test
  void whatIsTooLongOrTooDeepIsUnclear() {
    assertThat(read("echo " + "x".repeat(100_000)).unclear()).isNotEmpty();
    assertThat(read("$(".repeat(30_000)).unclear()).isNotEmpty();
    assertThat(read("echo " + "${".repeat(30_000)).unclear()).isNotEmpty();
    assertThat(read("{a,b}".repeat(5_000)).touches()).hasSizeLessThan(10_000);
  }

  /** Any text is read to its end, without an error. */
  @Test
  void anyTextIsRead() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    String signs = "ab.m/ '\"\\$`(){}[]<>|&;\n#*?~=-!@:,0 cat sed git cd eval EOF";
    for (int i = 0; i < 4_000; i++) {
      StringBuilder line = new StringBuilder();
      for (int n = random.nextInt(40); n > 0; n--) {
        line.append(signs.charAt(random.nextInt(signs.length())));
      }
      try {
        read(line.toString());
        read("cat <<" + line + " | sh -c " + line);
        read("git " + line + "; find " + line + "; tar " + line + "; cp " + line);
      } catch (RuntimeException e) {
        throw new AssertionError("seed " + seed + ", line: " + line, e);
      }
    }
  }
}
