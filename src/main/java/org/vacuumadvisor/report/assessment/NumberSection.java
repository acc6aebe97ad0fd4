package org.vacuumadvisor.report.assessment;

import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Numbers;
import org.vacuumadvisor.report.Part;

/// The numbers of the server's settings: those to change first, those that take a restart apart,
/// and why the others may stay.
final class NumberSection {
  private NumberSection() {}

  static Stream<Part> parts(Assessment whole) {
    var lines = Numbers.of(whole).byEffort();
    return lines.isEmpty()
        ? Stream.empty()
        : Stream.of(
            new Part.Heading("Settings of the server"),
            new Part.Grid(
                List.of(
                    Part.Column.text("setting"),
                    Part.Column.text("now"),
                    Part.Column.text("should be"),
                    Part.Column.text("because")),
                lines.stream().map(NumberSection::row).toList()));
  }

  private static List<String> row(Numbers.Line line) {
    return List.of(
        line.setting().parameter(),
        line.now(),
        line.wanted()
            .map(value -> line.needsRestart() ? value + " (restart)" : value)
            .orElse("as it is"),
        line.because());
  }
}
