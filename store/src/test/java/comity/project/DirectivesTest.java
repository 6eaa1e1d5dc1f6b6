package comity.project;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.roles.Directive;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class DirectivesTest {
  private static final ZonedDateTime NOW = ZonedDateTime.parse("2026-11-29T14:05:09+08:00");

  @TempDir private Path folder;
  private Home home;
  private Projects projects;
  private Directives directives;
  private Project muse;
  private Project dya;

  @BeforeEach
  void make() throws IOException {
    home = new Home(folder.toRealPath().resolve("home"));
    assertThat(home.open()).isInstanceOf(Home.Opening.Opened.class);
    projects = new Projects(home);
    directives = new Directives(home, projects);
    muse = project("MUSE", "strategy", "build", "qa");
    dya = project("DYA", "growth", "build");
  }

  private Project project(String name, String... roles) throws IOException {
    Path root = folder.toRealPath().resolve(name);
    for (String role : roles) {
      Files.createDirectories(root.resolve(".muse"));
      Files.writeString(
          root.resolve(".muse/" + role + ".md"),
          "<!-- L0: v1.0.0 | P | 📡 0 -->\n# " + role + "\n");
    }
    assertThat(projects.add(root, Optional.empty())).isInstanceOf(Projects.Adding.Added.class);
    return new Project(name, root);
  }

  private static String text(Project project, String role) throws IOException {
    return Files.readString(file(project, role));
  }

  private static Path file(Project project, String role) {
    return project.roles().resolve(role + ".md");
  }

  private String send(Project from, String role, String to, String title, String body) {
    Directives.Sending sending = directives.send(from, role, to, title, body, Optional.empty());
    assertThat(sending).isInstanceOf(Directives.Sending.Sent.class);
    return ((Directives.Sending.Sent) sending).id();
  }

  private List<String> pickup(Project project, String role) {
    Pickups.Outcome outcome = directives.pickup(project, role, NOW);
    assertThat(outcome).isInstanceOf(Pickups.Outcome.PickedUp.class);
    return ((Pickups.Outcome.PickedUp) outcome)
        .taken().stream().map(standing -> standing.directive().id()).toList();
  }

  @Test
  @Tag("ROLE-12")
  void sendingWritesToTheSendersFileAlone() throws IOException {
    String before = text(muse, "build");
    assertThat(send(muse, "strategy", "BUILD", "Cut the release", "now\n\n> quoted"))
        .isEqualTo("S001");
    assertThat(text(muse, "strategy"))
        .isEqualTo(
            """
            <!-- L0: v1.0.0 | P | 📡 0 -->
            # strategy

            ## 📡 Directives

            📡 **S001→BUILD**: 🟡 **Cut the release**
            > now
            >
            > > quoted
            """);
    assertThat(text(muse, "build")).isEqualTo(before);
  }

  @Test
  @Tag("ROLE-13")
  @Tag("ROLE-14")
  void aDirectiveArrivesOnceAndIsDoneOnce() throws IOException {
    send(muse, "strategy", "BUILD", "Cut", "now");
    assertThat(pickup(muse, "build")).containsExactly("S001");
    assertThat(pickup(muse, "build")).isEmpty();
    assertThat(text(muse, "strategy"))
        .contains("📡 **S001→BUILD**: ✅ (2026-11-29 14:05 +08:00) **Cut**\n> now\n");
    assertThat(text(muse, "build"))
        .isEqualTo(
            """
            <!-- L0: v1.0.0 | P | 📡 1 -->
            # build

            ## 📡 Received Directives

            📡 **S001→BUILD**: 🟡 (from MUSE/strategy) **Cut**
            > now
            """);
    Directives.Finishing done = directives.done(muse, "build", "S001", Optional.empty(), NOW);
    assertThat(done).isInstanceOf(Directives.Finishing.Finished.class);
    assertThat(text(muse, "build"))
        .startsWith("<!-- L0: v1.0.0 | P | 📡 0 -->\n")
        .contains("✅ (2026-11-29 14:05 +08:00) (from MUSE/strategy) **Cut**");
    assertThat(
            ((Directives.Finishing.Finished)
                    directives.done(muse, "build", "S001", Optional.empty(), NOW))
                .before())
        .isTrue();
    assertThat(directives.list(muse).stream().map(Directives.Standing::directive))
        .extracting(Directive::isPending)
        .containsExactly(false, false);
  }

  @Test
  @Tag("ROLE-10")
  @Tag("ROLE-13")
  void aProjectsNameSaysWhoseRoleIsMeant() throws IOException {
    send(muse, "strategy", "DYA/build", "Theirs", "");
    send(muse, "strategy", "build", "Ours", "");
    assertThat(pickup(muse, "build")).containsExactly("S002");
    assertThat(pickup(dya, "build")).containsExactly("S001");
    assertThat(pickup(dya, "growth")).isEmpty();
    assertThat(text(dya, "build"))
        .contains("🟡 (from MUSE/strategy) **Theirs**")
        .doesNotContain("Ours");
  }

  @Test
  @Tag("ROLE-10")
  void aDirectiveToAllWaitsUntilEachOtherRoleHasIt() throws IOException {
    send(muse, "strategy", "ALL", "Freeze", "");
    assertThat(pickup(muse, "strategy")).isEmpty();
    assertThat(pickup(muse, "build")).containsExactly("S001");
    assertThat(pickup(muse, "build")).isEmpty();
    assertThat(text(muse, "strategy")).contains("S001→ALL**: 🟡 (build) **Freeze**");
    assertThat(pickup(muse, "qa")).containsExactly("S001");
    assertThat(text(muse, "strategy"))
        .contains("S001→ALL**: ✅ (2026-11-29 14:05 +08:00) **Freeze**");
    send(muse, "strategy", "DYA/ALL", "Greet", "");
    assertThat(pickup(dya, "growth")).containsExactly("S002");
    assertThat(text(muse, "strategy")).contains("S002→DYA/ALL**: 🟡 (growth) **Greet**");
    assertThat(pickup(dya, "build")).containsExactly("S002");
    assertThat(text(muse, "strategy")).contains("S002→DYA/ALL**: ✅");
  }

  @Test
  @Tag("ROLE-11")
  void idsGoOnAboveTheHighestOfAnyKnownProject() throws IOException {
    Files.writeString(file(dya, "growth"), "<!-- L0: -->\n📡 **S1041→QA**: ✅ **Old**\n");
    assertThat(send(muse, "strategy", "build", "Next", "")).isEqualTo("S1042");
    Files.writeString(file(dya, "growth"), "<!-- L0: -->\n");
    assertThat(send(muse, "strategy", "build", "Next", "")).isEqualTo("S1043");
    Files.createDirectories(dya.roles().resolve("archive"));
    Files.writeString(dya.roles().resolve("archive/old.md"), "📡 **S2000→QA**: ✅ **Old**\n");
    assertThat(directives.send(muse, "strategy", "build", "T", "", Optional.of("S2000")))
        .isInstanceOf(Directives.Sending.Refused.class);
    assertThat(directives.send(muse, "strategy", "build", "T", "", Optional.of("S7000")))
        .isInstanceOf(Directives.Sending.Sent.class);
    assertThat(send(muse, "strategy", "build", "Next", "")).isEqualTo("S7001");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n\nb",
        "```\n📡 **S900→QA**: 🟡 **no**\n```",
        "> quoted\n>> twice",
        "  indented\n\ttab",
        "# heading\n- list\n1. one",
        "emoji 🟡 ✅ 📡",
        "שלום عليكم",
        "\n\nleading and trailing\n\n",
        "<!-- comment",
        "line\u2028separator\u0085next",
        "---\n***",
        "| a | b |\n|--|",
        "**bold",
        "ends with blanks  \nnext",
        "\u0000\u0001",
        ">",
        "\\> \\*"
      })
  @Tag("ROLE-12")
  void aBodyComesBackExactly(String body) {
    send(muse, "strategy", "BUILD", "First", body);
    send(muse, "strategy", "BUILD", "Second", body);
    assertThat(pickup(muse, "build")).containsExactly("S001", "S002");
    assertThat(directives.list(muse).stream().map(standing -> standing.directive().body()))
        .containsExactly(body, body, body, body);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "**bold**",
        "a ** b",
        "(from X/y) z",
        "🟡 pending",
        "✅ (2026-01-01 10:00) x",
        "S002→QA: 🟡",
        "> quoted",
        "# hash",
        "`code`",
        "|",
        "-->",
        "已接收",
        "待处理 x",
        "x**",
        "**",
        "*",
        "_ _"
      })
  @Tag("ROLE-12")
  void aTitleComesBackExactly(String title) {
    send(muse, "strategy", "BUILD", title, "body");
    assertThat(pickup(muse, "build")).containsExactly("S001");
    assertThat(directives.list(muse).stream().map(standing -> standing.directive().title()))
        .containsExactly(title, title);
  }

  @Test
  void whatCantBeSentIsRefusedAndNothingIsWritten() throws IOException {
    String before = text(muse, "strategy");
    for (String title : List.of("", " ", "two\nlines", "bell\u0007", "\uD800")) {
      assertThat(directives.send(muse, "strategy", "build", title, "", Optional.empty()))
          .as(title)
          .isInstanceOf(Directives.Sending.Refused.class);
    }
    for (String target : List.of("", "a/b/c", "../x", "a b", "/qa", "qa/")) {
      assertThat(directives.send(muse, "strategy", target, "T", "", Optional.empty()))
          .as(target)
          .isInstanceOf(Directives.Sending.Refused.class);
    }
    assertThat(directives.send(muse, "nobody", "build", "T", "", Optional.empty()))
        .isInstanceOf(Directives.Sending.Refused.class);
    assertThat(text(muse, "strategy")).isEqualTo(before);
  }

  @Test
  void anOpenFenceIsNoPlaceForADirective() throws IOException {
    Files.writeString(file(muse, "strategy"), "<!-- L0: -->\n```\nnever closed\n");
    String before = text(muse, "strategy");
    assertThat(directives.send(muse, "strategy", "build", "T", "", Optional.empty()))
        .isInstanceOf(Directives.Sending.Refused.class);
    assertThat(text(muse, "strategy")).isEqualTo(before);
    send(muse, "qa", "build", "T", "");
    Files.writeString(file(muse, "build"), "<!-- L0: -->\n<!-- open\n");
    assertThat(directives.pickup(muse, "build", NOW)).isInstanceOf(Pickups.Outcome.NoPlace.class);
    assertThat(text(muse, "qa")).contains("🟡 **T**");
    assertThat(home.run().resolve("pickup.json")).doesNotExist();
  }

  @Test
  @Tag("ROLE-13")
  void receivedOnesArchivesAndFencesAreNoSources() throws IOException {
    Files.writeString(
        file(muse, "strategy"),
        """
        <!-- L0: -->
        ```
        📡 **S001→QA**: 🟡 **fenced**
        ```
        ## 📡 已接收战略指令
        📡 **S002→QA**: 🟡 **received**
        ## Next
        📡 **S003→QA**: 🟡 **real**
        """);
    Files.createDirectories(muse.roles().resolve("archive"));
    Files.writeString(muse.roles().resolve("archive/old.md"), "📡 **S004→QA**: 🟡 **archived**\n");
    assertThat(pickup(muse, "qa")).containsExactly("S003");
  }

  @Test
  @Tag("ROLE-13")
  @Tag("ROLE-19")
  void aStrategyFileElsewhereIsFollowedOnlyIntoAKnownProject() throws IOException {
    Path known = dya.root().resolve("plans/strategy.md");
    Files.createDirectories(known.getParent());
    Files.writeString(known, "📡 **S041→MUSE/BUILD**: 🟡 **From afar**\n> do\n");
    Path unknown =
        Files.createDirectories(folder.toRealPath().resolve("other")).resolve("strategy.md");
    Files.writeString(unknown, "📡 **S042→MUSE/BUILD**: 🟡 **Unknown**\n");
    Files.writeString(
        muse.root().resolve("CLAUDE.md"),
        """
        > strategy.md 绝对路径: `%s`
        > strategy.md 绝对路径: `%s`
        """
            .formatted(known, unknown));
    Pickups.Outcome outcome = directives.pickup(muse, "build", NOW);
    assertThat(outcome).isInstanceOf(Pickups.Outcome.PickedUp.class);
    Pickups.Outcome.PickedUp picked = (Pickups.Outcome.PickedUp) outcome;
    assertThat(picked.taken()).hasSize(1);
    assertThat(picked.notFollowed()).singleElement().asString().contains(unknown.toString());
    assertThat(text(muse, "build")).contains("S041→MUSE/BUILD**: 🟡 (from DYA/strategy)");
    assertThat(Files.readString(known)).contains("S041→MUSE/BUILD**: ✅ (");
    assertThat(Files.readString(unknown)).contains("🟡");
  }
}
