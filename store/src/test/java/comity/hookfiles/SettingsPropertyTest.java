package comity.hookfiles;

import static org.assertj.core.api.Assertions.assertThat;

import comity.hookfiles.Jsonc.Items;
import comity.hookfiles.Jsonc.Member;
import comity.hookfiles.Jsonc.Node;
import comity.hookfiles.Jsonc.Table;
import comity.sessionfiles.ProviderFiles;
import comity.sessions.Provider;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Hooks in settings that nobody wrote: any white space, comments, commas and entries. */
@Timeout(120)
final class SettingsPropertyTest {
  private static final int ROUNDS = 1000;

  private static final Provider CLAUDE = ProviderFiles.shipped().named("claude").orElseThrow();

  private static Settings settings(String launcher) {
    return new Settings(CLAUDE, Provider.HookFile.Kind.CLAUDE, launcher);
  }

  private static Node read(String text) {
    Jsonc.Reading reading = Jsonc.read(text);
    assertThat(reading).as(text).isInstanceOf(Jsonc.Reading.Read.class);
    return ((Jsonc.Reading.Read) reading).root();
  }

  /** What a value says, without what it looks like, and without what is empty in its hooks. */
  private static String said(Node node, boolean hooks) {
    return switch (node) {
      case Jsonc.Text text -> "'" + text.value() + "'";
      case Jsonc.Word word -> word.word();
      case Items items ->
          items.items().stream()
              .map(each -> said(each, false))
              .collect(Collectors.joining(",", "[", "]"));
      case Table table ->
          table.members().stream()
              .map(each -> said(each, hooks))
              .filter(text -> !text.isEmpty())
              .collect(Collectors.joining(",", "{", "}"));
    };
  }

  private static String said(Member member, boolean hooks) {
    String value = said(member.value(), member.name().equals("hooks"));
    boolean empty = value.equals("[]") || value.equals("{}");
    return empty && (hooks || member.name().equals("hooks")) ? "" : member.name() + ":" + value;
  }

  private static List<String> comments(String text) {
    return ((Jsonc.Reading.Read) Jsonc.read(text))
        .comments().stream().map(each -> text.substring(each.from(), each.to())).toList();
  }

  @Test
  @Tag("SES-8")
  void whatIsPutInGoesAgainAndAllElseStays() throws Settings.Unfit {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      String text = new Writer(random).settings();
      String context = "seed %d, round %d:\n%s".formatted(seed, round, text);
      Settings settings = settings("/opt/comity");
      assertThat(settings.found(text)).as(context).isEmpty();
      String with = settings.with(text);
      assertThat(settings.isComplete(with)).as("%s\n%s", context, with).isTrue();
      assertThat(comments(with)).as("%s\n%s", context, with).isEqualTo(comments(text));
      String without = settings.without(with);
      assertThat(settings.found(without)).as(context).isEmpty();
      assertThat(said(read(without), false))
          .as("%s\nwith:\n%s\nwithout:\n%s", context, with, without)
          .isEqualTo(said(read(text), false));
      assertThat(comments(without)).as("%s\n%s", context, without).isEqualTo(comments(text));
    }
  }

  @Test
  @Tag("SES-8")
  void anythingElseIsRefusedWithoutHarm() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < ROUNDS; round++) {
      StringBuilder text = new StringBuilder(new Writer(random).settings());
      for (int i = random.nextInt(4); i >= 0; i--) {
        int at = random.nextInt(text.length());
        if (random.nextBoolean()) {
          text.deleteCharAt(at);
        } else {
          text.insert(at, "{}[]\",:/*\\\n".charAt(random.nextInt(11)));
        }
        if (text.isEmpty()) {
          text.append('{');
        }
      }
      Settings settings = settings("/opt/comity");
      try {
        String with = settings.with(text.toString());
        assertThat(settings.isComplete(with)).as("seed %d: %s", seed, text).isTrue();
      } catch (Settings.Unfit unfit) {
        assertThat(unfit.why()).as("seed %d", seed).isNotBlank();
      }
    }
  }

  /** Writes settings as nobody would. */
  private static final class Writer {
    private static final List<String> EVENTS =
        List.of("SessionStart", "Stop", "PreToolUse", "TeammateIdle");

    private final Random random;
    private final String newline;
    private int comments;

    Writer(Random random) {
      this.random = random;
      this.newline = random.nextInt(4) == 0 ? "\r\n" : "\n";
    }

    String settings() {
      List<String> members = new ArrayList<>();
      for (int i = random.nextInt(3); i > 0; i--) {
        members.add("\"k" + i + "\"" + gap() + ":" + gap() + value(2));
      }
      if (random.nextInt(3) > 0) {
        members.add(
            random.nextInt(members.size() + 1), "\"hooks\"" + gap() + ":" + gap() + hooks());
      }
      return (random.nextInt(8) == 0 ? "\uFEFF" : "") + gap() + joined("{", members, "}") + gap();
    }

    private String hooks() {
      List<String> events = new ArrayList<>();
      for (String event : EVENTS) {
        if (random.nextInt(3) == 0) {
          List<String> entries = new ArrayList<>();
          for (int i = random.nextInt(3); i > 0; i--) {
            entries.add(random.nextInt(3) == 0 ? value(1) : "{\"hooks\":" + gap() + "[]}");
          }
          events.add("\"" + event + "\":" + gap() + joined("[", entries, "]"));
        }
      }
      return joined("{", events, "}");
    }

    private String joined(String open, List<String> parts, String close) {
      StringBuilder out = new StringBuilder(open).append(gap());
      for (int i = 0; i < parts.size(); i++) {
        out.append(parts.get(i)).append(gap());
        if (i < parts.size() - 1 || random.nextInt(5) == 0) {
          out.append(',').append(gap());
        }
      }
      return out.append(close).toString();
    }

    private String value(int depth) {
      return switch (random.nextInt(depth > 0 ? 6 : 4)) {
        case 0 -> "\"a // \\\" /* { " + random.nextInt(9) + "\"";
        case 1 -> "-1.5e3";
        case 2 -> "null";
        case 3 -> "true";
        case 4 -> joined("[", List.of(value(depth - 1), value(depth - 1)), "]");
        default -> joined("{", List.of("\"n\":" + value(depth - 1)), "}");
      };
    }

    private String gap() {
      return switch (random.nextInt(12)) {
        case 0, 1, 2 -> newline + "  ".repeat(random.nextInt(3));
        case 3 -> newline + "\t";
        case 4 -> " // c" + comments++ + ", { [ \" */" + newline;
        case 5 -> "/* c" + comments++ + " , } // */";
        case 6, 7 -> " ";
        default -> "";
      };
    }
  }
}
