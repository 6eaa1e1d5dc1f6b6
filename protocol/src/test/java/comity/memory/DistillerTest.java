package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("MEM-17")
final class DistillerTest {
  private static final ZoneId ZONE = ZoneId.of("Asia/Shanghai");
  private static final LocalDateTime NOW = LocalDateTime.parse("2026-11-30T20:00");
  private static final Instant NOON = Instant.parse("2026-11-30T04:05:00Z");

  private static List<Entry> distil(Turn... turns) {
    return Distiller.distil(List.of(turns).iterator(), "s1", ZONE, NOW);
  }

  private static Turn turn(String id, Turn.Role role, String text) {
    return new Turn(id, role, Optional.of(NOON), text);
  }

  /** Each line: who says what, and behind the arrow what is kept of it, or nothing. */
  private static final String CASES =
      """
      U We decided to use SQLite for the queue. => decision We decided to use SQLite for the queue.
      U Let's go with plan B. It is cheaper. => decision Let's go with plan B.
      U ok, lets go with the second option => decision ok, lets go with the second option
      U Decision: ship on Friday => decision ship on Friday
      U - **Decision:** ship on Monday => decision ship on Monday
      U We've agreed that Bea owns billing. => decision We've agreed that Bea owns billing.
      U After the call we all agreed to drop Windows 7. => -
      U The team has decided against a rewrite. => decision The team has decided against a rewrite.
      U We have decided not to use Kafka. => decision We have decided not to use Kafka.
      U It was decided that reviews take two people. => decision It was decided that reviews take two people.
      U From now on every commit is signed. => decision From now on every commit is signed.
      U The final decision is Postgres. => decision The final decision is Postgres.
      U We'll go with blue. => decision We'll go with blue.
      U We have not decided yet. => -
      U We haven't decided between A and B. => -
      U Have we decided on a name? => -
      U Should we go with plan B? => -
      U Let's go with plan C, shall we? => -
      U If we decided to move, what would break? => -
      U Maybe we agreed on that last week. => -
      U I wonder whether they decided it. => -
      U Nobody decided anything. => -
      U Before we decided that, we tested it. => -
      U He said "we decided to leave". => -
      U Decision: none => -
      U Decision: which one? => -
      U > We decided to quote. => -
      U The decision matrix is in the appendix. => -
      U decided.js is a file => -
      U Lesson: never deploy on a Friday => note never deploy on a Friday
      U Lessons learned: keep the logs => note keep the logs
      U Remember that the staging key expires in May. => note Remember that the staging key expires in May.
      U Please remember to call me Ada. => note Please remember to call me Ada.
      U Don't forget to rotate the certificates. => note Don't forget to rotate the certificates.
      U Keep in mind the API is rate limited. => note Keep in mind the API is rate limited.
      U For future reference, the port is 7420. => note For future reference, the port is 7420.
      U We learned the hard way that caches lie. => note We learned the hard way that caches lie.
      U The takeaway is that small batches win. => note The takeaway is that small batches win.
      U Do you remember that film? => -
      U I don't remember that. => -
      U I can't remember to breathe. => -
      U Remembering names is hard. => -
      U to-do: write the docs => task write the docs
      U - [ ] fix the build => task fix the build
      U - [x] fix the roof => task done: fix the roof
      U Add a task to renew the domain. => task renew the domain
      U Put the audit on our to-do list. => task audit
      U Done: the migration => task done: the migration
      U I'm done with the parser. => task done: parser
      U We've finished the release notes. => task done: release notes
      U Blocked: deploy — waiting for the key => task blocked: deploy — waiting for the key
      U Are you done with the parser? => -
      U When you are done with the parser, stop. => -
      U I'm not done with the parser. => -
      U We haven't finished the notes. => -
      U Well done! => -
      U My task is hard. => -
      U 我们决定用 SQLite 做队列。 => decision 我们决定用 SQLite 做队列。
      U 大家一致商定周五上线。 => decision 大家一致商定周五上线。
      U 决定：下周发布 => decision 下周发布
      U 结论：缓存没有问题 => decision 缓存没有问题
      U 就用方案二吧。 => decision 就用方案二吧。
      U 最终敲定了蓝色。 => decision 最终敲定了蓝色。
      U 从现在起所有提交都要签名。 => decision 从现在起所有提交都要签名。
      U 我们还没决定用哪个。 => -
      U 我们没有决定。 => -
      U 我们决定了吗？ => -
      U 如果我们决定搬家，会怎样。 => -
      U 是否决定由你来定。 => -
      U 要不要就用方案二？ => -
      U 这是决定性的因素。 => -
      U 教训：周五不要发布 => note 周五不要发布
      U 记住，测试环境的端口是 7420。 => note 记住，测试环境的端口是 7420。
      U 别忘了续费域名。 => note 别忘了续费域名。
      U 这次的教训是先备份。 => note 这次的教训是先备份。
      U 你还记得那部电影吗？ => -
      U 我不记得了。 => -
      U 待办：写文档 => task 写文档
      U 添加一个任务：续费域名 => task 续费域名
      U 完成：数据迁移 => task done: 数据迁移
      U 数据迁移已经完成了 => task done: 数据迁移
      U 我们完成了发布说明 => task done: 发布说明
      U 数据迁移完成了吗？ => -
      U 还没完成。 => -
      U 受阻：部署——等密钥 => task blocked: 部署——等密钥
      A Decision: keep both tables => decision keep both tables
      A We decided to keep both. => decision We decided to keep both.
      A I have decided to read the file first, then answer. => decision I have decided to read the file first, then answer.
      A 结论：问题在缓存里 => decision 问题在缓存里
      A What would you like to decide? => -
      T We decided to use the tool. => -
      T Decision: from a tool => -
      U Hello, how are you? => -
      U ok => -
      U Please fix the test in `decided.py`. => -
      U Call `we decided to` as a phrase. => -
      U 你好 => -
      U Decision: 42 => -
      """;

