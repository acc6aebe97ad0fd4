package org.vacuumadvisor.fleet.judged;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveWriter;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.ingest.ClusterNames;
import org.vacuumadvisor.fleet.ingest.IngestOptions;
import org.vacuumadvisor.fleet.ingest.LogIngest;
import org.vacuumadvisor.fleet.judged.Verdicts.Freshness;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.line.ReadOptions;

/// The survey of each cluster here was at noon, and healthy where nothing else is said.
class VerdictsTest {
  private static final Instant NOON = Instant.parse("2026-11-20T12:00:00Z");
  private static final Duration WEEK = Duration.ofDays(7);

  @TempDir private Path folder;

  @Test
  void anEmergencyLeadsWhateverCausesIt() throws Exception {
    try (var writer = open()) {
      surveyed(writer, "act_now");
      finding(
          writer, "xmin-held-by-prepared", "warning", "Prepared transaction x keeps rows", "cause");
      finding(writer, "heap-bloat", "critical", "A table is bloated", "consequence");
      finding(writer, "wraparound-near", "critical", "98 % of the IDs are used", "emergency");
      writer.commit();
    }

    var problem = at(NOON.plusSeconds(60)).problems().getFirst();

    assertEquals("wraparound-near", problem.rule());
    assertEquals("98 % of the IDs are used", problem.headline());
    assertEquals(Optional.of("Prepared transaction x keeps rows"), problem.because());
    assertEquals(Severity.CRITICAL, problem.severity());
  }

  @Test
  void logsCountThatTellOfATimeAfterTheSurvey() throws Exception {
    try (var writer = open()) {
      surveyed(writer, "healthy");
      writer.commit();
    }
    ingest(stopped("2026-11-20 12:24:00 UTC"));

    var verdict = at(NOON.plus(Duration.ofMinutes(25)));

    assertEquals(Condition.ACT_NOW, verdict.condition());
    assertEquals("wraparound-shutdown", verdict.problems().getFirst().rule());
    assertEquals(ClusterVerdict.Basis.LOGS, verdict.basis());
    assertEquals(Optional.of(NOON.plus(Duration.ofMinutes(24))), verdict.told().time());
  }

  @Test
  void aSurveyCountsThatCameAfterTheLogs() throws Exception {
    ingest(stopped("2026-11-20 11:36:00 UTC"));
    try (var writer = open()) {
      surveyed(writer, "healthy");
      writer.commit();
    }

    var verdict = at(NOON.plusSeconds(60));

    assertEquals(Condition.HEALTHY, verdict.condition());
    assertEquals(List.of(), verdict.problems());
  }

  @Test
  void whatOnlyLogsTellStandsBesideASurvey() throws Exception {
    ingest(cancelled("2026-11-20 11:00:00 UTC"));
    try (var writer = open()) {
      surveyed(writer, "healthy");
      writer.commit();
    }

    var verdict = at(NOON.plusSeconds(60));

    assertEquals(
        List.of("autovacuum-cancelled"),
        verdict.problems().stream().map(ToldProblem::rule).toList());
    assertEquals(Condition.NEEDS_ATTENTION, verdict.condition());
  }

  @Test
  void nobodyKnowsHowAServerIsThatIsNotLookedAtAnyMore() throws Exception {
    try (var writer = open()) {
      surveyed(writer, "healthy");
      writer.commit();
    }

    assertEquals(Condition.HEALTHY, at(NOON.plus(Duration.ofMinutes(15))).condition());
    assertEquals(
        Condition.NOTHING_TO_JUDGE,
        at(NOON.plus(Duration.ofMinutes(15)).plusSeconds(1)).condition());
    assertEquals(Condition.NOTHING_TO_JUDGE, at(NOON.plus(Duration.ofHours(132))).condition());
  }

  @Test
  void anEmergencyIsNotForgottenWhenNobodyLooks() throws Exception {
    try (var writer = open()) {
      surveyed(writer, "act_now");
      writer.commit();
    }

    var verdict = at(NOON.plus(Duration.ofDays(3)));

    assertEquals(Condition.ACT_NOW, verdict.condition());
    assertTrue(verdict.isStale());
  }

  @Test
  void aServerThatIsLookedAtIsFreshThoughItIsSurveyedRarely() throws Exception {
    var later = NOON.plus(Duration.ofMinutes(50));
    try (var writer = open()) {
      surveyed(writer, "healthy");
      writer.add(
          Dataset.SERVERS,
          row(Dataset.SERVERS, Map.of("cluster", "c", "time", later, "state", "seen")));
      writer.commit();
    }

    assertEquals(Condition.HEALTHY, at(later.plusSeconds(30)).condition());
  }

