package comity.roles;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class GlanceTest {
  private static final int CASES = 5_000;
  private static final int LONG_CASES = 300_000;

  /** What is counted quickly is what is counted by reading the whole file. */
  private static int same(int cases) {
    long seed = new Random().nextLong();
    RoleTexts texts = new RoleTexts(new Random(seed));
    int quick = 0;
    for (int i = 0; i < cases; i++) {
      byte[] bytes = texts.next();
      Optional<Glance> found = QuickGlance.of(bytes);
      if (found.isPresent()) {
        quick++;
        assertThat(found.get())
            .as("seed %d, case %d:\n%s", seed, i, new String(bytes, StandardCharsets.UTF_8))
            .isEqualTo(Glance.whole(bytes));
      }
    }
    return quick;
  }

  @Test
  @Tag("ROLE-5")
  void countingQuicklyIsCountingTheSame() {
    assertThat(same(CASES)).as("files that could be counted quickly").isGreaterThan(CASES / 20);
  }

  @Test
  @Tag("ROLE-5")
  @Tag("long-fuzz")
  void countingQuicklyIsCountingTheSameInManyFiles() {
    assertThat(same(LONG_CASES)).isGreaterThan(LONG_CASES / 20);
  }

  @Test
  @Tag("ROLE-5")
  void aUsualFileIsCountedQuickly() {
    String file =
        """
        <!-- L0: v2.0.0 | P0=work | QA PASS, 📡 1, ☐ 3 -->
        # Build

        ## 📐 职责边界

        | here | elsewhere |
        |---|---|
        | releases | marketing → GROWTH |

        ## ⏳ 待办

        - [ ] one
            - [ ] nested deep
          - [/] nested
        - [x] done

        ```
        - [ ] in code
        📡 **S001→BUILD**: 🟡 **in code**
        ```

        ## 📡 已接收战略指令

        📡 **S002→BUILD**: 🟡 (from P/strategy) **Waits**
        > body
        > - [ ] in a quotation

        📡 **S003→BUILD**: ✅ (2026-11-29 14:05 +08:00) **Done**

        ### Notes
        1. a list
           - more
        """;
    Glance glance = QuickGlance.of(file.getBytes(StandardCharsets.UTF_8)).orElseThrow();
    assertThat(glance.pending()).isEqualTo(1);
    assertThat(glance.openTasks()).isEqualTo(3);
    assertThat(glance).isEqualTo(Glance.whole(file.getBytes(StandardCharsets.UTF_8)));
  }
}
