package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Any file is read and written back the same, and an edit changes its lines alone (ROLE-2). */
@Tag("ROLE-2")
class RoundTripTest {
  private static final int CASES = 2_000;
  private static final int MANY = 100_000;
  private static final String TIME = "2026-11-29 14:05 +08:00";

  /**
   * What a line means can hang on the indentation of the lines around it in ways that only odd
   * files have, so that what an edit means is held for files that stay the same; that it leaves all
   * other lines as they are, for any.
   */
  private static final long SEED = 20_261_130;

  @Test
  void editsMeanWhatTheyShould() {
    run(SEED, CASES, true);
  }

  @Test
  void whatIsReadIsWrittenAndEditsChangeTheirLinesAlone() {
    run(new Random().nextLong(), CASES, false);
  }

  @Test
  @Tag("long-fuzz")
  void whatIsReadIsWrittenAndEditsChangeTheirLinesAloneManyTimes() {
    long seed = Long.getLong("seed", System.nanoTime());
    System.out.printf("role files: seed %d%n", seed);
    run(seed, MANY, false);
  }

  private static void run(long seed, int cases, boolean meaning) {
    Random random = new Random(seed);
    RoleTexts texts = new RoleTexts(random);
    int edits = 0;
    for (int i = 0; i < cases; i++) {
      byte[] bytes = texts.next();
      RoleFile file = RoleFile.read(bytes);
      String about =
          "seed " + seed + ", case " + i + ":\n" + new String(bytes, StandardCharsets.UTF_8);
      assertThat(file.bytes()).as(about).isEqualTo(bytes);
      try {
        edits += new Case(file, texts, random, about, meaning).check();
      } catch (RuntimeException | AssertionError wrong) {
        throw new AssertionError(about, wrong);
      }
    }
    // Without it an edit that is never tried would pass.
    assertThat(edits).isGreaterThan(cases * 9 / 2);
  }

