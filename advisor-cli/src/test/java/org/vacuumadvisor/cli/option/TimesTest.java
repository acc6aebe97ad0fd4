package org.vacuumadvisor.cli.option;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.config.Times;

class TimesTest {
  @ParameterizedTest
  @CsvSource({
    "30s, PT30S",
    "5m, PT5M",
    "5min, PT5M",
    "1h, PT1H",
    "500ms, PT0.5S",
    "90, PT1M30S",
    "' 2 s', PT2S",
    "168h, PT168H"
  })
  void readsTimesAsPeopleWriteThem(String text, Duration expected) {
    assertEquals(expected, Times.of(text));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "s", "0", "-1s", "1.5s", "169h", "1d", "9999999999s", "٣s"})
  void refusesEverythingElse(String text) {
    assertThrows(IllegalArgumentException.class, () -> Times.of(text));
  }
}
