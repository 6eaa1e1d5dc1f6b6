package comity.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Secrets are put together here, so that no file holds one. */
@Tag("MEM-15")
final class SecretsTest {
  private static final String BASE62 =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  private final Random random = new Random(7);

  private String some(int length, String of) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < length; i++) {
      text.append(of.charAt(random.nextInt(of.length())));
    }
    return text.toString();
  }

  private String some(int length) {
    return some(length - 2, BASE62) + "a7";
  }

  private String hex(int length) {
    return some(length, "0123456789abcdef");
  }

  private Map<String, List<String>> secrets() {
    Map<String, List<String>> all = new TreeMap<>();
    clouds(all);
    tokens(all);
    keys(all);
    words(all);
    return all;
  }

  private void clouds(Map<String, List<String>> all) {
    all.put(
        "aws-key",
        List.of(
            "AKI" + "A" + some(16, "ABCDEFGHJKLMNPQRSTUVWXYZ234567"),
            "ASI" + "A" + some(16, "BCDEFGHJKLMNPQRSTUVWXYZ234567")));
    all.put(
        "github-token",
        List.of(
            "gh" + "p_" + some(36),
            "gh" + "s_" + some(36),
            "gh" + "o_" + some(36),
            "gh" + "u_" + some(36),
            "github" + "_pat_" + some(22) + "_" + some(59)));
    all.put("gitlab-token", List.of("gl" + "pat-" + some(20), "gl" + "rt-" + some(20)));
    all.put(
        "slack-token",
        List.of(
            "xo" + "xb-" + some(12, "0123456789") + "-" + some(24),
            "xo" + "xp-" + some(40),
            "xa" + "pp-1-" + some(40)));
    all.put(
        "slack-webhook",
        List.of(
            "https://hooks.slack.com/" + "services/T" + some(8) + "/B" + some(8) + "/" + some(24)));
    all.put(
        "discord-webhook",
        List.of("https://discord.com/api/" + "webhooks/" + some(18, "123456789") + "/" + some(68)));
    all.put(
        "anthropic-key", List.of("sk-" + "ant-api03-" + some(93), "sk-" + "ant-oat01-" + some(90)));
    all.put(
        "openai-key",
        List.of("sk-" + some(48), "sk-" + "proj-" + some(100), "sk-" + "or-v1-" + hex(64)));
    all.put("google-key", List.of("AIz" + "a" + some(35)));
    all.put("google-oauth", List.of("ya" + "29." + some(60), "GOC" + "SPX-" + some(28)));
    all.put(
        "stripe-key",
        List.of(
            "sk_" + "live_" + some(24),
            "rk_" + "live_" + some(24),
            "sk_" + "test_" + some(24),
            "whs" + "ec_" + some(32)));
  }

  private void tokens(Map<String, List<String>> all) {
    all.put("npm-token", List.of("np" + "m_" + some(36)));
    all.put("pypi-token", List.of("py" + "pi-AgEIcHlwaS5vcmc" + some(80)));
    all.put(
        "azure-key",
        List.of(
            "DefaultEndpointsProtocol=https;AccountName=x;Account" + "Key=" + some(86) + "==",
            "SharedAccess" + "Key=" + some(43) + "=",
            "abc8" + "Q~" + some(34)));
    all.put(
        "azure-signature",
        List.of("https://x.blob.core.windows.net/c?sv=1&si" + "g=" + some(43) + "%3D"));
    all.put(
        "aws-signature", List.of("https://b.s3.amazonaws.com/k?X-Amz-" + "Signature=" + hex(64)));
    all.put("hugging-face-token", List.of("h" + "f_" + some(34)));
    all.put("sendgrid-key", List.of("S" + "G." + some(22) + "." + some(43)));
    all.put("twilio-key", List.of("S" + "K" + hex(32)));
    all.put("telegram-token", List.of("123456789:" + "AA" + some(33)));
    all.put("discord-token", List.of("M" + some(23) + "." + some(6) + "." + some(38)));
    all.put("shopify-token", List.of("shp" + "at_" + hex(32)));
  }

  private void keys(Map<String, List<String>> all) {
    all.put("digitalocean-token", List.of("do" + "p_v1_" + hex(64)));
    all.put("databricks-token", List.of("da" + "pi" + hex(32)));
    all.put("vault-token", List.of("hv" + "s." + some(90)));
    all.put("docker-token", List.of("dck" + "r_pat_" + some(27)));
    all.put("atlassian-token", List.of("ATA" + "TT3" + some(180)));
    all.put("linear-key", List.of("lin" + "_api_" + some(40)));
    all.put("notion-token", List.of("nt" + "n_" + some(46)));
    all.put("groq-key", List.of("gs" + "k_" + some(52)));
    all.put("xai-key", List.of("xa" + "i-" + some(80)));
    all.put("mailgun-key", List.of("ke" + "y-" + hex(32)));
    all.put(
        "age-key", List.of("AGE-SECRET-" + "KEY-1" + some(58, "ABCDEFGHJKLMNPQRSTUVWXYZ23456789")));
  }

  private void words(Map<String, List<String>> all) {
    all.put("comity-token", List.of("mc" + "p_" + hex(10) + "_" + hex(64)));
    all.put("comity-key", List.of("c" + "k_" + hex(10) + "_" + hex(64)));
    all.put("jwt", List.of("ey" + "J" + some(30) + "." + "ey" + "J" + some(60) + "." + some(43)));
    all.put(
        "private-key",
        List.of(pem("RSA "), pem("OPENSSH "), pem("EC "), pem(""), pem("ENCRYPTED ")));
    all.put(
        "url-password",
        List.of(
            "postgres://app:" + "s3cr3tpw" + "@db:5432/x",
            "https://u:" + some(20) + "@host/repo.git"));
    all.put(
        "bearer",
        List.of(
            "Authorization: Bear" + "er " + some(40),
            "curl -H 'Authorization: Basi" + "c " + some(28) + "=='"));
    all.put(
        "password",
        List.of(
            "pass" + "word=hunter2",
            "DB_PASS" + "WORD: 'correcthorse'",
            "pw" + "d = S3cret!pw",
            "密" + "码：abc12345",
            "the root pass" + "word is Tr0ub4dor&3",
            "\"pass" + "word\": \"qwertyuiop\""));
    all.put(
        "secret-value",
        List.of(
            "api" + "_key: " + some(32),
            "client_sec" + "ret=" + some(24),
            "AWS_SECRET_ACCESS_" + "KEY=" + some(38) + "/+",
            "tok" + "en: " + hex(40),
            "X-API-" + "Key: " + hex(32),
            "api" + "Key = \"" + hex(8) + "-" + hex(4) + "-" + hex(4) + "-" + hex(12) + "\"",
            "密" + "钥：" + some(24),
            "_auth" + "Token=" + some(36)));
    all.put("random-key", List.of(some(40), "the key " + some(64) + " opens it", some(43) + "="));
  }

  private String pem(String kind) {
    return "-----BEGIN "
        + kind
        + "PRIVATE"
        + " KEY-----\n"
        + some(64)
        + "\n"
        + some(64)
        + "\n-----END "
        + kind
        + "PRIVATE"
        + " KEY-----";
  }

  @Test
  void secretsAreFoundAndRedacted() {
    int count = 0;
    for (Map.Entry<String, List<String>> kind : secrets().entrySet()) {
      for (String secret : kind.getValue()) {
        count++;
        for (String text :
            List.of(secret, "We use this:\n" + secret + "\n它很重要", "(" + secret + ")")) {
          List<Secrets.Found> found = Secrets.in(text);
          assertThat(found).as("%s: %s", kind.getKey(), text).hasSize(1);
          assertThat(found.getFirst().kind()).as(text).isEqualTo(kind.getKey());
          String hidden = text.substring(found.getFirst().from(), found.getFirst().to());
          String redacted = Secrets.redacted(text);
          assertThat(redacted).contains("[REDACTED:" + kind.getKey() + "]").doesNotContain(hidden);
          assertThat(Secrets.in(redacted)).as(redacted).isEmpty();
          assertThat(Secrets.refusal(text).orElseThrow()).doesNotContain(hidden).contains("line ");
        }
      }
    }
    assertThat(count).isGreaterThanOrEqualTo(60);
  }

  @Test
  void thePlaceIsToldAndTheSecretIsNot() {
    String secret = "gh" + "p_" + some(36);
    assertThat(Secrets.refusal("one\ntwo " + secret + "\npass" + "word=hunter2"))
        .contains("line 2 has a GitHub token; line 3 has a password");
    assertThat(Secrets.refusal("nothing here")).isEmpty();
  }

  @Test
  void whatLooksSimilarIsNone() {
    List<String> fine = new ArrayList<>(HARMLESS.lines().filter(line -> !line.isBlank()).toList());
    for (int i = 0; i < 8; i++) {
      fine.add("commit " + hex(40));
      fine.add("sha256 " + hex(64) + "  file.tar.gz");
      fine.add(hex(8) + "-" + hex(4) + "-" + hex(4) + "-" + hex(4) + "-" + hex(12));
      fine.add("data:image/png;base64," + some(300));
      fine.add("\"integrity\": \"sha512-" + some(86) + "==\"");
      fine.add("ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + some(43) + " ada@host");
      fine.add("https://docs.example.org/d/" + some(44) + "/edit?id=" + some(40));
      fine.add(some(76) + "\n" + some(76) + "\n" + some(30) + "==");
      fine.add(
          "-----BEGIN CERTIFICATE-----\n"
              + some(64)
              + "\n"
              + some(40)
              + "\n-----END CERTIFICATE-----");
    }
    for (String text : fine) {
      assertThat(Secrets.in(text)).as(text).isEmpty();
      assertThat(Secrets.redacted(text)).isEqualTo(text);
    }
    assertThat(fine).hasSizeGreaterThanOrEqualTo(140);
  }

  private static final String HARMLESS =
      """
      The token budget is 6000 tokens and max_tokens=4096.
      memory_budget: 6000
      password: required
      password: string
      The password: it must have 12 characters.
      password=${DB_PASSWORD}
      password = os.environ["DB_PASSWORD"]
      password: process.env.DB_PASSWORD
      password=<your password>
      password: ********
      "password": "password"
      api_key: YOUR_API_KEY
      api_key=$OPENAI_API_KEY
      api_key = config.openai_key
      apiKey: getenv("X1234567")
      token: {{ secrets.GITHUB_TOKEN }}
      secret: see 1Password
      the secret is to ship often
      token_url: https://auth.example.com/oauth2/token
      token_file: /run/secrets/token-2026.txt
      public_key: abcdef1234567890abcdef12
      primary key: id2
      tokens: o200k_base and cl100k_base
      cl100k: 4.26 characters a token
      api_key_id: 550e8400-e29b-41d4-a716-446655440000
      token_type: bearer2026
      password_hash: argon2id
      AbstractSingletonProxyFactoryBeanConfigurationTest2026
      com.example.services.authentication.AuthenticationServiceImplementation2
      THIS_IS_A_VERY_LONG_CONSTANT_NAME_WITH_NUMBER_42_IN_IT
      this-is-a-very-long-slug-for-a-blog-post-from-2026-11-30
      memory/groups/acme/conventions/api-guidelines-2026-v2.md
      /usr/lib/jvm/temurin-25-jdk-amd64/lib/server/libjvm.so
      src/main/java/comity/memory/SecretsFoundInTextByPatternTest.java
      C:\\Users\\Ada\\AppData\\Local\\Programs\\Python\\Python312\\python.exe
      https://github.com/tigerbeetle/tigerbeetle/blob/main/docs/TIGER_STYLE.md
      https://example.com/a/b?utm_source=newsletter&utm_campaign=Autumn2026Sale
      git clone https://github.com/acme/app.git
      ssh://git@github.com:22/acme/app.git
      postgres://user:password@localhost:5432/app
      mysql://root:${MYSQL_PASSWORD}@db/app
      http://localhost:7420/mcp
      redis://localhost:6379/0
      Authorization: Bearer <token>
      send the header Authorization: Bearer $TOKEN
      Bearer tokens are checked on each request of the page
      basic authentication is not enough here
      用令牌预算来控制加载，最多六千个令牌。
      密码：必填
      密码是用户自己设置的
      密钥：见保险箱
      我们决定把数据库密码放进环境变量里，而不是放在代码仓库里面。
      这个令牌为每个房间单独签发
      4111 1111 1111 1111
      +49 30 1234567890
      2026-11-30T14:05:00.123456789+08:00
      v1.2.3-alpha.4+build.20261130.7f3a9c2
      sk-learn and scikit-learn are the same
      sk-estimator-with-a-long-name-and-digits-2026
      pk_live_is_a_publishable_key
      ghp_ is the prefix of GitHub's tokens
      ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
      xoxb-your-token-here
      eyJ is how a JSON web token begins
      MUSTER_AGENT_SESSION_ID=7d3f
      COMITY_HOME=/home/ada/.comity
      npm_config_registry is a variable
      pypi-publish is a workflow
      hf_hub_download(repo_id, filename)
      key-value stores are simple
      SKU 12345678901234567890
      Room !AbCdEfGhIjKl:example.org is mapped
      [REDACTED:github-token]
      "token": "repository"
      token: P0
      tokenizer: bert-base-uncased
      secret_name: prod/db/main-2026
      access_key_rotation: every 90 days
      The credentials are kept in the vault.
      credentials: see the runbook-v2.md
      password policy: 12+ characters, 1 digit
      passwords: rotate each quarter
      pwd: /home/ada/project-2026
      Signed-off-by: Ada <ada@example.org>
      ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789
      aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa
      ================================================
      0000000000000000000000000000000000000000000000000
      """;

  /** Its form makes a key; that a part of it reads like an example says nothing. */
  @Test
  @Tag("MEM-15")
  void aKeyThatLooksMadeUpIsOne() {
    for (String key :
        List.of(
            "AKI" + "AIOSFODNN7EXAMPLE",
            "gh" + "p_1234567890abcdefghijklmnopqrstuvwxyz",
            "-----BEGIN " + "PRIVATE KEY-----\nMIIEvQIBADANBg\n-----END " + "PRIVATE KEY-----")) {
      assertThat(Secrets.refusal("it is " + key)).as(key).isPresent();
    }
    assertThat(Secrets.refusal("such as gh" + "p_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx")).isEmpty();
  }
}
