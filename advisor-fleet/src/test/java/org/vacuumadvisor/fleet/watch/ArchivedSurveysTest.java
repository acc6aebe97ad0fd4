package org.vacuumadvisor.fleet.watch;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.history.ArchivedClusters;
import org.vacuumadvisor.fleet.history.ArchivedSurveys;
import org.vacuumadvisor.fleet.judged.FirstTold;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.Rhythm;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Readings;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.verify.Changes;
import org.vacuumadvisor.verify.Outcome;
import org.vacuumadvisor.verify.Verification;

/// What watch wrote comes back as surveys. A real server is surveyed; the days before it are made
/// by counting back what it counted.
@ResourceLock("the server of all tests")
class ArchivedSurveysTest {
  private static final PostgresServer SERVER = SharedServers.on(Release.V18);
  private static final long BUSY = 5_000;
  private static final long QUIET = 100;

  @TempDir private Path folder;

  @Test
  void givesBackWhatWatchWrote() throws Exception {
    SERVER.execute("CREATE TABLE IF NOT EXISTS kept (i int)", "INSERT INTO kept VALUES (1)");
    var then = survey();
    write(List.of(then));
    var now = survey().takenAt(then.takenAt().plusSeconds(2));

    var back = before(now, Duration.ofDays(1));

    assertEquals(1, back.size());
    var table = named(back.getFirst(), "kept");
    assertEquals(named(then, "kept").activity(), table.activity());
    assertEquals(
        named(then, "kept").counted(TableKeys.AUTOVACUUM_COUNT),
        table.counted(TableKeys.AUTOVACUUM_COUNT));
    assertEquals(named(then, "kept").ages(), table.ages());
    assertEquals(then.server().nextXid().known(), back.getFirst().server().nextXid().known());
    assertTrue(back.getFirst().isArchived());
  }

  @Test
  void tellsBusyHoursFromQuietOnes() throws Exception {
    SERVER.execute("CREATE TABLE IF NOT EXISTS rhythm (i int)", "INSERT INTO rhythm VALUES (1)");
    var counted = withInserted(survey(), 100_000_000);
    // shortly after midnight, so that the hour that has only begun is none of those compared
    var now = counted.takenAt(counted.takenAt().truncatedTo(ChronoUnit.DAYS).plusSeconds(1200));
    write(hourly(now, 72));

    var back = new ArrayList<>(before(now, Duration.ofDays(28)));
    back.add(now);
    var rhythm = Rhythm.of(back);

    assertEquals(73, back.size());
    assertEquals(Rhythm.Grain.HOUR_OF_DAY, rhythm.grain());
    assertTrue(
        rhythm.pace().factors().get(12) > 4 * rhythm.pace().factors().get(3), rhythm.words());
    var cluster = Cluster.of(back, Optional.empty());
    assertTrue(
        cluster.assumptions().getFirst().contains("(from the archive)"),
        cluster.assumptions().toString());
    var inserts =
        cluster.tables().stream()
            .filter(each -> each.name().name().equals("rhythm"))
            .findFirst()
            .orElseThrow()
            .arrivals()
            .inserts();
    // 8 busy hours and 16 quiet ones a day
    double mean = (8 * BUSY + 16 * QUIET) / 24.0 / 3600;
    assertEquals(mean, inserts, mean * 0.05);
  }

  @Test
  void judgesATableThatTheArchiveHasNotSeenAsUnknown() throws Exception {
    SERVER.execute("CREATE TABLE IF NOT EXISTS other (i int)");
    var then = survey();
    write(List.of(then));
    SERVER.execute("CREATE TABLE unseen AS SELECT 1 AS i");
    var now = survey().takenAt(then.takenAt().plusSeconds(2));

    var older = before(now, Duration.ofDays(1)).getFirst();

    assertTrue(named(older, "unseen").get(TableKeys.N_TUP_INS).known().isEmpty());
    var workload = Advisor.assess(older, now).evidence().workload(named(now, "unseen"));
    assertEquals("UNDETERMINED", workload.kind().name());
  }

  @Test
  void refusesTheArchiveOfAnotherServer() throws Exception {
    var now = survey();
    var later =
        new Survey(
            server(now, now.server().nextXid().known().orElseThrow() + 1_000_000),
            now.takenAt().minusSeconds(3600),
            now.settings(),
            now.databases(),
            now.relations(),
            now.horizonHolders(),
            now.machinery(),
            now.coverage());
    write(List.of(later));

    var back = before(now, Duration.ofDays(1));

    var refused =
        assertThrows(SourceException.class, () -> ArchivedClusters.check("db1", back, now));
    assertTrue(refused.explanation().contains("not of this server"), refused.explanation());
  }

