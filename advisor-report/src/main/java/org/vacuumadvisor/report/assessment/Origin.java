package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Period;

/// What a report is about, in a line: `shop on main (10.0.0.5:5432) · PostgreSQL 15.18 · role
/// monitor · 2026-11-22 11:22:07 UTC · 60 s sampled`.
public final class Origin {
  private static final int MOST_NAMED = 3;

  private Origin() {}

  /// What texts and logs were read, and how much of them was understood.
  public static Stream<Part> read(Evidence evidence) {
    var pasted = evidence.survey().coverage().pasted();
    var sentences =
        Stream.concat(
                pasted.stream()
                    .map(each ->
                        evidence.isServerSeen()
                            ? ExcerptSection.sentences(each, evidence.survey())
                            : ExcerptSection.notUnderstood(each)),
                evidence.history().stream()
                    .filter(told -> told.coverage().entries() > 0 || pasted.isEmpty())
                    .flatMap(LogSection::sentences))
            .toArray(String[]::new);
    return Stream.concat(
        Part.paragraph(sentences), pasted.stream().flatMap(ExcerptSection::unknown));
  }

  /// The line, of a server that was looked at.
  static Stream<Part> title(Evidence evidence) {
    return evidence.isServerSeen() && evidence.survey().coverage().excerpt().isEmpty()
        ? Stream.of(new Part.Paragraph(line(evidence.survey()) + window(evidence)))
        : Stream.empty();
  }

  /// The server and the time at which it was looked at.
  public static String line(Survey survey) {
    var server = survey.server();
    return String.join(
        " · ",
        place(survey),
        "PostgreSQL %s%s%s"
            .formatted(version(server), server.standby() ? " standby" : "", on(server)),
        "role " + server.role().map(Server.Role::name).or("unknown"),
        Words.moment(survey.takenAt()));
  }

  /// Who runs it, where that is a managed service.
  static String on(Server server) {
    var provider = server.assumedProvider();
    return provider.isManaged() ? " on " + provider.label() : "";
  }

  private static String place(Survey survey) {
    var where = survey.server().endpoint().inWords();
    var surveyed =
        survey.databases().stream().filter(Database::surveyed).map(Database::name).toList();
    return where.isEmpty() ? named(surveyed) : "%s on %s".formatted(named(surveyed), where);
  }

  private static String named(List<String> databases) {
    return databases.size() > MOST_NAMED
        ? Quantities.counted(databases.size(), "database")
        : String.join(", ", databases);
  }

  /// Without what the packager adds: `18.6 (Debian 18.6-1)`.
  private static String version(Server server) {
    return Stream.of(server.versionText().or("").split(" "))
        .findFirst()
        .filter(text -> !text.isEmpty())
        .orElse(server.release().major());
  }

  private static String window(Evidence evidence) {
    boolean isArchived = evidence.older().filter(Survey::isArchived).isPresent();
    return switch (evidence.workloads().period()) {
      case Period.Between(var from, var to) ->
          " · "
              + Quantities.duration(Duration.between(from, to))
              + (isArchived ? " from the archive" : " sampled");
      case Period.SinceReset since ->
          since.length().map(length -> " · sums of " + Quantities.duration(length)).orElse("");
    };
  }
}
