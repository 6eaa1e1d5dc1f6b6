package comity.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import comity.sessions.Activity.Hook;
import comity.sessions.Activity.State;
import comity.terminal.Parser;
import comity.terminal.Signals;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("SES-14")
final class ActivityTest {
  private static final Instant START = Instant.parse("2026-11-30T12:00:00Z");
  private static final Fallback TITLES =
      new Fallback(Map.of("✳", State.WAITING, "◐", State.WORKING), false);

  private Instant now = START;
  private Activity activity = new Activity(Fallback.NONE, START);

  private void output(String text) {
    Signals signals = new Signals(signal -> activity.told(signal, now));
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    new Parser(signals).take(bytes, 0, bytes.length);
    if (signals.takeVisible()) {
      activity.shown(now);
    }
  }

  private void osc(String text) {
    output("\u001b]" + text + "\u0007");
  }

  private void later(Duration more) {
    now = now.plus(more);
  }

  private String reading() {
    Activity.Reading reading = activity.at(now);
    return reading.state() + " by " + reading.evidence().signal();
  }

  /** What it says is shown in one line, without what a terminal would take for its own. */
  @ParameterizedTest
  @CsvSource({
    "'9;please approve', OSC 9, 'please approve'",
    "777;notify;Build;it failed, OSC 777, Build it failed",
    "'99;;a  \u202eb', OSC 99, 'a  b'",
    "7501;state=blocked:msg=d2hpY2ggb25lPw==, OSC 7501 blocked, which one?",
  })
  @Tag("SES-15")
  void whatItSaysIsKept(String told, String signal, String text) {
    osc(told);
    assertThat(activity.at(now).evidence()).isEqualTo(new Activity.Evidence(signal, now, text));
    later(Duration.ofSeconds(1));
    osc(told);
    assertThat(activity.at(now).evidence().at()).as("since the first").isEqualTo(START);
  }

  /** Each line is a run of its own, of OSC sequences parted by blanks. */
  @ParameterizedTest
  @CsvSource({
    "9;4;0, IDLE by start",
    "9;4;3, WORKING by OSC 9;4 busy",
    "9;4;1;50, WORKING by OSC 9;4 value",
    "9;4;3 9;4;0, WAITING by OSC 9;4 clear",
    "9;4;3 9;4;0 9;4;0, WAITING by OSC 9;4 clear",
    "9;4;2, ATTENTION by OSC 9;4 error",
    "9;4;2 9;4;0, WAITING by OSC 9;4 clear",
    "9;4;4, WAITING by OSC 9;4 paused",
    "9;4;x, IDLE by start",
    "9;done, ATTENTION by OSC 9",
    "777;notify;T;B, ATTENTION by OSC 777",
    "99;;T, ATTENTION by OSC 99",
    "9;done 9;4;3, WORKING by OSC 9;4 busy",
    "9;4;3 9;done, ATTENTION by OSC 9",
    "9;done 9;4;0, ATTENTION by OSC 9",
    "133;C, WORKING by OSC 133 output",
    "133;C 133;D;0, IDLE by OSC 133 end",
    "133;C 133;A, IDLE by OSC 133 prompt",
    "7501;state=working, WORKING by OSC 7501 working",
    "7501;state=blocked, ATTENTION by OSC 7501 blocked",
    "7501;state=done, WAITING by OSC 7501 done",
    "7501;state=idle, WAITING by OSC 7501 idle",
    "7501;state=error, ATTENTION by OSC 7501 error",
    "7501;state=working 9;4;2, WORKING by OSC 7501 working",
    "7501;state=working 9;done, WORKING by OSC 7501 working",
    "7501;state=working 133;A, IDLE by OSC 133 prompt",
    "7501;state=done 133;A, WAITING by OSC 7501 done",
    "7501;state=working 7501;state=clear, IDLE by start",
    "2;✳, IDLE by start"
  })
  @Tag("SES-13")
  @Tag("SES-23")
  void whatItSaysCounts(String all, String reading) {
    for (String each : all.split(" ", -1)) {
      osc(each);
    }
    assertThat(reading()).isEqualTo(reading);
    later(Duration.ofDays(1));
    assertThat(reading()).as("none grows old").isEqualTo(reading);
  }

