package org.vacuumadvisor.report.data;

import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.ReleaseRange;
import org.vacuumadvisor.workload.Period;

/// Which server a document is about, what time, and what could not be seen.
final class JsonServer {
  private JsonServer() {}

  static void server(Evidence evidence, JsonText json) {
    var survey = evidence.survey();
    var server = survey.server();
    json.object(
        "server",
        () -> {
          json.text("version", server.versionText().known());
          json.text("release", release(evidence));
          json.text("provider", server.provider().map(Provider::label).known());
          json.flag("standby", server.recovery().known());
          json.text("role", server.role().map(Server.Role::name).known());
          json.text("clusterName", server.endpoint().clusterName().known());
          json.text("address", server.endpoint().address().known());
          json.number("port", server.endpoint().port().known());
          json.texts(
              "databases",
              survey.databases().stream().filter(Database::surveyed).map(Database::name).toList());
          json.moment("startedAt", server.startedAt());
          json.moment("surveyedAt", surveyedAt(survey));
        });
  }

  /// Null where pasted figures or messages leave open which it is.
  private static @Nullable String release(Evidence evidence) {
    var survey = evidence.survey();
    if (!evidence.isServerSeen()) {
      return evidence
          .history()
          .map(History::releases)
          .filter(ReleaseRange::isOne)
          .map(one -> one.latest().major())
          .orElse(null);
    }
    boolean isKnown = survey.coverage().pasted().filter(each -> !each.releases().isOne()).isEmpty();
    return isKnown ? survey.server().release().major() : null;
  }

  private static Reading<Instant> surveyedAt(Survey survey) {
    boolean isUnknown =
        !survey.coverage().seen()
            || survey
                .coverage()
                .pasted()
                .filter(each -> each.clock() == Excerpt.Clock.UNKNOWN)
                .isPresent();
    return isUnknown ? Reading.missing(Reading.Why.NOT_COLLECTED) : Reading.of(survey.takenAt());
  }

  static void window(Period period, Survey survey, JsonText json) {
    json.object(
        "window",
        () -> {
          switch (period) {
            case Period.Between(var from, var to) -> {
              json.text("kind", "between_surveys");
              json.moment("from", from);
              json.moment("to", to);
            }
            case Period.SinceReset(var from, var to) -> {
              json.text("kind", "since_reset");
              json.moment("from", from);
              json.moment("to", surveyedAt(survey).map(_ -> to));
            }
          }
          json.number("seconds", period.length().map(Duration::toSeconds));
        });
  }

  static void coverage(Coverage coverage, JsonText json) {
    json.object(
        "coverage",
        () -> {
          json.number("databasesSurveyed", coverage.databasesSurveyed());
          json.number("databases", coverage.databases());
          json.number("hiddenSessions", coverage.hiddenSessions());
          json.list("gaps", coverage.gaps(), JsonServer::gap);
          json.object("paste", coverage.pasted(), JsonServer::excerpt);
        });
  }

  private static void gap(Gap gap, JsonText json) {
    json.word("kind", gap.kind());
    json.text("what", gap.what());
    json.text("hides", gap.hides());
    json.text("remedy", gap.remedy());
  }

  /// What was read of a paste.
  private static void excerpt(Excerpt excerpt, JsonText json) {
    json.text("earliestRelease", excerpt.releases().earliest().major());
    json.text("latestRelease", excerpt.releases().latest().major());
    json.text("clock", excerpt.clock().name().toLowerCase(Locale.ROOT));
    json.texts(
        "shows",
        excerpt.shown().stream()
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .sorted()
            .toList());
    json.number("tablesRead", excerpt.tablesRead());
    json.number("tablesFound", excerpt.tablesFound());
    json.number("figuresRead", excerpt.figuresRead());
    json.list(
        "unknownLines",
        excerpt.unknown(),
        (line, each) -> {
          each.number("line", line.number());
          each.text("text", line.text());
        });
  }
}