  @Test
  void aServerWhoseWatchEndedLongAgoDoesNotVanish() throws Exception {
    try (var writer = open()) {
      writer.add(
          Dataset.COVERAGE,
          row(Dataset.COVERAGE, Map.of("cluster", "c", "time", NOON, "kind", "watch")));
      writer.commit();
    }

    var verdict = at(NOON.plus(Duration.ofDays(9)));

    assertEquals(Condition.NOTHING_TO_JUDGE, verdict.condition());
    assertEquals(Optional.of("nobody looked in the 7 days before"), verdict.told().notJudged());
  }

  @Test
  void saysThatLogsAreOlderThanWhatCounts() throws Exception {
    ingest(stopped("2026-11-02 11:36:00 UTC"));

    var verdict = at(NOON);

    assertEquals(Condition.NOTHING_TO_JUDGE, verdict.condition());
    assertEquals(
        Optional.of("its logs end before the 7 days that count"), verdict.told().notJudged());
  }

  @Test
  void logsSayNothingOfNowWhenTheyAreOfTheDayBefore() throws Exception {
    ingest(cancelled("2026-11-20 11:00:00 UTC"));

    assertFalse(at(NOON.plus(Duration.ofHours(22))).isStale());
    assertTrue(at(NOON.plus(Duration.ofHours(24))).isStale());
  }

  @Test
  void tellsSinceWhenAProblemIsThereWithoutABreak() throws Exception {
    var log = stopped("2026-11-20 09:00:00 UTC");
    ingest("");
    ingest(cancelled("2026-11-20 08:00:00 UTC"));
    ingest(cancelled("2026-11-20 08:00:00 UTC") + log);
    ingest(cancelled("2026-11-20 08:00:00 UTC") + log + stopped("2026-11-20 10:00:00 UTC"));

    var problem = at(NOON).problems().getFirst();

    assertEquals("wraparound-shutdown", problem.rule());
    assertEquals(Optional.of(Instant.parse("2026-11-20T09:00:00Z")), problem.since());
  }

  private ArchiveWriter open() throws SourceException {
    return ArchiveWriter.open(folder.resolve("archive"));
  }

  private void ingest(String log) throws Exception {
    var file = Files.writeString(folder.resolve("c.log"), log);
    var options =
        new IngestOptions(
            new ClusterNames("c", null), ReadOptions.AUTO, Duration.ofDays(-1), 256L << 20);
    var _ =
        LogIngest.read(List.of(file), folder.resolve("archive"), options, LogIngest.Progress.NONE);
  }

  private static String stopped(String time) {
    return time
        + " [77] ERROR:  database is not accepting commands that assign new transaction IDs to"
        + " avoid wraparound data loss in database \"shop\"\n"
        + time
        + " [77] HINT:  Execute a database-wide VACUUM in that database.\n";
  }

  /// One cancellation is an event, more are a habit.
  private static String cancelled(String time) {
    var log = new StringBuilder();
    for (int each = 0; each < 5; each++) {
      log.append(time).append(" [88] ERROR:  canceling autovacuum task\n");
      log.append(time).append(" [88] CONTEXT:  automatic vacuum of table \"shop.public.orders\"\n");
    }
    return log.toString();
  }

  private ClusterVerdict at(Instant moment) throws SourceException {
    try (var archive =
        Archive.open(folder.resolve("archive"), new Archive.Span(moment.minus(WEEK), moment))) {
      return Verdicts.of(archive, Question.of(moment, WEEK), Freshness.STANDARD).getFirst();
    }
  }

  private static void surveyed(ArchiveWriter writer, String verdict) throws SourceException {
    writer.add(
        Dataset.SERVERS,
        row(
            Dataset.SERVERS,
            Map.of(
                "cluster",
                "c",
                "time",
                NOON,
                "state",
                "surveyed",
                "verdict",
                verdict,
                "judged_at",
                NOON)));
  }

  private static void finding(
      ArchiveWriter writer, String rule, String severity, String headline, String role)
      throws SourceException {
    var cells = new HashMap<String, Object>();
    cells.put("cluster", "c");
    cells.put("time", NOON);
    cells.put("judged_by", "surveyed");
    cells.put("judged_at", NOON);
    cells.put("rule", rule);
    cells.put("severity", severity);
    cells.put("headline", headline);
    cells.put("role", role);
    cells.put("problem", 1L);
    writer.add(Dataset.FINDINGS, row(Dataset.FINDINGS, cells));
  }

  private static List<Object> row(Dataset dataset, Map<String, Object> cells) {
    return Arrays.asList(dataset.fields().stream().map(field -> cells.get(field.name())).toArray());
  }
}
