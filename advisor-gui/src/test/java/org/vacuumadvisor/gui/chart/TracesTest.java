package org.vacuumadvisor.gui.chart;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.gui.chart.LinesField.Traces;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;

class TracesTest {
  private static final Part.Curve SAWTOOTH =
      new Part.Curve(
          "today",
          List.of(
              new Part.Point(0, 0),
              new Part.Point(60, 600),
              new Part.Point(60, 0),
              new Part.Point(120, 600)),
          "peak 600");

  @Test
  void readsBetweenPoints() {
    assertEquals(Optional.of(300.0), value(30));
    assertEquals(Optional.of(100.0), value(70));
  }

  @Test
  void readsAfterAStep() {
    assertEquals(Optional.of(0.0), value(60));
  }

  @Test
  void readsNothingOutside() {
    assertEquals(Optional.empty(), value(-1));
    assertEquals(Optional.of(600.0), value(120));
    assertEquals(Optional.empty(), value(121));
  }

  @Test
  void saysEveryValueAtATime() {
    var uncertain =
        new Part.Curve(
            "tomorrow", List.of(new Part.Point(0, 10, 5, 20), new Part.Point(120, 10, 5, 20)), "");
    var traces = traces(SAWTOOTH, uncertain);

    assertEquals(
        "at 1 min 10 s\ntoday: 100\ntomorrow: 10 (5 to 20)", traces.at(70, Optional.empty()));
  }

  @Test
  void describesAllThatIsDrawn() {
    assertEquals(
        "Dead rows: They pile up. today: peak 600. threshold: 550. Over 2 min.",
        traces(SAWTOOTH).description());
  }

  private static Traces traces(Part.Curve... curves) {
    return new Traces(
        new Part.Lines(
            "Dead rows",
            "They pile up.",
            Measure.ROWS,
            Duration.ofMinutes(2),
            List.of(curves),
            List.of(new Part.Level("threshold", 550))));
  }

  private static Optional<Double> value(double seconds) {
    return Traces.value(SAWTOOTH, seconds).map(Part.Point::value);
  }
}
