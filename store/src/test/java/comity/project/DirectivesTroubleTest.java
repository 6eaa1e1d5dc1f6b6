package comity.project;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.files.FileException;
import comity.files.Home;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.time.ZonedDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong around directives holds up as little as can be. */
final class DirectivesTroubleTest {
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

  private Directives.Sending sendAs(String id) {
    return directives.send(muse, "strategy", "build", "T", "", Optional.of(id));
  }

  @Test
  @Tag("ROLE-11")
  void anIdThatWasChosenIsNotGivenAgainWhenItsLineIsGone() throws IOException {
    assertThat(sendAs("S003")).isInstanceOf(Directives.Sending.Sent.class);
    Files.writeString(file(muse, "strategy"), "<!-- L0: -->\n");
    assertThat(send(muse, "strategy", "build", "Next", "")).isEqualTo("S004");
    assertThat(sendAs("S004")).isInstanceOf(Directives.Sending.Refused.class);
    assertThat(sendAs("s002")).isInstanceOf(Directives.Sending.Sent.class);
    assertThat(send(muse, "strategy", "build", "Next", "")).isEqualTo("S005");
  }

  @Test
  @Tag("ROLE-11")
  void aNumberThatIsTooHighEndsNothing() throws IOException {
    assertThat(sendAs("S9999999999")).isInstanceOf(Directives.Sending.Refused.class);
    Files.writeString(
        file(dya, "growth"),
        "📡 **S999999999999→QA**: ✅ **Slip**\n📡 **S99999999999999999999→QA**: ✅ **Slip**\n");
    assertThat(send(muse, "strategy", "build", "Next", "")).isEqualTo("S001");
    Files.writeString(file(dya, "growth"), "📡 **S999999999→QA**: ✅ **Last**\n");
    assertThat(send(muse, "strategy", "build", "Next", "")).isEqualTo("S002");
    assertThat(sendAs("S999999998")).isInstanceOf(Directives.Sending.Sent.class);
    assertThat(send(muse, "strategy", "qa", "Next", "")).isEqualTo("S003");
  }

  /** A file to which not a byte more can be added. */
  private void fill(Path file, String begin) throws IOException {
    String text = Files.exists(file) ? Files.readString(file) : begin;
    int left = RoleFiles.MAX_BYTES - text.getBytes(StandardCharsets.UTF_8).length - 1;
    Files.writeString(file, text + "x".repeat(left) + "\n");
  }

  @Test
  @Tag("ROLE-13")
  void aSourceThatCantBeMarkedHoldsUpNobodyElse() throws IOException {
    send(muse, "strategy", "DYA/growth", "Stuck", "");
    fill(file(muse, "strategy"), "");
    Pickups.Outcome.PickedUp first =
        (Pickups.Outcome.PickedUp) directives.pickup(dya, "growth", NOW);
    assertThat(first.taken()).hasSize(1);
    assertThat(first.notFollowed()).singleElement().asString().contains("not marked so yet");
    send(muse, "qa", "build", "Goes on", "");
    assertThat(pickup(muse, "build")).containsExactly("S002");
    assertThat(pickup(dya, "growth")).as("it is not taken twice").isEmpty();
    Files.writeString(file(muse, "strategy"), text(muse, "strategy").replaceAll("x{100,}", "x"));
    assertThat(pickup(muse, "qa")).isEmpty();
    assertThat(text(muse, "strategy")).contains("S001→DYA/growth**: ✅ (").doesNotContain("🟡");
    assertThat(home.run().resolve("pickup.json")).doesNotExist();
    assertThat(text(dya, "growth").split("Stuck", -1)).hasSize(2);
  }

  @Test
  @Tag("ROLE-13")
  void oneThatDoesNotFitStaysAndTheOthersArrive() throws IOException {
    send(muse, "strategy", "build", "Large", "y".repeat(400_000));
    send(muse, "strategy", "build", "Small", "");
    Files.writeString(
        file(muse, "build"), "<!-- L0: -->\n" + "x".repeat(RoleFiles.MAX_BYTES - 100_000) + "\n");
    Pickups.Outcome.PickedUp picked =
        (Pickups.Outcome.PickedUp) directives.pickup(muse, "build", NOW);
    assertThat(picked.taken()).extracting(each -> each.directive().id()).containsExactly("S002");
    assertThat(picked.notFollowed()).singleElement().asString().contains("S001", "too large");
    assertThat(text(muse, "strategy")).contains("S001→build**: 🟡", "S002→build**: ✅ (");
    assertThat(home.run().resolve("pickup.json")).doesNotExist();
  }

  @Test
  @Tag("ROLE-13")
  void aDamagedRecordOfPickupsIsNamedAndKept() throws IOException {
    send(muse, "strategy", "build", "T", "");
    Path record = home.run().resolve("pickup.json");
    for (String damaged : List.of("{", "{}", "{\"pickups\":[{\"directives\":[{}]}]}", "[]")) {
      Files.writeString(record, damaged);
      assertThatThrownBy(() -> directives.pickup(muse, "build", NOW))
          .as(damaged)
          .isInstanceOf(FileException.class)
          .hasMessageContaining(record.toString());
      assertThat(record).hasContent(damaged);
    }
    Files.delete(record);
    assertThat(pickup(muse, "build")).containsExactly("S001");
  }

  @Test
  void anUnreadableRoleOfAnotherProjectStopsNothingHere() throws IOException {
    send(muse, "strategy", "build", "T", "");
    Files.writeString(file(dya, "build"), "z".repeat(RoleFiles.MAX_BYTES + 1));
    assertThat(directives.waiting(muse, "build")).hasSize(1);
    Overview.View view =
        new Overview(InstantSource.system()).of(List.of(dya), List.of(muse, dya)).getFirst();
    assertThat(view.lines()).extracting(Overview.Line::role).containsExactly("growth");
    assertThat(view.refused()).extracting(RoleFiles.Refused::name).containsExactly("build");
    assertThat(pickup(muse, "build")).containsExactly("S001");
  }
}
