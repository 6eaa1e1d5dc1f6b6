package comity.store;

import static comity.store.TestStore.ANNE;
import static comity.store.TestStore.AT;
import static comity.store.TestStore.BOB;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import comity.messages.AgentPattern;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class KeysTest {
  private static final String SECRET = "Zm9ydHktdHdvLWJ5dGVzLW9mLXJhbmRvbW5lc3M";

  @TempDir private Path home;

  private static Keys.Key key(String id, String name, OptionalLong expires) {
    return new Keys.Key(
        id,
        name,
        List.of(AgentPattern.of("agent://anne.example/*")),
        AT,
        expires,
        OptionalLong.empty());
  }

  @Test
  @Tag("MSG-22")
  void aKeyIsKnownByItsHashAloneAcrossRestarts() throws Exception {
    String text = "ck_1_" + SECRET;
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.store.keys().add(key("1", "anne", OptionalLong.empty()), text)).isTrue();
      assertThat(store.store.keys().add(key("2", "anne", OptionalLong.empty()), "ck_2_x"))
          .as("the name is taken")
          .isFalse();
      assertThat(store.store.keys().find("ck_2_x", AT)).isEmpty();
      isNowhere(SECRET);
    }
    isNowhere(SECRET);
    try (TestStore store = TestStore.open(home)) {
      Keys keys = store.store.keys();
      assertThat(keys.find(text, AT)).map(Keys.Key::name).contains("anne");
      assertThat(keys.covers(ANNE, AT)).isTrue();
      assertThat(keys.covers(BOB, AT)).isFalse();
      for (String wrong : List.of("", "ck", "ck_1", "ck_1_", "ck_1_" + SECRET + "x", "ck_3_y")) {
        assertThat(keys.find(wrong, AT)).as(wrong).isEmpty();
      }
    }
  }

  private void isNowhere(String secret) throws Exception {
    try (Stream<Path> files = Files.walk(home)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1))
            .as(file.toString())
            .doesNotContain(secret);
      }
    }
  }

  @Test
  @Tag("MSG-22")
  void aKeyThatIsRevokedOrExpiredOpensNothing() {
    try (TestStore store = TestStore.open(home)) {
      Keys keys = store.store.keys();
      keys.add(key("1", "revoked", OptionalLong.empty()), "ck_1_a");
      keys.add(key("2", "expiring", OptionalLong.of(AT + 10)), "ck_2_b");
      assertThat(keys.find("ck_2_b", AT + 9)).isPresent();
      assertThat(keys.find("ck_2_b", AT + 10)).isEmpty();
      assertThat(keys.revoke("revoked", AT + 1)).isTrue();
      assertThat(keys.revoke("revoked", AT + 1)).as("once").isFalse();
      assertThat(keys.find("ck_1_a", AT)).isEmpty();
      assertThat(keys.covers(ANNE, AT + 10)).isFalse();
    }
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.store.keys().find("ck_1_a", AT)).isEmpty();
      assertThat(store.store.keys().find("ck_2_b", AT)).isPresent();
      assertThat(store.store.keys().list()).hasSize(2);
    }
  }

  @Test
  @Tag("MSG-22")
  void aKeyThatTheDiskDidNotRevokeCanBeRevokedAgain() throws Exception {
    try (TestStore store = TestStore.open(home);
        Sql beside = Sql.open(store.file, false)) {
      Keys keys = store.store.keys();
      keys.add(key("1", "anne", OptionalLong.empty()), "ck_1_a");
      beside.update(
          "CREATE TRIGGER refused BEFORE UPDATE ON api_key BEGIN SELECT RAISE(ABORT, 'no'); END");
      assertThatThrownBy(() -> keys.revoke("anne", AT)).isInstanceOf(StoreException.class);
      assertThat(keys.find("ck_1_a", AT)).as("nobody was told otherwise").isPresent();
      beside.update("DROP TRIGGER refused");
      assertThat(keys.revoke("anne", AT)).isTrue();
      assertThat(keys.find("ck_1_a", AT)).isEmpty();
    }
    try (TestStore store = TestStore.open(home)) {
      assertThat(store.store.keys().find("ck_1_a", AT)).isEmpty();
    }
  }
}
