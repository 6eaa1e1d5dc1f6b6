package comity.memory;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Secrets whose makers gave them a form of their own. The group {@code s} is the secret itself. */
enum SecretKind {
  PRIVATE_KEY(
      "a private key",
      "-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----"
          + "(?s:.*?)(?:-----END (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----|\\z)"),
  AGE_KEY("an age key", "\\bAGE-SECRET-KEY-1[0-9A-Z]{50,60}"),
  COMITY_TOKEN("a token of Comity", "\\bmcp_[0-9a-f]{6,20}_[0-9a-f]{32,}"),
  COMITY_KEY("a key of Comity", "\\bck_[0-9A-Za-z]{2,40}_[0-9a-f]{32,}"),
  AWS_KEY("an AWS key", "\\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\\b"),
  GITHUB_TOKEN(
      "a GitHub token", "\\b(?:gh[pousr]_[A-Za-z0-9]{30,255}|github_pat_[A-Za-z0-9_]{30,255})"),
  GITLAB_TOKEN(
      "a GitLab token", "\\bgl(?:pat|dt|rt|ptt|oas|soat|ft|agent|cbt|imt)-[A-Za-z0-9_.-]{20,}"),
  SLACK_TOKEN("a Slack token", "\\b(?:xox[abeoprs]|xapp)-[A-Za-z0-9-]{10,}"),
  SLACK_WEBHOOK(
      "a Slack webhook",
      "hooks\\.slack\\.com/(?:services|workflows|triggers)/(?<s>[A-Za-z0-9/_-]{20,})"),
  DISCORD_WEBHOOK(
      "a Discord webhook",
      "discord(?:app)?\\.com/api/webhooks/(?<s>\\d{10,20}/[A-Za-z0-9_-]{40,})"),
  ANTHROPIC_KEY("an Anthropic key", "\\bsk-ant-[A-Za-z0-9_-]{20,}"),
  OPENAI_KEY(
      "an OpenAI key",
      "\\bsk-(?:proj|svcacct|admin|or-v1|None)-[A-Za-z0-9_-]{20,}|\\bsk-[A-Za-z0-9]{32,}"),
  GOOGLE_KEY("a Google key", "\\bAIza[0-9A-Za-z_-]{35}(?![0-9A-Za-z_-])"),
  GOOGLE_OAUTH(
      "a Google OAuth secret", "\\bya29\\.[0-9A-Za-z_-]{20,}|\\bGOCSPX-[0-9A-Za-z_-]{20,}"),
  STRIPE_KEY(
      "a Stripe key", "\\b[sr]k_(?:live|test)_[0-9A-Za-z]{16,}|\\bwhsec_[0-9A-Za-z+/]{24,}={0,2}"),
  NPM_TOKEN("an npm token", "\\bnpm_[A-Za-z0-9]{36}\\b"),
  PYPI_TOKEN("a PyPI token", "\\bpypi-[A-Za-z0-9_-]{50,}"),
  AZURE_KEY(
      "an Azure key",
      "(?:AccountKey|SharedAccessKey)=(?<s>[A-Za-z0-9+/]{40,90}={0,2})"
          + "|(?<![\\w.~-])[\\w.~-]{3}\\dQ~[\\w.~-]{31,34}"),
  AZURE_SIGNATURE("a signature of an Azure URL", "[?&]sig=(?<s>[A-Za-z0-9%/+]{40,}=?)"),
  AWS_SIGNATURE(
      "a signature of an AWS URL", "X-Amz-(?:Signature|Security-Token)=(?<s>[A-Za-z0-9%]{40,})"),
  HUGGING_FACE_TOKEN("a Hugging Face token", "\\bhf_[A-Za-z0-9]{30,}"),
  SENDGRID_KEY("a SendGrid key", "\\bSG\\.[\\w-]{16,32}\\.[\\w-]{32,64}"),
  TWILIO_KEY("a Twilio key", "\\bSK[0-9a-f]{32}\\b"),
  TELEGRAM_TOKEN("a Telegram bot's token", "\\b\\d{8,10}:AA[\\w-]{32,34}(?![\\w-])"),
  DISCORD_TOKEN("a Discord token", "\\b[MNO][\\w-]{22,27}\\.[\\w-]{6}\\.[\\w-]{27,45}(?![\\w-])"),
  SHOPIFY_TOKEN("a Shopify token", "\\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\\b"),
  DIGITALOCEAN_TOKEN("a DigitalOcean token", "\\bdo[opr]_v1_[0-9a-f]{64}\\b"),
  DATABRICKS_TOKEN("a Databricks token", "\\bdapi[0-9a-f]{32}(?:-\\d)?\\b"),
  VAULT_TOKEN("a Vault token", "\\bhv[sbr]\\.[\\w-]{24,}"),
  DOCKER_TOKEN("a Docker token", "\\bdckr_(?:pat|oat)_[\\w-]{27,}"),
  ATLASSIAN_TOKEN("an Atlassian token", "\\bATATT3[\\w=-]{50,}"),
  LINEAR_KEY("a Linear key", "\\blin_(?:api|oauth)_[A-Za-z0-9]{32,}"),
  NOTION_TOKEN("a Notion token", "\\b(?:secret|ntn)_[A-Za-z0-9]{40,}"),
  GROQ_KEY("a Groq key", "\\bgsk_[A-Za-z0-9]{40,}"),
  XAI_KEY("an xAI key", "\\bxai-[A-Za-z0-9]{60,}"),
  MAILGUN_KEY("a Mailgun key", "\\bkey-[0-9a-f]{32}\\b"),
  JWT("a JSON web token", "\\beyJ[A-Za-z0-9_-]{10,}\\.eyJ[A-Za-z0-9_-]{10,}\\.[A-Za-z0-9_-]{10,}"),
  URL_PASSWORD(
      "a password in a URL",
      "\\b[a-z][a-z0-9+.-]{1,20}://[^/\\s:@'\"`<>]{0,100}:(?<s>[^/\\s@'\"`<>]{3,200})@"),
  BEARER(
      "a token of a header",
      "(?i)\\b(?:bearer|authorization[\"']?[ \\t]*[:=][ \\t]*[\"']?(?:basic|token))[ \\t]+"
          + "(?<s>[A-Za-z0-9._~+/-]{20,}={0,2})");

  private final String said;
  private final Pattern pattern;

  SecretKind(String said, String pattern) {
    this.said = said;
    this.pattern = Pattern.compile(pattern);
  }

  /** As a person is told. */
  String said() {
    return said;
  }

  Matcher matcher(CharSequence text) {
    return pattern.matcher(text);
  }

  boolean hasGroup() {
    return pattern.namedGroups().containsKey("s");
  }

  /** As it stands in a text instead of the secret. */
  String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
