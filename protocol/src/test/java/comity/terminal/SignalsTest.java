package comity.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

final class SignalsTest {
  private static final String LONG = "x".repeat(3000);

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String base64(String text) {
    return Base64.getEncoder().encodeToString(bytes(text));
  }

  private static List<String> signals(byte[] all, int... cuts) {
    List<String> told = new ArrayList<>();
    Parser parser = new Parser(new Signals(signal -> told.add(shown(signal))));
    int from = 0;
    for (int cut : cuts) {
      parser.take(all, from, cut);
      from = cut;
    }
    parser.take(all, from, all.length);
    return told;
  }

  /** In a line, so that a table can have it. */
  private static String shown(Signal signal) {
    return switch (signal) {
      case Signal.Progress(var state, var percent) ->
          "progress " + state + (percent.isPresent() ? " " + percent.getAsInt() : "");
      case Signal.Notification(int by, String title, String body) ->
          "notify " + by + " [" + title + "] [" + body + "]";
      case Signal.Bell() -> "bell";
      case Signal.Title(String text) -> "title [" + text + "]";
      case Signal.Folder(String place) -> "folder " + place;
      case Signal.Prompt(var mark, var exit) ->
          "prompt " + mark + (exit.isPresent() ? " " + exit.getAsInt() : "");
      case Signal.Status(StatusReport report) ->
          "status "
              + report.state()
              + " "
              + report.id()
              + report.kind().map(kind -> " " + kind).orElse("")
              + (report.app().isEmpty() ? "" : " app " + report.app())
              + (report.title().isEmpty() ? "" : " [" + report.title() + "]")
              + (report.message().isEmpty() ? "" : " [" + report.message() + "]")
              + (report.progress().isPresent() ? " " + report.progress().getAsInt() : "");
      case Signal.Asked(Query query) -> "asked " + query;
      case Signal.Reset() -> "reset";
    };
  }

  private static Arguments vector(String what, String output, String... signals) {
    return Arguments.of(what, output, List.of(signals));
  }

  static Stream<Arguments> framing() {
    return Stream.of(
        vector("nothing", ""),
        vector("text", "hello\r\n\twörld 漢字"),
        vector("a bell", "a\u0007b", "bell"),
        vector("a title by BEL", "\u001b]0;hi\u0007", "title [hi]"),
        vector("a title by ST", "\u001b]2;hi\u001b\\", "title [hi]"),
        vector("an icon name is no title", "\u001b]1;hi\u001b\\"),
        vector("an empty title", "\u001b]0;\u0007", "title []"),
        vector("a title without a text", "\u001b]0\u0007", "title []"),
        vector("controls in an OSC are ignored", "\u001b]0;a\nb\tc\u0007", "title [abc]"),
        vector("an 8-bit ST is a part of a character", "\u001b]0;\u00dc\u0007", "title [Ü]"),
        vector("an 8-bit OSC is a part of a character", "\u00dd0;no\u0007", "bell"),
        vector("CAN ends a string", "\u001b]0;no\u0018\u0007", "bell"),
        vector("SUB ends a string", "\u001b]0;no\u001a\u0007", "bell"),
        vector("CAN ends a sequence", "\u001b[6\u0018n"),
        vector("ESC begins anew", "\u001b]0;no\u001b]0;yes\u0007", "title [yes]"),
        vector("ESC begins a sequence", "\u001b]0;no\u001b[6n", "asked Cursor[extended=false]"),
        vector("ESC ESC", "\u001b\u001b]0;yes\u0007", "title [yes]"),
        vector("a BEL in a DCS is data", "\u001bPab\u0007c\u001b\\"),
        vector("a BEL in an APC is data", "\u001b_ab\u0007c\u001b\\"),
        vector("a BEL in a PM is data", "\u001b^ab\u0007c\u001b\\"),
        vector("a BEL in a SOS is data", "\u001bXab\u0007c\u001b\\"),
        vector("a title in an APC is none", "\u001b_]0;no\u001b\\"),
        vector("a BEL in a sequence", "\u001b[6\u0007n", "bell", "asked Cursor[extended=false]"),
        vector("a line end in a sequence", "\u001b[6\nn", "asked Cursor[extended=false]"),
        vector("too long", "\u001b]0;" + "x".repeat(9000) + "\u0007\u0007", "bell"),
        vector("a code that is none", "\u001b]0x;no\u0007"),
        vector("an empty code is 0", "\u001b];hi\u0007", "title [hi]"),
        vector(
            "a title is clipped", "\u001b]0;" + LONG + "\u0007", "title [" + "x".repeat(256) + "]"),
        vector("bytes that are no UTF-8 are shown so", "\u001b]0;\ud800\u0007", "title [?]"),
        vector("reset", "\u001bc", "reset"),
        vector("a character set is no reset", "\u001b(c"),
        vector(
            "passed through tmux",
            "\u001bPtmux;\u001b\u001b]9;done\u0007\u001b\\",
            "notify 9 [] [done]"),
        vector(
            "passed through tmux, by ST",
            "\u001bPtmux;\u001b\u001b]9;done\u001b\u001b\\\u001b\\\u0007",
            "notify 9 [] [done]",
            "bell"),
        vector(
            "passed through tmux twice: what is left is a DCS that is cut off",
            "\u001bPtmux;\u001b\u001bPtmux;\u001b\u001b\u001b\u001b]9;x\u0007\u001b\u001b\\\u001b\\",
            "notify 9 [] [x]"),
        vector(
            "begun in tmux and never ended", "\u001bPtmux;\u001b\u001b]0;no\u001b\\\u0007", "bell"),
        vector("passed through screen", "\u001bP\u001b]9;done\u0007\u001b\\", "notify 9 [] [done]"),
        vector(
            "passed through screen in pieces",
            "\u001bP\u001b]99;i=1;" + "y".repeat(758) + "\u001b\\\u001bP" + "z\u0007\u001b\\",
            "notify 99 [" + "y".repeat(758) + "z] []"),
        vector(
            "a long string of screen's that goes no further",
            "\u001bP\u001b]99;i=1;" + "y".repeat(758) + "\u001b\\\u0007",
            "notify 99 [" + "y".repeat(758) + "] []",
            "bell"));
  }

