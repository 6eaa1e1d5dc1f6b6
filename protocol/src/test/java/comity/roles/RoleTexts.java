package comity.roles;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Makes role files as people, agents and accidents leave them. */
final class RoleTexts {
  private static final List<String> PIECES =
      List.of(
          "<!-- L0: v2.11.0 | P0=竞品技术吸收Batch2 | QA PASS, 3 pending directives -->",
          "<!-- L0: 1.0.0 | a | 📡 4, ☐ 7 -->",
          "<!-- L0：v1 | 📡 2 | 📡\uFE0F 2，☐ 2，📡 9-->",
          "<!--L0: x-->",
          "<!-- a comment",
          "-->",
          "# Role",
          "## 📐 职责边界",
          "| ✅ here | ❌ other |",
          "|---|:-:|",
          "| 源码 | 定价 → GROWTH |",
          "| half",
          "## ⏳ 待办",
          "## 🎯 TODO",
          "### Tasks ##",
          "- [ ] one",
          "  - [x] nested",
          "\t- [/] with a tab",
          "* 🔲 box",
          "1. ✅\uFE0F done",
          "- [] nearly",
          "-[X ] nearly",
          "- [ ]joined",
          "## 📡 已接收战略指令",
          "## Received Directives",
          "## 📡 QA→BUILD 通知",
          "## 🛠\uFE0F 技术栈",
          "## 📋 CHANGELOG 维护规则",
          "📡 **S041→MUSE/BUILD**: 🟡 **竞品深度调研回传**",
          "📡 **S042→ALL**: 🟡 (build, qa) **to all**",
          "- 📡\uFE0F S040->DYA/GROWTH：✅\uFE0F (2026-11-29 14:05 +08:00) x 🟡 y",
          "### 📡 S001→BUILD (2026-03-15 10:00) — 🟡 待处理",
          "📡 **S043→ops: 🟡 (from DYA/qa) **copy**",
          "📡 **S044=>BUILD**: 🟡 **arrow**",
          "📡 **S45→BUILD**: **nearly**",
          "> body",
          "> ",
          ">",
          ">> twice",
          "> ```",
          "```",
          "~~~md",
          "    indented code",
          "",
          "",
          "",
          "text",
          "text with two spaces  ",
          "===",
          "---",
          "<<<<<<< HEAD",
          "עברית \u202Ertl\u202C",
          "a\u2028b\u0085c\u000Bd",
          "- [ ] a\u2028b",
          "👩\u200D👩\u200D👧 e\u0301 \uD83C\uDDE9\uD83C\uDDEA",
          "<div>",
          "- list",
          "  continued");

  private static final List<String> ENDS = List.of("\n", "\n", "\n", "\r\n", "\r\n", "\r");

  private final Random random;

  RoleTexts(Random random) {
    this.random = random;
  }

  /** A file; one in four has bytes changed at random. */
  byte[] next() {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    if (random.nextInt(8) == 0) {
      out.writeBytes(new byte[] {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF});
    }
    boolean mixed = random.nextInt(5) == 0;
    String end = one(ENDS);
    int pieces = random.nextInt(30);
    for (int i = 0; i < pieces; i++) {
      out.writeBytes(utf8(one(PIECES)));
      boolean last = i == pieces - 1 && random.nextBoolean();
      out.writeBytes(utf8(last ? "" : mixed ? one(ENDS) : end));
    }
    byte[] bytes = out.toByteArray();
    return random.nextInt(4) == 0 ? mutated(bytes) : bytes;
  }

  private byte[] mutated(byte[] bytes) {
    List<Byte> changed = new ArrayList<>();
    for (byte b : bytes) {
      changed.add(b);
    }
    for (int times = 1 + random.nextInt(4); times > 0; times--) {
      int at = random.nextInt(changed.size() + 1);
      if (random.nextBoolean() || at == changed.size()) {
        changed.add(at, (byte) random.nextInt(256));
      } else {
        changed.remove(at);
      }
    }
    byte[] mutated = new byte[changed.size()];
    for (int i = 0; i < mutated.length; i++) {
      mutated[i] = changed.get(i);
    }
    return mutated;
  }

  /** Text of one line, without blanks around it. */
  String line() {
    List<String> words =
        List.of("a", "🟡", "**b**", "`c`", "调研", "(d)", "#", "x:", "\u202E", "[ ]", "→", "1.");
    StringBuilder line = new StringBuilder("w");
    for (int left = random.nextInt(5); left > 0; left--) {
      line.append(' ').append(one(words));
    }
    return line.toString();
  }

  /** Text of some lines. */
  String body() {
    StringBuilder body = new StringBuilder();
    for (int left = random.nextInt(5); left > 0; left--) {
      body.append(one(PIECES)).append(left > 1 ? "\n" : "");
    }
    return body.toString();
  }

  <T> T one(List<T> of) {
    return of.get(random.nextInt(of.size()));
  }

  static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** The lines of a file with their ends, cut by no code of the product. */
  static List<String> lines(byte[] bytes) {
    List<String> lines = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < bytes.length; at++) {
      boolean both = bytes[at] == '\r' && at + 1 < bytes.length && bytes[at + 1] == '\n';
      if ((bytes[at] == '\n' || bytes[at] == '\r') && !both) {
        lines.add(raw(bytes, from, at + 1));
        from = at + 1;
      }
    }
    if (from < bytes.length) {
      lines.add(raw(bytes, from, bytes.length));
    }
    return lines;
  }

  /** Each byte a character, so that no byte is lost. */
  private static String raw(byte[] bytes, int from, int to) {
    return new String(Arrays.copyOfRange(bytes, from, to), StandardCharsets.ISO_8859_1);
  }
}