  @Test
  void aBellWantsToBeLookedAtUntilSomebodyDoes() {
    output("\u0007");
    assertThat(reading()).isEqualTo("ATTENTION by bell");
    activity.seen();
    assertThat(reading()).isEqualTo("IDLE by start");
    output("\u0007");
    activity.typed(now);
    assertThat(reading()).isEqualTo("IDLE by start");
  }

  @Test
  void whatIsDoneIsSaidUntilItIsSeen() {
    osc("7501;state=done");
    activity.seen();
    assertThat(reading()).isEqualTo("IDLE by start");
    osc("7501;state=blocked:kind=permission");
    activity.seen();
    assertThat(reading()).as("it still can't go on").isEqualTo("ATTENTION by OSC 7501 blocked");
  }

  @Test
  void theLatestHookCounts() {
    activity.hooked(Hook.STARTED, now);
    assertThat(reading()).isEqualTo("WAITING by hook started");
    activity.hooked(Hook.PROMPTED, now);
    assertThat(reading()).isEqualTo("WORKING by hook prompted");
    activity.hooked(Hook.PERMISSION, now);
    assertThat(reading()).isEqualTo("ATTENTION by hook permission");
    activity.hooked(Hook.TOOL, now);
    assertThat(reading()).isEqualTo("WORKING by hook tool");
    osc("9;4;3");
    activity.hooked(Hook.STOPPED, now);
    assertThat(reading()).isEqualTo("WAITING by hook stopped");
  }

  @Test
  void aTitleTellsWhereTheProviderSaysSo() {
    activity = new Activity(TITLES, START);
    osc("0;◐ fix it");
    assertThat(reading()).isEqualTo("WORKING by title ◐ fix it");
    osc("0;something else");
    assertThat(reading()).isEqualTo("WORKING by title ◐ fix it");
    osc("0;✳ done");
    assertThat(reading()).isEqualTo("WAITING by title ✳ done");
    activity.hooked(Hook.PROMPTED, now);
    osc("0;✳ done");
    assertThat(reading()).as("a hook says it itself").isEqualTo("WORKING by hook prompted");
    activity = new Activity(TITLES, START);
    osc("0;✳ done");
    osc("0;");
    assertThat(reading()).as("agents take it back as they end").isEqualTo("IDLE by start");
  }

  @Test
  void outputTellsWhereTheProviderSaysSo() {
    output("hello");
    assertThat(reading()).isEqualTo("IDLE by start");
    activity = new Activity(new Fallback(Map.of(), true), START);
    output("\u001b[2J");
    assertThat(reading()).as("nothing is shown").isEqualTo("IDLE by start");
    output("hello");
    assertThat(reading()).isEqualTo("WORKING by output");
    Instant change = activity.changes(now).orElseThrow();
    later(Activity.QUIET.minusMillis(1));
    assertThat(reading()).isEqualTo("WORKING by output");
    now = change;
    assertThat(reading()).isEqualTo("WAITING by no output");
    assertThat(activity.changes(now)).isEmpty();
    activity.typed(now);
    output("h");
    assertThat(reading()).as("an echo").isEqualTo("WAITING by no output");
    later(Activity.ECHO);
    output("answer");
    assertThat(reading()).isEqualTo("WORKING by output");
  }

  @Test
  void anEndIsTheEnd() {
    osc("7501;state=working");
    activity.exited(3, now);
    assertThat(reading()).isEqualTo("EXITED by exit 3");
    osc("9;4;3");
    assertThat(reading()).isEqualTo("EXITED by exit 3");
  }
}