  static Stream<Arguments> progress() {
    return Stream.of(
        vector("clear", "\u001b]9;4;0\u0007", "progress CLEAR"),
        vector("clear with fields", "\u001b]9;4;0;\u0007", "progress CLEAR"),
        vector("clear with a number", "\u001b]9;4;0;0\u0007", "progress CLEAR 0"),
        vector("a value", "\u001b]9;4;1;40\u0007", "progress VALUE 40"),
        vector("an error", "\u001b]9;4;2\u001b\\", "progress ERROR"),
        vector("busy", "\u001b]9;4;3;\u001b\\", "progress BUSY"),
        vector("paused", "\u001b]9;4;4;50\u0007", "progress PAUSED 50"),
        vector("a trailing field", "\u001b]9;4;3;0;\u0007", "progress BUSY 0"),
        vector("an empty state is 0", "\u001b]9;4;\u0007", "progress CLEAR"),
        vector("no state is 0", "\u001b]9;4\u0007", "progress CLEAR"),
        vector("no such state", "\u001b]9;4;5\u0007"),
        vector("a state that is no number", "\u001b]9;4;x\u0007"),
        vector("more than all", "\u001b]9;4;1;101\u0007"),
        vector("less than nothing", "\u001b]9;4;1;-1\u0007"),
        vector("too many fields", "\u001b]9;4;1;2;3\u0007"));
  }

