package comity.hookfiles;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The difference of two texts is one from which the second is made. */
@Timeout(120)
final class LineDiffTest {
  private static final Pattern HUNK = Pattern.compile("@@ -(\\d+),(\\d+) \\+(\\d+),(\\d+) @@");

  @Test
  void nothingChangedIsNothing() {
    assertThat(LineDiff.of("f", "a\nb\n", "a\nb\n")).isEmpty();
  }

  @Test
  void changesFarApartAreShownApart() {
    String before = String.join("\n", IntStream.range(0, 30).mapToObj(i -> "l" + i).toList());
    assertThat(LineDiff.of("f", before + "\n", before.replace("l3\n", "x\n") + "\nend\n"))
        .contains("@@ -1,7 +1,7 @@", "-l3", "+x", "@@ -28,3 +28,4 @@", "+end")
        .doesNotContain(" l15");
  }

  @Test
  void oneIsMadeFromTheOther() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 2000; round++) {
      String before = text(random);
      String after = text(random);
      List<String> diff = LineDiff.of("f", before, after);
      if (diff.isEmpty()) {
        continue;
      }
      assertThat(applied(before, diff)).as("seed %d", seed).isEqualTo(after);
    }
  }

  private static String text(Random random) {
    StringBuilder text = new StringBuilder();
    int lines = random.nextInt(25);
    for (int i = 0; i < lines; i++) {
      text.append((char) ('a' + random.nextInt(4))).append('\n');
    }
    return text.toString();
  }

  /** What a difference makes of a text; it says of each line that goes or stays what it is. */
  private static String applied(String before, List<String> diff) {
    List<String> old = new ArrayList<>(before.lines().toList());
    List<String> made = new ArrayList<>();
    int at = 0;
    for (String line : diff.subList(2, diff.size())) {
      if (line.startsWith("@@")) {
        Matcher hunk = HUNK.matcher(line);
        assertThat(hunk.matches()).as(line).isTrue();
        int from = Integer.parseInt(hunk.group(1)) - (hunk.group(2).equals("0") ? 0 : 1);
        made.addAll(old.subList(at, from));
        at = from;
        assertThat(made)
            .hasSize(Integer.parseInt(hunk.group(3)) - (hunk.group(4).equals("0") ? 0 : 1));
      } else if (line.startsWith("+")) {
        made.add(line.substring(1));
      } else {
        assertThat(old.get(at)).isEqualTo(line.substring(1));
        at++;
        if (line.startsWith(" ")) {
          made.add(line.substring(1));
        }
      }
    }
    made.addAll(old.subList(at, old.size()));
    return made.stream().map(line -> line + "\n").collect(Collectors.joining());
  }
}
