package comity.panes;

import static org.assertj.core.api.Assertions.assertThat;

import comity.frames.Ask;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How sessions are shown and called. */
@Tag("SES-10")
@Timeout(60)
final class ListedTest extends HostTest {
  private String named(String name) throws IOException {
    return host()
        .done(new Ask.Begin(HostRun.wanted(work(), Optional.of(name), "sleep", "600")))
        .string("id")
        .orElseThrow();
  }

  @Test
  void aListShowsTheBeginningOfALongCommandAndOneSessionAllOfIt() throws IOException {
    String word = "x".repeat(100_000);
    String id = host().begin(work(), "sh", "-c", "exec sleep 600", word);
    JsonObject shown = host().done(new Ask.Show(id));
    assertThat(Json.text(shown)).contains(word);
    JsonObject listed = host().done(new Ask.Sessions());
    assertThat(Json.text(listed)).contains("exec sleep 600", "…").hasSizeLessThan(2_000);
    assertThat(
            host()
                .refused(
                    new Ask.Begin(
                        HostRun.wanted(work(), Optional.empty(), "echo", word, word, word)))
                .why())
        .contains("at most");
    assertThat(host().done(new Ask.Sessions()).get("sessions"))
        .isInstanceOfSatisfying(JsonArray.class, all -> assertThat(all.elements()).hasSize(1));
  }

  @Test
  void theBeginningOfAnIdMeansAnOpenSession() throws IOException {
    String open = host().begin(work(), "sleep", "600");
    String first = open.substring(0, 1);
    // Until one that is closed begins the same.
    String closed = host().begin(work(), "sleep", "600");
    for (int tries = 0; !closed.startsWith(first) && tries < 400; tries++) {
      host().done(new Ask.Stop(closed, Ask.Ending.AT_ONCE));
      closed = host().begin(work(), "sleep", "600");
    }
    assertThat(closed).startsWith(first);
    assertThat(host().refused(new Ask.Show(first)).why()).contains("may be");
    host().done(new Ask.Stop(closed, Ask.Ending.AT_ONCE));
    assertThat(host().done(new Ask.Show(first)).string("id")).contains(open);
    assertThat(host().done(new Ask.Show(closed)).string("id")).contains(closed);
  }

  @Test
  void aNameThatBeginsAnIdIsFree() throws IOException {
    String open = host().begin(work(), "sleep", "600");
    String name = open.substring(0, 2);
    String second = named(name);
    assertThat(host().done(new Ask.Show(name)).string("id")).contains(second);
    assertThat(
            List.of(
                host()
                    .refused(new Ask.Begin(HostRun.wanted(work(), Optional.of(name), "true")))
                    .why(),
                host()
                    .refused(new Ask.Begin(HostRun.wanted(work(), Optional.of(open), "true")))
                    .why()))
        .allMatch(why -> why.contains("another session goes by"));
  }

  @Test
  void theSocketOfWhoeverCameAfterIsLeft() throws Exception {
    Path socket = HostPlace.socket(host().home());
    Files.delete(socket);
    Files.writeString(socket, "another's");
    host().close();
    assertThat(socket).hasContent("another's");
  }
}
