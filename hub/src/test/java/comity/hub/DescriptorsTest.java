package comity.hub;

import static org.assertj.core.api.Assertions.assertThat;

import comity.http.HttpSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How many connections a process can bear with the files it may open. */
@Tag("MSG-25")
final class DescriptorsTest {
  private static String limits(String soft, String hard) {
    return """
    Limit                     Soft Limit           Hard Limit           Units
    Max resident set          unlimited            unlimited            bytes
    Max processes             96364                96364                processes
    Max open files            %-20s %-20s files
    Max locked memory         8388608              8388608              bytes
    """
        .formatted(soft, hard);
  }

  @ParameterizedTest
  @CsvSource({
    "1024, 524288, 824",
    "256, 256, 56",
    "1200, 1200, 1000",
    "1201, 1201, 1000",
    "1048576, 1048576, 1000",
    "1073741816, 1073741816, 1000",
    "unlimited, unlimited, 1000",
    "217, 4096, 17",
    "100, 4096, 16",
    "0, 0, 16"
  })
  void theSoftLimitLessWhatElseIsOpen(String soft, String hard, int connections) {
    assertThat(Descriptors.connections(limits(soft, hard))).isEqualTo(connections);
  }

  @Test
  void whereItIsNotToldTheStandardHolds() {
    assertThat(Descriptors.connections("")).isEqualTo(HttpSettings.DEFAULT_MAX_CONNECTIONS);
    assertThat(Descriptors.connections()).isBetween(16, HttpSettings.DEFAULT_MAX_CONNECTIONS);
  }
}
