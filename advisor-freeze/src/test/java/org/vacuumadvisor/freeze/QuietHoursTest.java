package org.vacuumadvisor.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.forecast.cluster.Pace;
import org.vacuumadvisor.forecast.cluster.Rhythm;
import org.vacuumadvisor.forecast.cluster.Rhythm.Grain;
import org.vacuumadvisor.freeze.Windows.QuietHours;

/// Loads of which each hour of a week is known, as parts of the mean hour; those that are not named
/// are alike.
class QuietHoursTest {
  private static final int WEDNESDAY = 2 * 24;

  /// Two hours at 0.1 of the mean; around them 0.1 * 1.25 + 0.05 is about as quiet.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # factors of hours that are not busy   | window
          1=0.1 2=0.1                            | 01:00-03:00
          1=0.1 2=0.1 3=0.174                    | 01:00-04:00
          1=0.1 2=0.1 3=0.176                    | 01:00-03:00
          0=0.174 1=0.1 2=0.1                    | 00:00-03:00
          0=0.176 1=0.1 2=0.1                    | 01:00-03:00
          23=0.17 0=0.15 1=0.1 2=0.1             | 23:00-03:00
          23=0.1 0=0.1                           | 23:00-01:00
          22=0.1 23=0.1                          | 22:00-00:00
          0=0.1 1=0.1 2=0.16 3=0.17              | 00:00-04:00
          0=0.1 1=0.1 2=0.1 3=0.1 4=0.1 5=0.1 6=0.1 7=0.1 | 00:00-06:00
          5=0.2 6=0.2 12=0.1 13=0.1              | 12:00-14:00
          """)
  void areTwoAndAsManyAroundThemAsAreAboutAsQuiet(String quiet, String window) {
    var windows = byDay(quiet).orElseThrow();

    assertEquals(window, windows.weekly().getFirst().toString());
    assertEquals(Windows.Origin.LEARNED, windows.origin());
  }

  @Test
  void areNoneAboveFourFifthsOfTheMean() {
    assertTrue(byDay("3=0.79 4=0.79").isPresent());
    assertEquals(Optional.empty(), byDay("3=0.81 4=0.81"));
  }

  /// Two of 24 hours, with 0.2 of what 24 mean hours have.
  @Test
  void sayHowQuietTheyAre() {
    var quiet = byDay("3=0.1 4=0.1").orElseThrow().quiet().orElseThrow();

    assertEquals(2 / 24.0, quiet.time(), 1e-9);
    assertEquals(0.2 / 24, quiet.load(), 1e-9);
  }

  /// A job on Wednesday from three to five: two hours with 2.2 times the load of a mean one, or
  /// with 1.8 times.
  @Test
  void leaveOutADayOnWhichTheyAreBusy() {
    var busy = windows(hour -> onWednesday(hour, 1.1), Grain.HOUR_OF_WEEK, ZoneOffset.UTC);
    var quiet = windows(hour -> onWednesday(hour, 0.9), Grain.HOUR_OF_WEEK, ZoneOffset.UTC);
    var unknown = windows(hour -> onWednesday(hour, 1.1), Grain.HOUR_OF_DAY, ZoneOffset.UTC);

    assertEquals("Mon,Tue,Thu,Fri,Sat,Sun 03:00-05:00", first(busy));
    assertEquals("03:00-05:00", first(quiet));
    assertEquals("03:00-05:00", first(unknown));
    assertEquals(12 / 168.0, busy.orElseThrow().quiet().orElseThrow().time(), 1e-9);
    assertEquals(1.2 / 168, busy.orElseThrow().quiet().orElseThrow().load(), 1e-9);
  }

  /// At 18 o'clock on Tuesday it is 3 o'clock on Wednesday in Tokyo.
  @Test
  void areThoseOfTheClockOfTheZone() {
    var windows =
        windows(
            hour -> onWednesday(Math.floorMod(hour + 9, 168), 1.1),
            Grain.HOUR_OF_WEEK,
            ZoneId.of("Asia/Tokyo"));

    assertEquals("Mon,Tue,Thu,Fri,Sat,Sun 03:00-05:00", first(windows));
  }

  /// Quiet from three to five each day, another load on Wednesday; the mean hour is 1.
  private static double onWednesday(int hour, double load) {
    return hour == WEDNESDAY + 3 || hour == WEDNESDAY + 4
        ? load
        : Set.of(3, 4).contains(hour % 24) ? 0.1 : (168 - 2 * load - 12 * 0.1) / 154;
  }

  private static Optional<Windows> byDay(String quiet) {
    var factors = new double[24];
    var hours = quiet.split(" ", -1);
    for (var each : hours) {
      var parts = each.split("=", -1);
      factors[Integer.parseInt(parts[0])] = Double.parseDouble(parts[1]);
    }
    double busy = (24 - Arrays.stream(factors).sum()) / (24 - hours.length);
    Arrays.setAll(factors, hour -> factors[hour] > 0 ? factors[hour] : busy);
    return windows(hour -> factors[hour % 24], Grain.HOUR_OF_DAY, ZoneOffset.UTC);
  }

  private static Optional<Windows> windows(IntToDoubleFunction factor, Grain grain, ZoneId zone) {
    var pace = new Pace(IntStream.range(0, 168).mapToObj(factor::applyAsDouble).toList());
    return QuietHours.of(new Rhythm(pace, grain, Duration.ofDays(30), "counters"), zone, Given.NOW);
  }

  private static String first(Optional<Windows> windows) {
    return windows.orElseThrow().weekly().getFirst().toString();
  }
}
