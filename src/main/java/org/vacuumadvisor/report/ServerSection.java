package org.vacuumadvisor.report;

import java.time.Duration;
import java.time.Instant;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Period;

/// Which server it is about, and what time the figures cover.
final class ServerSection {
  private ServerSection() {}

  static Stream<Part> parts(Evidence evidence, Naming naming) {
    var excerpt = evidence.survey().coverage().excerpt();
    return excerpt.isPresent()
        ? ExcerptSection.parts(excerpt.get(), evidence.survey())
        : ofServer(evidence, naming);
  }

  private static Stream<Part> ofServer(Evidence evidence, Naming naming) {
    return Stream.of(
        new Part.Paragraph(server(evidence) + " " + databases(evidence, naming)),
        new Part.Paragraph(window(evidence.workloads().period())));
  }

  private static String server(Evidence evidence) {
    var server = evidence.survey().server();
    return "PostgreSQL %s%s, %s, up for %s, seen as role %s."
        .formatted(
            server.versionText(),
            server.provider().isManaged() ? " on " + server.provider().label() : "",
            server.standby() ? "standby" : "primary",
            Quantities.duration(
                server
                    .startedAt()
                    .map(start -> Duration.between(start, evidence.survey().takenAt()))
                    .or(Duration.ZERO)),
            server.role().name());
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
          "The figures are sums %s, read at %s: averages over busy and quiet hours. Measuring for a while (--sample 60s) tells more."
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