  static Stream<Arguments> notifications() {
    return Stream.of(
        vector("a text", "\u001b]9;all done\u0007", "notify 9 [] [all done]"),
        vector("a text with a semicolon", "\u001b]9;a;b\u0007", "notify 9 [] [a;b]"),
        vector("a number is a text", "\u001b]9;42\u0007", "notify 9 [] [42]"),
        vector("ConEmu's sleep", "\u001b]9;1;100\u0007"),
        vector("ConEmu's folder", "\u001b]9;9;/tmp/x\u0007", "folder /tmp/x"),
        vector("no text", "\u001b]9;\u0007"),
        vector("title and body", "\u001b]777;notify;T;B\u0007", "notify 777 [T] [B]"),
        vector("a body with semicolons", "\u001b]777;notify;T;a;b\u0007", "notify 777 [T] [a;b]"),
        vector("a title alone", "\u001b]777;notify;T\u0007", "notify 777 [T] []"),
        vector("another word", "\u001b]777;preexec;T;B\u0007"),
        vector("kitty's", "\u001b]99;;hello\u0007", "notify 99 [hello] []"),
        vector(
            "kitty's in chunks",
            "\u001b]99;i=1:d=0;hel\u0007\u001b]99;i=1:d=0;lo\u0007\u001b]99;i=1:p=body;you\u0007",
            "notify 99 [hello] [you]"),
        vector(
            "kitty's, one chunk without d",
            "\u001b]99;i=1:d=0;T\u0007\u001b]99;i=1;\u0007\u001b]99;i=1:d=1:p=body;B\u0007",
            "notify 99 [T] []"),
        vector(
            "kitty's of two ids",
            "\u001b]99;i=1:d=0;a\u0007\u001b]99;i=2:d=0;b\u0007\u001b]99;i=2;c\u0007\u001b]99;i=1;d\u0007",
            "notify 99 [bc] []",
            "notify 99 [ad] []"),
        vector(
            "kitty's in Base64",
            "\u001b]99;e=1;" + base64("größer") + "\u0007",
            "notify 99 [größer] []"),
        vector("kitty's, bad Base64", "\u001b]99;e=1;***\u0007"),
        vector("kitty's, too much", "\u001b]99;;" + LONG + "\u0007"),
        vector("kitty's buttons", "\u001b]99;i=1:p=buttons;x\u0007"),
        vector(
            "kitty's, taken back",
            "\u001b]99;i=1:d=0;a\u0007\u001b]99;i=1:p=close;\u0007\u001b]99;i=1;b\u0007",
            "notify 99 [b] []"),
        vector("kitty is asked", "\u001b]99;i=7:p=?;\u0007", "asked Notifications[id=7]"));
  }

  static Stream<Arguments> others() {
    return Stream.of(
        vector("a folder", "\u001b]7;file://host/tmp\u0007", "folder file://host/tmp"),
        vector("a prompt", "\u001b]133;A\u0007", "prompt PROMPT"),
        vector("a prompt with more", "\u001b]133;A;cl=m\u0007", "prompt PROMPT"),
        vector("an input", "\u001b]133;B\u0007", "prompt INPUT"),
        vector("an output", "\u001b]133;C\u0007", "prompt OUTPUT"),
        vector("an end", "\u001b]133;D;3\u0007", "prompt ENDED 3"),
        vector("an end without a number", "\u001b]133;D\u0007", "prompt ENDED"),
        vector("another mark", "\u001b]133;P;k=i\u0007"),
        vector("a longer word", "\u001b]133;Abc\u0007"),
        vector("a link", "\u001b]8;;http://x\u0007text\u001b]8;;\u0007"),
        vector("a clipboard that is read", "\u001b]52;c;?\u0007"),
        vector(
            "DA1",
            "\u001b[c\u001b[0c\u001bZ",
            "asked Abilities[]",
            "asked Abilities[]",
            "asked Abilities[]"),
        vector("an answer to DA1", "\u001b[?62;c"),
        vector("DA2", "\u001b[>c", "asked Model[]"),
        vector("XTVERSION", "\u001b[>0q", "asked Version[]"),
        vector("a cursor's shape", "\u001b[2 q"),
        vector(
            "DSR",
            "\u001b[5n\u001b[6n\u001b[?6n",
            "asked Health[]",
            "asked Cursor[extended=false]",
            "asked Cursor[extended=true]"),
        vector("keys", "\u001b[?u", "asked Keyboard[]"),
        vector("a cursor that is put back", "\u001b[u"),
        vector("a mode", "\u001b[?2026$p", "asked Mode[mode=2026, extended=true]"),
        vector("an ANSI mode", "\u001b[4$p", "asked Mode[mode=4, extended=false]"),
        vector("too many parameters", "\u001b[" + "1;".repeat(40) + "n"),
        vector("a large number", "\u001b[?99999999999$p", "asked Mode[mode=65535, extended=true]"),
        vector(
            "colours",
            "\u001b]10;?\u0007\u001b]11;?\u001b\\",
            "asked Colour[code=10, index=0, byBell=true]",
            "asked Colour[code=11, index=0, byBell=false]"),
        vector(
            "a palette",
            "\u001b]4;1;?;2;#fff;300;?\u0007",
            "asked Colour[code=4, index=1, byBell=true]"),
        vector("a colour that is set", "\u001b]11;#000\u0007"),
        vector("iTerm is asked", "\u001b]1337;Capabilities\u0007", "asked Capabilities[]"),
        vector("another of iTerm's", "\u001b]1337;SetMark\u0007"));
  }

