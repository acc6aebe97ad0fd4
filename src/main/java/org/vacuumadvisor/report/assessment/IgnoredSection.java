package org.vacuumadvisor.report.assessment;

import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.unit.Quantities;

/// What the owner of the server has decided to ignore: each is counted, none vanishes.
final class IgnoredSection {
  private static final int MOST = 5;

  private IgnoredSection() {}

  static Stream<Part> parts(Assessment assessment) {
    var ignored = assessment.ignored();
    var lines = ignored.stream().limit(MOST).map(each -> new Part.Paragraph(each.inWords()));
    return ignored.size() > MOST
        ? Stream.concat(
            lines,
            Stream.of(
                new Part.Paragraph(
                    "And %s that rules to ignore are about."
                        .formatted(
                            Quantities.counted(ignored.size() - (long) MOST, "more finding")))))
        : lines.map(Part.class::cast);
  }
}
