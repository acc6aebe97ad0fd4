package org.vacuumadvisor.gui.chart;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.unit.Quantities;

/// What a chart says in words: as a whole, and at a time.
final class Traces {
  private final Part.Lines chart;

  Traces(Part.Lines chart) {
    this.chart = chart;
  }

  /// The whole chart for those who do not see it.
  String description() {
    var curves = chart.curves().stream().map(each -> joined(each.label(), each.text()));
    var levels =
        chart.levels().stream()
            .map(each -> joined(each.label(), chart.measure().text(each.value())));
    return Stream.of(
            Stream.of(joined(chart.title(), chart.caption())),
            curves,
            levels,
            Stream.of("Over " + Quantities.duration(chart.span())))
        .flatMap(each -> each)
        .map(each -> each.endsWith(".") ? each : each + ".")
        .collect(Collectors.joining(" "));
  }

  /// Every line's value at a time.
  ///
  /// @param begin when the chart begins; empty where the time since then is all that matters
  String at(double seconds, Optional<Instant> begin) {
    return Stream.concat(
            Stream.of(
                begin
                    .map(from -> Axis.time(from.plusMillis(Math.round(seconds * 1000))))
                    .orElseGet(() -> "at " + Quantities.seconds(seconds))),
            chart.curves().stream().flatMap(curve -> said(curve, seconds).stream()))
        .collect(Collectors.joining("\n"));
  }

  private Optional<String> said(Part.Curve curve, double seconds) {
    return value(curve, seconds)
        .map(point -> {
          var value = chart.measure().text(point.value());
          return point.low() == point.high()
              ? joined(curve.label(), value)
              : joined(
                  curve.label(),
                  "%s (%s to %s)"
                      .formatted(
                          value,
                          chart.measure().text(point.low()),
                          chart.measure().text(point.high())));
        });
  }

  /// The point of a line at a time, between two points on the way from one to the other; of a step
  /// what comes after it. Empty before the first and after the last.
  static Optional<Part.Point> value(Part.Curve curve, double seconds) {
    List<Part.Point> points = curve.points();
    int after = (int) points.stream().takeWhile(each -> each.seconds() <= seconds).count();
    if (after == 0) {
      return Optional.empty();
    }
    var before = points.get(after - 1);
    if (before.seconds() == seconds) {
      return Optional.of(before);
    }
    if (after == points.size()) {
      return Optional.empty();
    }
    var next = points.get(after);
    double part = (seconds - before.seconds()) / (next.seconds() - before.seconds());
    return Optional.of(
        new Part.Point(
            seconds,
            between(before.value(), next.value(), part),
            between(before.low(), next.low(), part),
            between(before.high(), next.high(), part)));
  }

  private static double between(double from, double to, double part) {
    return from + (to - from) * part;
  }

  private static String joined(String what, String said) {
    return TerminalText.escaped(said.isEmpty() ? what : what + ": " + said);
  }
}
