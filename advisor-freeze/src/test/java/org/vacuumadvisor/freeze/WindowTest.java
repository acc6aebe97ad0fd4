package org.vacuumadvisor.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.freeze.Windows.Window;

class WindowTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Sat 02:00-05:00       | Sat 02:00-05:00         | 3
          Saturday 2:00 - 5:00  | Sat 02:00-05:00         | 3
          Mon-Fri 23:30-01:00   | Mon,Tue,Wed,Thu,Fri 23:30-01:00 | 1.5
          Sat,Sun 01:00-06:00   | Sat,Sun 01:00-06:00     | 5
          Fri-Mon 01:00-02:00   | Mon,Fri,Sat,Sun 01:00-02:00 | 1
          02:00-04:00           | 02:00-04:00             | 2
          daily 02:00-02:00     | 02:00-02:00             | 24
          """)
  void readsWhatPeopleWrite(String text, String meaning, double hours) {
    var window = Window.parse(text);
    var monday = Instant.parse("2026-11-23T00:00:00Z");
    var slots =
        Windows.of(List.of(window), BERLIN).between(monday, monday.plus(Duration.ofDays(7)));

    assertEquals(meaning, window.toString());
    assertEquals(hours, slots.getFirst().length().toMinutes() / 60.0);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "Sat",
        "Sat 2-5",
        "Foo 02:00-05:00",
        "Sa 02:00-05:00",
        "24:00-05:00",
        "Mon-Wed-Fri 01:00-02:00",
        "02:60-03:00"
      })
  void saysWhatIsWrong(String text) {
    var mistake = assertThrows(IllegalArgumentException.class, () -> Window.parse(text));

    assertTrue(String.valueOf(mistake.getMessage()).contains("is no window"), mistake::toString);
  }

  @Test
  void comesEveryWeek() {
    var windows = Windows.of(List.of(Window.parse("Sat 02:00-05:00")), BERLIN);

    var slots = windows.between(instant("2026-11-21T12:00:00Z"), instant("2026-12-10T00:00:00Z"));

    assertEquals(
        List.of("2026-11-28T01:00:00Z", "2026-12-05T01:00:00Z", "2026-12-12T01:00:00Z"),
        slots.stream().map(each -> each.start().toString()).toList());
    assertEquals(Duration.ofHours(3), slots.getFirst().length());
  }

  /// In the night to 25 October 2026 Berlin has the hour from two to three twice, in the night to
  /// 28 March 2027 not at all.
  @Test
  void followsTheClockOfItsZone() {
    var windows = Windows.of(List.of(Window.parse("Sun 01:00-04:00")), BERLIN);

    var autumn = windows.between(instant("2026-10-24T00:00:00Z"), instant("2026-10-26T00:00:00Z"));
    var spring = windows.between(instant("2027-03-27T00:00:00Z"), instant("2027-03-29T00:00:00Z"));

    assertEquals(Duration.ofHours(4), autumn.getFirst().length());
    assertEquals(Duration.ofHours(2), spring.getFirst().length());
  }

  @Test
  void leavesOutAWindowThatOverlapsTheOneBefore() {
    var windows =
        Windows.of(
            List.of(Window.parse("Sat 02:00-05:00"), Window.parse("Sat 04:00-06:00")), BERLIN);

    var slots = windows.between(instant("2026-11-21T12:00:00Z"), instant("2026-12-01T00:00:00Z"));

    assertTrue(slots.stream().allMatch(each -> each.window().from().getHour() == 2));
  }

  @Test
  void needsADay() {
    assertThrows(
        IllegalArgumentException.class,
        () -> new Window(Set.<DayOfWeek>of(), LocalTime.NOON, LocalTime.MIDNIGHT));
  }

  private static Instant instant(String text) {
    return Instant.parse(text);
  }
}
