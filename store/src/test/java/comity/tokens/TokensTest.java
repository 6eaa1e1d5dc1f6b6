package comity.tokens;

import static org.assertj.core.api.Assertions.assertThat;

import comity.files.Home;
import comity.json.Json;
import comity.json.JsonArray;
import comity.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TokensTest {
  private static final SecureRandom RANDOM = new SecureRandom();

  @TempDir private Path folder;
  private Tokens tokens;
  private final List<String> troubles = new ArrayList<>();
  private TokenLookup lookup;

  @BeforeEach
  void open() {
    if (new Home(folder.resolve("home")).open() instanceof Home.Opening.Opened(Home home)) {
      tokens = Tokens.of(home);
      lookup = new TokenLookup(tokens, troubles::add);
      return;
    }
    throw new AssertionError("no home");
  }

  private Tokens.Order order(String name) {
    return new Tokens.Order(
        name, folder, Optional.of("build"), List.of("r1", "r2"), OptionalLong.empty());
  }

  private Tokens.Adding.Added add(Tokens.Order order, long now) {
    if (tokens.add(order, now, RANDOM) instanceof Tokens.Adding.Added added) {
      return added;
    }
    throw new AssertionError("refused");
  }

  private List<Token> all() {
    return tokens.read() instanceof Tokens.Reading.Read(List<Token> read) ? read : List.of();
  }

  @Test
  void aTokenIsFoundByItsTextUntilItExpiresOrIsRevoked() {
    Tokens.Adding.Added one = add(order("one"), 1_000);
    Tokens.Adding.Added two =
        add(
            new Tokens.Order("two", folder, Optional.empty(), List.of(), OptionalLong.of(5_000)),
            2_000);
    assertThat(lookup.find(one.text(), 3_000)).contains(one.token());
    assertThat(one.token().rooms()).containsExactly("r1", "r2");
    assertThat(lookup.find(two.text(), 4_999)).contains(two.token());
    assertThat(lookup.find(two.text(), 5_000)).isEmpty();
    assertThat(lookup.isValid(two.token().id(), 5_000)).isFalse();
    assertThat(lookup.find(one.text() + "0", 3_000)).isEmpty();
    assertThat(lookup.find("", 3_000)).isEmpty();
    assertThat(tokens.revoke("one", 6_000)).isInstanceOf(Tokens.Revoking.Revoked.class);
    assertThat(lookup.find(one.text(), 6_000)).isEmpty();
    assertThat(tokens.revoke(one.token().id(), 6_000)).isInstanceOf(Tokens.Revoking.Unknown.class);
    assertThat(all())
        .extracting(Token::revokedAt)
        .containsExactly(OptionalLong.of(6_000), OptionalLong.empty());
    assertThat(troubles).isEmpty();
  }

  @Test
  void theFileHoldsNoTokenAndIsItsOwnersAlone() throws IOException {
    Tokens.Adding.Added one = add(order("one"), 1_000);
    String text = Files.readString(tokens.path());
    assertThat(text).contains(one.token().sha256()).doesNotContain(one.text().substring(15));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(tokens.path())))
        .isEqualTo("rw-------");
  }

  @Test
  void aDamagedFileOpensNothingAndIsLeftAsItIs() throws IOException {
    Tokens.Adding.Added one =
        add(
            new Tokens.Order(
                "one", folder, Optional.of("build"), List.of("r1", "r2"), OptionalLong.of(9_000)),
            1_000);
    assertThat(lookup.find(one.text(), 2_000)).isPresent();
    String good = Files.readString(tokens.path());
    for (String bad :
        List.of(
            "",
            "{}",
            "{\"tokens\":{}}",
            good.replace("\"sha256\"", "\"sha\""),
            good.replace("expires\":\"1970", "expires\":\"l970"),
            good.replace("[\"r1\",\"r2\"]", "[\"r1\",2]"))) {
      troubles.clear();
      Files.writeString(tokens.path(), bad);
      assertThat(lookup.find(one.text(), 2_000)).as(bad).isEmpty();
      assertThat(troubles).singleElement().asString().contains("is damaged");
      assertThat(tokens.add(order("two"), 2_000, RANDOM)).isInstanceOf(Tokens.Adding.Refused.class);
      assertThat(tokens.revoke("one", 2_000)).isInstanceOf(Tokens.Revoking.Refused.class);
      assertThat(tokens.path()).hasContent(bad);
    }
    Files.writeString(tokens.path(), good);
    assertThat(lookup.find(one.text(), 2_000)).isPresent();
    Files.delete(tokens.path());
    assertThat(lookup.find(one.text(), 2_000)).isEmpty();
  }

  @Test
  void namesAndNumbersAreBounded() throws IOException {
    String why = "a token needs a name of at most 100 characters";
    for (String name : List.of("", " ", "x".repeat(101), "a\nb")) {
      assertThat(tokens.add(order(name), 1, RANDOM)).isEqualTo(new Tokens.Adding.Refused(why));
    }
    Token first = add(order("token 0"), 0).token();
    List<JsonObject> kept = new ArrayList<>();
    for (int i = 0; i < Tokens.MAX_TOKENS; i++) {
      kept.add(first.toKept().with("id", "id" + i).with("name", "token " + i));
    }
    Files.write(tokens.path(), Json.write(JsonObject.empty().with("tokens", JsonArray.of(kept))));
    assertThat(tokens.add(order("more"), 600, RANDOM)).isInstanceOf(Tokens.Adding.Refused.class);
    tokens.revoke("token 7", 600);
    add(order("more"), 601);
    assertThat(all()).hasSize(Tokens.MAX_TOKENS).extracting(Token::name).doesNotContain("token 7");
  }

  @Test
  void sideBySideNoneIsLost() throws InterruptedException {
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 20; i++) {
      String name = "token " + i;
      threads.add(Thread.ofVirtual().start(() -> add(order(name), 1)));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(all()).extracting(Token::name).hasSize(20).doesNotHaveDuplicates();
  }
}
