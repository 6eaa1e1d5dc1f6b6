package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class CallingTest {
  private static final List<Session> ALL =
      List.of(
          session("aaaa11", "api", Session.State.CLOSED),
          session("aaaa22", "api", Session.State.CLOSED),
          session("aabb33", "web", Session.State.CLOSED),
          session("aabb44", "web", Session.State.OPEN),
          session("bbbb55", "aaaa11", Session.State.PENDING),
          session("bbcc66", "two words", Session.State.OPEN));

  private static Session session(String id, String name, Session.State state) {
    return new Session(
        id,
        Optional.of(name),
        Optional.empty(),
        Optional.empty(),
        "custom",
        "/",
        new CommandForm.Words(List.of("cat")),
        Optional.empty(),
        state,
        Optional.empty(),
        Instant.EPOCH,
        Optional.empty(),
        Optional.empty());
  }

  @ParameterizedTest
  @Tag("SES-16")
  @CsvSource({
    "aaaa22, aaaa22",
    "aaaa11, aaaa11", // an id before a name
    "api, aaaa22", // the last of the closed
    "web, aabb44", // the open one
    "aab, aabb44", // likewise by its beginning
    "aaaa, aaaa11 aaaa22",
    "bb, bbbb55 bbcc66",
    "two words, bbcc66",
    "ap, ''", // a name has no beginning
    "'', ''",
    "AAAA22, ''",
  })
  void anIdComesBeforeANameAndThatBeforeABeginning(String called, String ids) {
    assertThat(String.join(" ", Calling.meant(ALL, called).stream().map(Session::id).toList()))
        .isEqualTo(ids);
  }

  @ParameterizedTest
  @Tag("SES-16")
  @ValueSource(strings = {"web", "aabb44", "two words", "aaaa11"})
  void whatAnotherGoesByIsTaken(String name) {
    assertThat(Calling.refusal(ALL, name))
        .hasValueSatisfying(why -> assertThat(why).startsWith("another session goes by " + name));
  }

  @ParameterizedTest
  @Tag("SES-16")
  @ValueSource(strings = {"", " ", "-x", "a\nb", "a\u001bb"})
  void whatIsNoNameIsRefused(String name) {
    assertThat(Calling.refusal(ALL, name))
        .hasValueSatisfying(why -> {
          assertThat(why).startsWith("a name has 1 to 100 characters");
        });
  }

  @Test
  @Tag("SES-16")
  void aNameOfAClosedOneIsFree() {
    assertThat(Calling.refusal(ALL, "api")).isEmpty();
    assertThat(Calling.refusal(ALL, "aabb33")).isEmpty();
    assertThat(Calling.refusal(ALL, "n".repeat(Session.MAX_NAME))).isEmpty();
    assertThat(Calling.refusal(ALL, "n".repeat(Session.MAX_NAME + 1))).isPresent();
  }
}
