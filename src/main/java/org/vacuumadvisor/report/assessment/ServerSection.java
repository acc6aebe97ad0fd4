package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Period;

/// Which databases and what time the figures cover.
final class ServerSection {
  private ServerSection() {}

  static Stream<Part> parts(Evidence evidence, Naming naming) {
    return Origin.title(evidence)
        .flatMap(_ ->
            Stream.of(
                new Part.Heading("What the figures cover"),
                new Part.Paragraph(
                    Words.joined(
                        databases(evidence, naming),
                        window(evidence.workloads().period()),
                        up(evidence)))));
  }

  private static String up(Evidence evidence) {
    return evidence
        .survey()
        .server()
        .startedAt()
        .known()
        .map(start -> Duration.between(start, evidence.survey().takenAt()))
        .map(time -> "The server has been up for %s.".formatted(Quantities.duration(time)))
        .orElse("");
  }

  private static String databases(Evidence evidence, Naming naming) {
    var all =
        evidence.survey().databases().stream()
            .filter(each -> each.surveyed() || BlindSpotSection.isWorkedIn(each))
            .toList();
    long surveyed = all.stream().filter(Database::surveyed).count();
    return surveyed == all.size()
        ? "%s: %s.".formatted(surveyed == 1 ? "Database" : "Databases", naming.surveyed())
        : "Databases: %s (%d of %d).".formatted(naming.surveyed(), surveyed, all.size());
  }

  private static String window(Period period) {
    return switch (period) {
      case Period.Between(var from, var to) ->
          "The figures are what happened in %s, from %s to %s."
              .formatted(
                  Quantities.duration(Duration.between(from, to)),
                  Words.moment(from),
                  Words.moment(to));
      case Period.SinceReset(var from, var to) ->
          "The figures are sums %s, read at %s: averages over busy and quiet hours. A second look a minute later tells more."
              .formatted(since(from, to), Words.moment(to));
    };
  }

  private static String since(Reading<Instant> from, Instant to) {
    return switch (from) {
      case Reading.Known<Instant>(var start, _) ->
          "of %s, since the statistics were reset"
              .formatted(Quantities.duration(Duration.between(start, to)));
      case Reading.Missing<Instant> _ ->
          "since the statistics began or were last reset, the server does not know when";
    };
  }
}