  @Test
  void eachTurnIsKeptOrNot() {
    int turns = 0;
    List<String> wrong = new ArrayList<>();
    for (String line : CASES.lines().toList()) {
      String[] parts = line.split(" => ", 2);
      Turn.Role role =
          switch (parts[0].charAt(0)) {
            case 'U' -> Turn.Role.USER;
            case 'A' -> Turn.Role.ASSISTANT;
            default -> Turn.Role.TOOL;
          };
      turns++;
      List<String> kept =
          distil(turn("m" + turns, role, parts[0].substring(2))).stream()
              .map(entry -> entry.kind().word() + " " + entry.text())
              .toList();
      List<String> expected = parts[1].equals("-") ? List.of() : List.of(parts[1]);
      if (!kept.equals(expected)) {
        wrong.add(line + "\n   but " + kept);
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(turns).isGreaterThanOrEqualTo(80);
  }

  @Test
  void eachEntryNamesItsMessageAndItsTime() {
    List<Entry> entries =
        distil(
            turn("m1", Turn.Role.USER, "hi"),
            new Turn(
                "m2",
                Turn.Role.USER,
                Optional.empty(),
                "Decision: ship it\nContext: tests pass\nAction: tag"));
    assertThat(entries)
        .containsExactly(
            new Entry(
                Entry.Kind.DECISION,
                "Decision: ship it\nContext: tests pass\nAction: tag",
                NOW,
                Optional.of(new Entry.Source("s1", "m2"))));
    assertThat(distil(turn("m", Turn.Role.USER, "Lesson: test more")).getFirst().at())
        .isEqualTo(LocalDateTime.parse("2026-11-30T12:05"));
  }

  @Test
  void ofAnswersOnlyTheLastIsReadSentenceBySentence() {
    assertThat(
            distil(
                turn("a1", Turn.Role.ASSISTANT, "We decided to look first.\nDecision: labelled"),
                turn("t1", Turn.Role.TOOL, "Decision: tool"),
                turn("a2", Turn.Role.ASSISTANT, "We agreed to stop."),
                turn("u", Turn.Role.USER, "thanks"),
                turn("a3", Turn.Role.ASSISTANT, "We agreed to end.")))
        .extracting(Entry::text)
        .containsExactly("labelled", "We agreed to stop.", "We agreed to end.");
  }

  @Test
  void theSameIsKeptOnceAndCodeNever() {
    assertThat(
            distil(
                turn(
                    "1",
                    Turn.Role.USER,
                    "Decision: use tea\n\n```\nDecision: in code\n```\n\n    Decision: indented"),
                turn("2", Turn.Role.USER, "decision: Use TEA!")))
        .extracting(Entry::text)
        .containsExactly("use tea");
  }

  @Test
  @Tag("MEM-15")
  void secretsAreRedactedAndWhatIsLongIsCut() {
    String secret = "gh" + "p_a7Kx93mQ2vLz81nRt5Wy64pBc0DfGh7JsE2u";
    assertThat(
            distil(
                turn("1", Turn.Role.USER, "Remember that the token is " + secret),
                turn("2", Turn.Role.USER, "Lesson: " + secret),
                turn("3", Turn.Role.USER, "Lesson: " + "word ".repeat(400))))
        .extracting(Entry::text)
        .satisfiesExactly(
            text ->
                assertThat(text).isEqualTo("Remember that the token is [REDACTED:github-token]"),
            text -> assertThat(text).endsWith("word…").hasSizeLessThan(610));
    List<Turn> many = new ArrayList<>();
    for (int i = 0; i < 300; i++) {
      many.add(turn("m" + i, Turn.Role.USER, "Lesson: number " + i));
    }
    assertThat(distil(many.toArray(Turn[]::new))).hasSize(Distiller.MAX_ENTRIES);
  }

  private static final Scope ACME = new Scope.Group("acme");
  private static final Scope BETA = new Scope.Group("beta");

  private static Turn at(String id, int second) {
    Optional<Instant> time = second < 0 ? Optional.empty() : Optional.of(NOON.plusSeconds(second));
    return new Turn(id, Turn.Role.USER, time, id);
  }

  @Test
  void eachTurnBelongsToTheScopeThatWasOpen() {
    Attribution attribution =
        new Attribution(
            List.of(
                new Attribution.Change(NOON.plusSeconds(20), Optional.of(BETA)),
                new Attribution.Change(NOON.plusSeconds(10), Optional.of(ACME)),
                new Attribution.Change(NOON.plusSeconds(30), Optional.empty())));
    assertThat(attribution.at(NOON)).isEmpty();
    assertThat(attribution.at(NOON.plusSeconds(10))).contains(ACME);
    assertThat(attribution.at(NOON.plusSeconds(20))).contains(BETA);
    Attribution.Attributed attributed =
        attribution.of(
            List.of(
                at("before", 5),
                at("x", -1),
                at("a1", 11),
                at("a2", -1),
                at("a3", 19),
                at("y", -1),
                at("b", 25),
                at("closed", 31),
                at("z", -1)));
    assertThat(attributed.scoped().keySet()).containsExactly(ACME, BETA);
    assertThat(attributed.scoped().get(ACME))
        .extracting(Turn::id)
        .containsExactly("a1", "a2", "a3");
    assertThat(attributed.scoped().get(BETA)).extracting(Turn::id).containsExactly("b");
    assertThat(attributed.unscoped()).extracting(Turn::id).containsExactly("before", "closed", "z");
    assertThat(attributed.left()).extracting(Turn::id).containsExactly("x", "y");
    assertThat(new Attribution(List.of()).of(List.of(at("n", -1))).unscoped()).hasSize(1);
  }
}
