package org.vacuumadvisor.fleet.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.fleet.watch.Target;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

@ResourceLock("the server of all tests")
class ManyTablesTest {
  private static final PostgresServer SERVER = SharedServers.on(Release.V18);
  private static final int TABLES = 100_000;
  private static final int DATABASES = 200;
  private static final Instant NOW = Instant.parse("2026-11-23T00:00:00Z");

  @Test
  void makeFewSeries() throws Exception {
    var survey = enlarged(survey());
    var metrics = metrics();
    var target = new Target("big", Target.of(SERVER.uri()).parameters());

    metrics.add(
        new Look.Full(target, NOW, Duration.ofSeconds(1), Duration.ZERO, Advisor.assess(survey)));
    var exposed = exposed(metrics, NOW);

    assertTrue(exposed.series().size() <= 2_000, exposed.series().size() + " series");
    assertTrue(exposed.series().size() >= 1_000, exposed.series().size() + " series");
    assertEquals(
        exposed.series().size(),
        exposed.series().stream().map(each -> each.name() + each.labels()).distinct().count());
    assertEquals(
        (double)
            survey.relations().stream()
                .mapToLong(each -> each.get(TableKeys.N_DEAD_TUP).or(0L))
                .max()
                .orElseThrow(),
        exposed.all("pg_stat_user_tables_n_dead_tup").stream()
            .mapToDouble(Exposed.Series::value)
            .max()
            .orElseThrow());
    assertEquals(
        (double)
            survey.relations().stream()
                .filter(each -> each.name().database().equals("d1"))
                .mapToLong(each -> each.get(TableKeys.N_DEAD_TUP).or(0L))
                .sum(),
        exposed.value("vacuum_advisor_database_dead_rows", "datname", "d1").orElseThrow());
    assertTrue(exposed.value("vacuum_advisor_left_out", "what", "tables").orElse(0) > 90_000);
    assertTrue(exposed.value("vacuum_advisor_left_out", "what", "databases").orElse(0) > 100);
  }

  @Test
  void tellNothingOfAServerThatWasNotLookedAtForLong() throws Exception {
    var metrics = metrics();
    var target = new Target("hung", Target.of(SERVER.uri()).parameters());

    metrics.add(
        new Look.Full(target, NOW, Duration.ofSeconds(1), Duration.ZERO, Advisor.assess(survey())));

    var fresh = exposed(metrics, NOW.plusSeconds(60));
    var stale = exposed(metrics, NOW.plus(Duration.ofMinutes(10)));
    assertEquals(OptionalDouble.of(1), fresh.value("vacuum_advisor_up"));
    assertEquals(OptionalDouble.of(60), fresh.value("vacuum_advisor_survey_age_seconds"));
    assertEquals(5, fresh.all("vacuum_advisor_verdict").size());
    assertEquals(OptionalDouble.of(0), stale.value("vacuum_advisor_up"));
    assertEquals(OptionalDouble.of(600), stale.value("vacuum_advisor_survey_age_seconds"));
    assertEquals(List.of(), stale.all("vacuum_advisor_verdict"));
  }

  @Test
  void tellOfAServerThatIsSurveyedRarelyUntilItsNextSurveys() throws Exception {
    var metrics = metrics();
    var target = new Target("large", Target.of(SERVER.uri()).parameters());
    var survey = survey();

    metrics.add(
        new Look.Full(
            target, NOW, Duration.ofSeconds(5), Duration.ofMinutes(15), Advisor.assess(survey)));
    var later = NOW.plus(Duration.ofMinutes(10));
    metrics.add(new Look.Glance(target, later, Duration.ofMillis(20), survey));

    assertEquals(5, exposed(metrics, later).all("vacuum_advisor_verdict").size());
  }

  private static Metrics metrics() {
    return new Metrics(
        new MetricsOptions(MetricsOptions.MOST_TOP_TABLES, "", Duration.ofMinutes(1)));
  }

  private static Exposed exposed(Metrics metrics, Instant at) throws IOException {
    return Exposed.of(metrics.text(at));
  }

  private static Survey survey() throws SourceException, InterruptedException {
    return ServerSource.of(Target.of(SERVER.uri()).parameters(), SessionLimits.standard())
        .survey(Databases.CURRENT, Progress.NONE);
  }

  /// The same server with more databases and tables, each with figures that ask for attention.
  private static Survey enlarged(Survey survey) {
    var first = survey.databases().getFirst();
    var one =
        survey.relations().stream()
            .filter(each -> each.kind() == RelationKind.TABLE)
            .findFirst()
            .orElseThrow();
    var random = new Random(1);
    var databases = new ArrayList<Database>();
    for (int each = 0; each < DATABASES; each++) {
      databases.add(
          new Database(
              100_000 + each,
              "d" + each,
              true,
              false,
              first.allowsConnections(),
              first.xidAge(),
              first.multixactAge(),
              first.statisticsReset(),
              1,
              Reading.of(1L),
              1,
              1,
              1,
              1,
              first.conflicts(),
              first.checksumFailures()));
    }
    var relations = new ArrayList<Relation>();
    for (int each = 0; each < TABLES; each++) {
      relations.add(relation(one, each, random));
    }
    return new Survey(
        survey.server(),
        survey.takenAt(),
        survey.settings(),
        databases,
        relations,
        survey.horizonHolders(),
        survey.machinery(),
        survey.coverage());
  }

  private static Relation relation(Relation like, int number, Random random) {
    int database = number % DATABASES;
    int most = number % 50 == 0 ? 1_000_000 : 1_000;
    return new Relation(
        new RelationKey(100_000 + database, 200_000 + number),
        new RelationName("d" + database, "public", "t" + number),
        like.kind(),
        like.persistence(),
        like.blockSize(),
        like.storage(),
        Readings.builder(Reading.Why.NOT_APPLICABLE)
            .put(TableKeys.RELPAGES, new Pages(10_000))
            .put(TableKeys.RELTUPLES, 100_000.0)
            .put(TableKeys.N_LIVE_TUP, 100_000L)
            .put(TableKeys.N_DEAD_TUP, (long) random.nextInt(most))
            .put(TableKeys.N_INS_SINCE_VACUUM, (long) random.nextInt(most))
            .put(TableKeys.N_MOD_SINCE_ANALYZE, (long) random.nextInt(most))
            .put(TableKeys.VACUUM_COUNT, 1L)
            .put(TableKeys.AUTOVACUUM_COUNT, 1L)
            .put(TableKeys.LAST_VACUUM, NOW)
            .put(TableKeys.LAST_AUTOVACUUM, NOW)
            .put(TableKeys.LAST_ANALYZE, NOW)
            .put(TableKeys.LAST_AUTOANALYZE, NOW)
            .put(TableKeys.MAIN_BYTES, new Bytes(81_920_000L + number))
            .put(TableKeys.XID_AGE, new XidAge(random.nextInt(150_000_000)))
            .build(),
        like.parent(),
        List.of(),
        List.of(),
        List.of());
  }
}