  /** One file and all that is done to it. */
  private record Case(
      RoleFile file, RoleTexts texts, Random random, String about, boolean meaning) {
    int check() {
      int edits = 4;
      header();
      file.boundaries();
      mend();
      send();
      addTask();
      for (Directive directive : file.directives()) {
        directive(directive);
        edits++;
      }
      for (Task task : file.tasks()) {
        task(task);
        edits++;
      }
      return edits;
    }

    private void header() {
      String value = texts.line();
      L0.Field field = texts.one(List.of(L0.Field.values()));
      RoleFile changed = RoleEdit.withL0(file, field, value);
      if (file.l0().isPresent()) {
        onlyLineChanged(0, changed);
      } else {
        inserted(changed);
      }
      if (meaning) {
        L0 l0 = changed.l0().orElseThrow();
        String is =
            switch (field) {
              case VERSION -> l0.version();
              case TOP_PRIORITY -> l0.topPriority();
              case STATUS_FLAGS -> String.join(", ", l0.flags());
            };
        assertThat(is).as(about).isEqualTo(value);
      }
      for (L0.Count flag : L0.Count.values()) {
        long number = random.nextInt(1_000);
        RoleFile counted = RoleEdit.withCount(file, flag, number, true);
        onlyLineChanged(0, counted);
        counted
            .l0()
            .filter(_ -> meaning)
            .ifPresent(header ->
                assertThat(header.flags().stream().map(each -> each.replaceAll("\\s|\uFE0F", "")))
                    .as(about)
                    .contains(flag.sign() + number));
      }
    }

    private void mend() {
      List<Finding> before = Lint.file(new Lint.Source("P", "f", file), List.of());
      RoleFile mended = Lint.mend(file);
      if (meaning) {
        assertThat(Lint.mend(mended).bytes()).as(about).isEqualTo(mended.bytes());
        assertThat(Lint.file(new Lint.Source("P", "f", mended), List.of()))
            .as(about)
            .allMatch(finding -> finding.fix().isEmpty());
      }
      if (before.stream().allMatch(finding -> finding.fix().isEmpty())) {
        assertThat(mended.bytes()).as(about).isEqualTo(file.bytes());
      }
      boolean moved =
          before.stream().anyMatch(f -> f.fix().orElse(null) instanceof Finding.Fix.MoveToTop);
      List<String> was = RoleTexts.lines(file.bytes());
      List<String> is = RoleTexts.lines(mended.bytes());
      assertThat(is).as(about).hasSameSizeAs(was);
      if (!moved) {
        for (Finding finding : before) {
          if (finding.fix().isPresent()) {
            is.set(finding.line() - 1, was.get(finding.line() - 1));
          }
        }
        // A task that is mended may have to be counted in the header.
        assertThat(is.stream().skip(1).toList()).as(about).isEqualTo(was.stream().skip(1).toList());
      }
    }

    private void send() {
      String title = texts.line();
      String body = texts.body();
      Target target = new Target(Optional.of("DYA"), "qa");
      RoleFile sent = RoleEdit.send(file, "S999", target, title, body);
      inserted(sent);
      same(file.directives(), sent.directives(), "S999");
      placed(sent.sent(), title, body);
      Directive directive =
          new Directive(
              "S999",
              target,
              Directive.Mark.PENDING,
              List.of(),
              Optional.empty(),
              Optional.empty(),
              title,
              body,
              false,
              0,
              1);
      RoleFile received = RoleEdit.receive(file, directive, new Pickup.Source("MUSE", "strategy"));
      inserted(received);
      same(file.directives(), received.directives(), "S999");
      placed(received.received(), title, body);
    }

    /** In an open fence or comment nothing counts, which whoever asked is told. */
    private void placed(List<Directive> directives, String title, String body) {
      List<Directive> found = directives.stream().filter(d -> d.id().equals("S999")).toList();
      if (meaning && !isOpen()) {
        assertThat(found).as(about).hasSize(1);
        assertThat(found.getFirst().title()).as(about).isEqualTo(title);
        assertThat(found.getFirst().body()).as(about).isEqualTo(body);
      }
    }

    private boolean isOpen() {
      return !file.structure().openFences().isEmpty()
          || file.lines().texts().stream().anyMatch(line -> line.contains("<"));
    }

    private void addTask() {
      String text = texts.line();
      RoleFile added = RoleEdit.addTask(file, text);
      inserted(added);
      // What stands below a directive's heading is its body, tasks too.
      boolean within =
          file.directives().stream()
              .anyMatch(d ->
                  file.sections().stream()
                      .anyMatch(section ->
                          section.kind() == Section.Kind.TASKS
                              && section.from() < d.to()
                              && section.to() >= d.line()));
      if (!within) {
        same(file.directives(), added.directives(), "none");
      }
      if (meaning && !isOpen()) {
        assertThat(added.tasks()).as(about).hasSize(file.tasks().size() + 1);
        assertThat(added.tasks())
            .as(about)
            .anySatisfy(task -> {
              assertThat(task.text()).isEqualTo(text);
              assertThat(task.state()).isEqualTo(Task.State.OPEN);
            });
      }
    }

    private void directive(Directive directive) {
      if (!directive.isPending()) {
        return;
      }
      RoleFile done = RoleEdit.done(file, directive, TIME);
      onlyLineChanged(directive.line(), done);
      if (meaning) {
        Directive is = at(done, directive.line());
        assertThat(is.isPending()).as(about).isFalse();
        assertThat(is.title()).as(about).isEqualTo(directive.title());
        assertThat(is.body()).as(about).isEqualTo(directive.body());
        assertThat(is.from()).as(about).isEqualTo(directive.from());
        assertThat(is.at()).as(about).contains(TIME);
      }
      if (directive.target().isForAll()) {
        RoleFile taken = RoleEdit.taken(file, directive, "ops");
        onlyLineChanged(directive.line(), taken);
        List<String> by = new ArrayList<>(directive.takenBy());
        by.add("ops");
        if (!meaning) {
          return;
        }
        assertThat(at(taken, directive.line()).takenBy()).as(about).isEqualTo(by);
        assertThat(at(taken, directive.line()).title()).as(about).isEqualTo(directive.title());
      }
    }

    private static Directive at(RoleFile file, int line) {
      return file.directives().stream().filter(d -> d.line() == line).findFirst().orElseThrow();
    }

    private void task(Task task) {
      Task.State state = texts.one(List.of(Task.State.values()));
      RoleFile changed = RoleEdit.with(file, task, state);
      onlyLineChanged(task.line(), changed);
      if (!meaning) {
        return;
      }
      assertThat(changed.tasks())
          .as(about)
          .contains(new Task(state, task.text(), task.depth(), task.line()))
          .hasSameSizeAs(file.tasks());
    }

    /** The same directives but for those of that id and where they stand. */
    private void same(List<Directive> was, List<Directive> is, String but) {
      if (!meaning || isOpen()) {
        return;
      }
      assertThat(is.stream().filter(d -> !d.id().equals(but)).map(Case::shown).toList())
          .as(about)
          .isEqualTo(was.stream().map(Case::shown).toList());
    }

    private static String shown(Directive d) {
      return d.id()
          + d.target()
          + d.mark()
          + d.takenBy()
          + d.from()
          + d.at()
          + d.title()
          + d.body();
    }

    private void onlyLineChanged(int line, RoleFile changed) {
      List<String> was = RoleTexts.lines(file.bytes());
      List<String> is = RoleTexts.lines(changed.bytes());
      if (line < is.size() && is.size() == was.size()) {
        assertThat(end(is.get(line))).as(about).isEqualTo(end(was.get(line)));
        is.set(line, was.get(line));
      }
      assertThat(is).as(about).isEqualTo(was);
    }

    private static String end(String line) {
      return line.replaceFirst("(?s)^[^\r\n]*", "");
    }

    /** All lines are there in their order, and new ones in one place between them. */
    private void inserted(RoleFile changed) {
      List<String> was = RoleTexts.lines(file.bytes());
      List<String> is = RoleTexts.lines(changed.bytes());
      int before = 0;
      while (before < was.size() && is.get(before).equals(was.get(before))) {
        before++;
      }
      int after = 0;
      while (after < was.size() - before
          && is.get(is.size() - 1 - after).equals(was.get(was.size() - 1 - after))) {
        after++;
      }
      boolean lastLineEnded =
          before + after == was.size() - 1
              && after == 0
              && is.get(before).startsWith(was.get(before))
              && end(was.get(before)).isEmpty()
              && end(is.getLast()).isEmpty();
      boolean marked =
          before == 0 && !was.isEmpty() && was.getFirst().startsWith("\u00EF\u00BB\u00BF");
      assertThat(before + after == was.size() || lastLineEnded || marked).as(about).isTrue();
      assertThat(is.size()).as(about).isGreaterThan(was.size() - 1);
    }
  }
}