  static Stream<Arguments> statuses() {
    return Stream.of(
        vector("asked", "\u001b]7501;?\u0007", "asked StatusProtocol[]"),
        vector("idle", "\u001b]7501;state=idle\u0007", "status IDLE []"),
        vector(
            "blocked",
            "\u001b]7501;state=blocked:kind=permission:app=codex\u0007",
            "status BLOCKED [] PERMISSION app codex"),
        vector(
            "a kind goes with blocked",
            "\u001b]7501;state=working:kind=question\u0007",
            "status WORKING []"),
        vector("an unknown kind", "\u001b]7501;state=blocked:kind=x\u0007", "status BLOCKED []"),
        vector("an id", "\u001b]7501;state=done:id=a/b\u0007", "status DONE [a, b]"),
        vector(
            "all of it",
            "\u001b]7501;state=error:title="
                + base64("t")
                + ":msg="
                + base64("größer")
                + ":progress=7\u0007",
            "status ERROR [] [t] [größer] 7"),
        vector("an unknown state", "\u001b]7501;state=asleep\u0007"),
        vector("no state", "\u001b]7501;id=a\u0007"),
        vector("a malformed pair", "\u001b]7501;state=idle:x:=y:A=b:q=(\u0007", "status IDLE []"),
        vector("bad Base64", "\u001b]7501;state=idle:msg=*\u0007", "status IDLE []"),
        vector("Base64 that is cut", "\u001b]7501;state=idle:msg=abc=d\u0007"),
        vector("controls in a text", "\u001b]7501;state=idle:msg=" + base64("a\nb") + "\u0007"),
        vector("a text that is no UTF-8", "\u001b]7501;state=idle:msg=/w==\u0007"),
        vector(
            "bidi and zero width are not shown",
            "\u001b]7501;state=idle:msg=" + base64("a\u202eb\u200bc") + "\u0007",
            "status IDLE [] [abc]"),
        vector(
            "a message too long",
            "\u001b]7501;state=idle:msg=" + base64("x".repeat(2049)) + "\u0007"),
        vector(
            "a message as long as can be",
            "\u001b]7501;state=idle:msg=" + base64("x".repeat(2048)) + "\u0007",
            "status IDLE [] [" + "x".repeat(2048) + "]"),
        vector(
            "a title too long",
            "\u001b]7501;state=idle:title=" + base64("x".repeat(193)) + "\u0007"),
        vector("nine levels", "\u001b]7501;state=idle:id=a/b/c/d/e/f/g/h/i\u0007"),
        vector(
            "eight levels",
            "\u001b]7501;state=idle:id=a/b/c/d/e/f/g/h\u0007",
            "status IDLE [a, b, c, d, e, f, g, h]"),
        vector("a level too long", "\u001b]7501;state=idle:id=" + "a".repeat(33) + "\u0007"),
        vector("an empty level", "\u001b]7501;state=idle:id=a//b\u0007"),
        vector("a sequence too long", "\u001b]7501;state=idle:app=" + "a".repeat(4096) + "\u0007"),
        vector("taken back", "\u001b]7501;state=clear:id=a\u0007", "status CLEAR [a]"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource({"framing", "progress", "notifications", "others", "statuses"})
  @Tag("SES-13")
  @Tag("SES-23")
  void theSignalsAreTheSameHoweverTheBytesAreCut(String what, String output, List<String> signals) {
    byte[] bytes = bytes(output);
    assertThat(signals(bytes)).isEqualTo(signals);
    for (int cut = 0; cut <= bytes.length; cut++) {
      assertThat(signals(bytes, cut)).as("cut at %d", cut).isEqualTo(signals);
    }
    int[] each = new int[bytes.length];
    Arrays.setAll(each, i -> i);
    assertThat(signals(bytes, each)).as("byte by byte").isEqualTo(signals);
    // What was before leaves nothing behind.
    List<String> twice = new ArrayList<>(signals);
    twice.addAll(signals);
    byte[] both = Arrays.copyOf(bytes, 2 * bytes.length);
    System.arraycopy(bytes, 0, both, bytes.length, bytes.length);
    assertThat(signals(both)).isEqualTo(twice);
  }

  @Test
  @Tag("SES-13")
  void whatIsShownIsTold() {
    Signals signals = new Signals(_ -> {});
    Parser parser = new Parser(signals);
    for (String nothing :
        List.of("", "\r\n \t", "\u001b[31m", "\u001b]0;title\u0007", "\u001bPx\u001b\\")) {
      parser.take(bytes(nothing), 0, bytes(nothing).length);
      assertThat(signals.takeVisible()).as(nothing).isFalse();
    }
    for (String something : List.of("a", "ä", "\u001b[31mx")) {
      parser.take(bytes(something), 0, bytes(something).length);
      assertThat(signals.takeVisible()).as(something).isTrue();
      assertThat(signals.takeVisible()).isFalse();
    }
  }

  @Test
  @Tag("SES-13")
  void anyBytesAreTakenTheSameInAnyPieces() {
    takeInAnyPieces(Long.getLong("bytes", 10_000_000L));
  }

  @Test
  @Tag("SES-13")
  @Tag("long-fuzz")
  void aThousandMillionBytesAreTakenTheSameInAnyPieces() {
    takeInAnyPieces(1_000_000_000L);
  }

  /** Whatever comes: it goes on, and the signals don't depend on where it was cut. */
  private static void takeInAnyPieces(long count) {
    long seed = Long.getLong("seed", System.nanoTime());
    Random random = new Random(seed);
    List<byte[]> vectors =
        Stream.of(framing(), progress(), notifications(), others(), statuses())
            .flatMap(each -> each)
            .map(each -> bytes(String.valueOf(each.get()[1])))
            .filter(each -> each.length > 0)
            .toList();
    List<Signal> ofAll = new ArrayList<>();
    List<Signal> ofPieces = new ArrayList<>();
    Parser all = new Parser(new Signals(ofAll::add));
    Parser pieces = new Parser(new Signals(ofPieces::add));
    long told = 0;
    for (long taken = 0; taken < count; taken += PIECE) {
      byte[] bytes = some(random, vectors);
      all.take(bytes, 0, bytes.length);
      int from = 0;
      for (int cut : random.ints(20, 0, PIECE + 1).sorted().toArray()) {
        pieces.take(bytes, from, cut);
        from = cut;
      }
      pieces.take(bytes, from, PIECE);
      assertThat(ofPieces.equals(ofAll)).as("seed %d", seed).isTrue();
      told += ofAll.size();
      ofAll.clear();
      ofPieces.clear();
    }
    assertThat(told).as("seed %d", seed).isGreaterThan(count / 10_000);
  }

  private static final int PIECE = 64 << 10;

  /** Random bytes, and vectors with some of their bytes changed. */
  private static byte[] some(Random random, List<byte[]> vectors) {
    byte[] bytes = new byte[PIECE];
    int at = 0;
    while (at < bytes.length) {
      byte[] next = new byte[random.nextInt(40)];
      random.nextBytes(next);
      if (random.nextInt(4) > 0) {
        next = vectors.get(random.nextInt(vectors.size())).clone();
        for (int change = random.nextInt(4); change > 0; change--) {
          next[random.nextInt(next.length)] =
              (byte) random.nextInt(random.nextBoolean() ? 0x20 : 0x100);
        }
      }
      int fits = Math.min(next.length, bytes.length - at);
      System.arraycopy(next, 0, bytes, at, fits);
      at += fits;
    }
    return bytes;
  }
}