  /// Six busy hours after a change are held against the same hours of ten days: against all hours
  /// the load would be three times what it was.
  @Test
  void tellsWhetherAChangeHelpedByTheSameHours() throws Exception {
    SERVER.execute(
        "CREATE TABLE IF NOT EXISTS turned (i int) WITH (autovacuum_enabled = false)",
        "INSERT INTO turned VALUES (1)");
    var counted = survey();
    var days = IntStream.rangeClosed(0, 240).mapToObj(each -> turned(counted, each)).toList();
    write(days.reversed());
    var now = days.getFirst();

    var looks = new ArrayList<Survey>(before(now, Duration.ofDays(28)));
    looks.add(now);
    var seen = org.vacuumadvisor.verify.Look.all(looks, List.of(), List.of());
    var changedAt = now.takenAt().minus(Duration.ofHours(AFTER));
    var verified =
        Verification.of(
            Changes.found(seen, Optional.of(changedAt)), seen, List.of(), Advisor.assess(now));

    assertTrue(looks.size() > 230, looks.size() + " looks");
    var outcome = verified.outcomes().getFirst();
    assertEquals("What was done about public.turned", outcome.change().title());
    assertEquals(Outcome.Verdict.KEPT, outcome.verdict(), outcome::reason);
    assertEquals(List.of(), outcome.notes(), "the load is known");
    var measured = requireNonNull(outcome.measured());
    assertEquals(BUSY, measured.before(), BUSY * 0.05);
    assertEquals(BUSY / 4.0, measured.after(), BUSY * 0.05);
  }

  private static final int AFTER = 6;

  /// The survey as it was so many hours ago. A day has eight busy hours; a vacuum came once in each
  /// of them, and four times since the change.
  private static Survey turned(Survey survey, int hoursAgo) {
    long ended = 100_000_000;
    long vacuums = 100_000;
    for (int each = 0; each < hoursAgo; each++) {
      boolean isBusy = each % 24 < 8;
      ended -= isBusy ? BUSY : QUIET;
      vacuums -= isBusy ? each < AFTER ? 4 : 1 : 0;
    }
    long updated = ended;
    long counted = vacuums;
    return with(
            survey,
            "turned",
            readings ->
                readings.put(TableKeys.N_TUP_UPD, updated).put(TableKeys.AUTOVACUUM_COUNT, counted))
        .takenAt(survey.takenAt().minus(Duration.ofHours(hoursAgo)));
  }

  private List<Survey> before(Survey now, Duration back) throws SourceException {
    try (var archive = Archive.open(folder, Archive.Span.ALL)) {
      var name = ArchivedClusters.choose(archive, Optional.empty(), Optional.of("elsewhere:5432"));
      return ArchivedSurveys.before(archive, name, now, back, Duration.ofHours(1));
    }
  }

  private void write(List<Survey> surveys) throws SourceException {
    try (var writer = ArchiveWriter.open(folder)) {
      var rows = new LookRows(writer, new FirstTold());
      var target = new Target("db1", Target.of(SERVER.uri()).parameters());
      for (var survey : surveys) {
        rows.add(
            new Look.Full(
                target, survey.takenAt(), Duration.ZERO, Duration.ZERO, Advisor.assess(survey)));
      }
      writer.commit();
    }
  }

  /// Surveys of the hours before, the oldest first: busy from 8 to 16 UTC.
  private static List<Survey> hourly(Survey now, int hours) {
    var surveys = new ArrayList<Survey>();
    var at = now.takenAt().truncatedTo(ChronoUnit.HOURS);
    long inserted = 100_000_000;
    for (int each = 0; each < hours; each++) {
      int hour = at.atZone(java.time.ZoneOffset.UTC).getHour();
      surveys.addFirst(withInserted(now, inserted).takenAt(at));
      int before = (hour + 23) % 24;
      inserted -= before >= 8 && before < 16 ? BUSY : QUIET;
      at = at.minus(Duration.ofHours(1));
    }
    return surveys;
  }

  private static Survey withInserted(Survey survey, long inserted) {
    return with(survey, "rhythm", readings -> readings.put(TableKeys.N_TUP_INS, inserted));
  }

  private static Survey with(
      Survey survey, String table, UnaryOperator<Readings.Builder> readings) {
    return ArchivedServerTest.of(
        survey,
        survey.relations().stream()
            .map(each ->
                each.name().name().equals(table)
                    ? each.with(readings.apply(each.readings().copy()).build())
                    : each)
            .toList());
  }

  private static Server server(Survey of, long nextXid) {
    var server = of.server();
    return new Server(
        server.release(),
        server.versionText(),
        server.provider(),
        server.recovery(),
        server.blockSize(),
        Reading.of(nextXid),
        server.startedAt(),
        server.countingSince(),
        server.role(),
        server.endpoint());
  }

  private static Relation named(Survey survey, String name) {
    return survey.relations().stream()
        .filter(each -> each.name().name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  private static Survey survey() throws SourceException, InterruptedException {
    return ServerSource.of(Target.of(SERVER.uri()).parameters(), SessionLimits.standard())
        .survey(Databases.CURRENT, Progress.NONE);
  }
}
