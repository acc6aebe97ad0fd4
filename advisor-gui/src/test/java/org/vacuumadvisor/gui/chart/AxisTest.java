package org.vacuumadvisor.gui.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.report.Measure;

class AxisTest {
  @Test
  void marksRoundMomentsOfADay() {
    long midnight = Instant.parse("2026-11-20T00:00:00Z").toEpochMilli();
    var ticks = Axis.moments(midnight - 3_000_000, midnight + 3_600_000, 4);

    assertEquals(
        List.of("23:30", "2026-11-20", "00:30", "01:00"),
        ticks.stream().map(Axis.Tick::text).toList());
  }

  @Test
  void marksWholeRowsAlone() {
    assertEquals(List.of("0", "1"), texts(Axis.of(Measure.WORKERS, 1, 4)));
  }

  @Test
  void countsRowsInRoundNumbers() {
    assertEquals(
        List.of("0", "50,000", "100,000", "150,000", "200,000"),
        texts(Axis.of(Measure.ROWS, 187_000, 4)));
  }

  @Test
  void countsBytesInPowersOfTwo() {
    var axis = Axis.of(Measure.BYTES, 300.0 * 1024 * 1024, 4);

    assertEquals(List.of("0", "100 MB", "200 MB", "300 MB"), texts(axis));
  }

  @Test
  void countsTimeAsPeopleDo() {
    assertEquals(
        List.of("0", "6 h", "12 h", "18 h", "1 day"), texts(Axis.of(Duration.ofDays(1), 6)));
    assertEquals(
        List.of("0", "5 days", "10 days", "15 days", "20 days", "25 days", "30 days"),
        texts(Axis.of(Duration.ofDays(30), 6)));
    assertEquals(
        List.of("0", "10 s", "20 s", "30 s", "40 s"), texts(Axis.of(Measure.SECONDS, 38, 4)));
  }

  @Test
  void isAScaleWhereThereIsNothing() {
    var axis = Axis.of(Measure.ROWS, 0, 4);

    assertEquals(List.of("0"), texts(axis));
    assertEquals(0, axis.at(0));
    assertEquals(List.of("0"), texts(Axis.of(Duration.ZERO, 6)));
  }

  @ParameterizedTest
  @EnumSource
  void holdsEveryValueWithAFewMarks(Measure measure) {
    for (double most = 1e-6; most < 1e17; most *= 1.37) {
      var axis = Axis.of(measure, most, 4);

      assertTrue(axis.full() >= most * (1 - 1e-8), measure + " " + most + " " + axis);
      assertTrue(axis.full() <= most * 3, measure + " " + most + " " + axis);
      assertTrue(axis.ticks().size() <= 6, measure + " " + most + " " + axis);
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 59, 3600, 100_000, 8_640_000, 400_000_000, 40_000_000_000L})
  void marksNoTimeBehindTheEnd(long seconds) {
    var axis = Axis.of(Duration.ofSeconds(seconds), 6);

    assertEquals((double) seconds, axis.full());
    assertTrue(axis.ticks().size() <= 7, axis::toString);
    assertTrue(axis.ticks().getLast().value() <= seconds + 1e-6, axis::toString);
  }

  private static List<String> texts(Axis axis) {
    return axis.ticks().stream().map(Axis.Tick::text).toList();
  }
}
