package comity.terminal;

import static org.assertj.core.api.Assertions.assertThat;

import comity.terminal.StatusReport.State;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("SES-23")
final class StatusRecordsTest {
  private final StatusRecords records = new StatusRecords();

  private void take(String report) {
    records.take(StatusReport.read(report).orElseThrow());
  }

  private List<String> all() {
    return records.all().stream()
        .map(each -> String.join("/", each.id()) + " " + each.state())
        .toList();
  }

  private State foremost() {
    return records.foremost().orElseThrow().state();
  }

  @Test
  void aReportTakesThePlaceOfTheOneBefore() {
    take("state=working:id=a:msg=Zmlyc3Q=");
    take("state=idle");
    take("state=done:id=a");
    assertThat(all()).containsExactly(" IDLE", "a DONE");
    assertThat(records.all().getLast().message()).isEmpty();
  }

  @Test
  void takingBackTakesWhatIsBelowToo() {
    for (String id : List.of("a", "a/b", "a/b/c", "ab")) {
      take("state=working:id=" + id);
    }
    take("state=clear:id=a/b");
    assertThat(all()).containsExactly("a WORKING", "ab WORKING");
    take("state=clear");
    assertThat(all()).isEmpty();
    assertThat(records.foremost()).isEmpty();
  }

  @Test
  void theOneLongestNotReportedIsDropped() {
    for (int i = 0; i < StatusRecords.MAX; i++) {
      take("state=working:id=n" + i);
    }
    take("state=working:id=n0");
    take("state=working:id=more");
    assertThat(all())
        .hasSize(StatusRecords.MAX)
        .doesNotContain("n1 WORKING")
        .contains("n0 WORKING");
  }

  @Test
  void anEndLeavesWhatIsToBeSeen() {
    for (String state : List.of("idle", "working", "blocked", "done", "error")) {
      take("state=" + state + ":id=" + state);
    }
    records.ended();
    assertThat(all()).containsExactly("idle IDLE", "done DONE", "error ERROR");
    records.seen();
    assertThat(all()).containsExactly("idle IDLE");
    records.reset();
    assertThat(all()).isEmpty();
  }

  @Test
  void whatNeedsAPersonComesFirst() {
    take("state=idle:id=a");
    assertThat(foremost()).isEqualTo(State.IDLE);
    take("state=done:id=b");
    assertThat(foremost()).isEqualTo(State.DONE);
    take("state=working:id=c");
    assertThat(foremost()).isEqualTo(State.WORKING);
    take("state=error:id=d");
    assertThat(foremost()).isEqualTo(State.ERROR);
    take("state=blocked:id=e");
    take("state=working:id=f");
    assertThat(foremost()).isEqualTo(State.BLOCKED);
  }
}
