package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.advice.Advice;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.workload.WorkloadClass;

/// Logs that real servers wrote while something was done to them on purpose. What was done is to be
/// found, and nothing else.
class RealLogsTest {
  /// A session kept a snapshot; all rows of `orders` were updated again and again.
  @ParameterizedTest
  @ValueSource(strings = {"13", "15", "17", "18"})
  void tellsThatTheHorizonIsHeldWhileItIs(String release) {
    var log = beforeRelease(Logs.file(release + "-held.log"));
    var finding = Logs.findings(log).getFirst();

    assertEquals(List.of("xmin-held"), Logs.troubles(log));
    assertEquals(Severity.WARNING, finding.severity());
    assertTrue(finding.headline().contains("public.orders"), finding.headline());
  }

  @ParameterizedTest
  @ValueSource(strings = {"13", "15", "17", "18"})
  void tellsThatTheHorizonWasHeldOnceItIsFree(String release) {
    var finding = Logs.findings(Logs.file(release + "-held.log")).getFirst();

    assertEquals("xmin-held", finding.id());
    assertEquals(Severity.ADVICE, finding.severity());
    var look = (Remedy.Act) finding.remedies().getFirst();
    assertEquals("Look who holds them should it come back", look.what());
  }

  @Test
  void refusesToTuneWhatIsHeld() {
    var log = beforeRelease(Logs.file("18-held.log"));
    var evidence = Logs.evidence(log);
    var assessment = Advice.on(evidence, Examination.of(Logs.findings(log)));

    assertTrue(
        assessment.notRecommended().getFirst().what().contains("VACUUM FULL"),
        assessment.notRecommended().toString());
    assertTrue(
        assessment.recommendations().stream()
            .flatMap(each -> each.sql().stream())
            .allMatch(sql -> sql.startsWith("SELECT")),
        assessment.recommendations().toString());
  }

  /// Another session asked for a lock on `lines` again and again.
  @ParameterizedTest
  @ValueSource(strings = {"13", "15", "17", "18"})
  void tellsThatAutovacuumIsCancelled(String release) {
    var log = Logs.file(release + "-cancelled.log");
    var finding = Logs.findings(log).getFirst();

    assertEquals(List.of("autovacuum-cancelled"), Logs.troubles(log));
    assertEquals(Severity.WARNING, finding.severity());
    assertTrue(finding.headline().contains("cancelled 8 times"), finding.headline());
  }

  /// The least memory that PostgreSQL allows, and 360,000 dead rows.
  @ParameterizedTest
  @ValueSource(strings = {"13", "15", "17", "18"})
  void tellsThatIndexesAreScannedSeveralTimes(String release) {
    assertEquals(List.of("index-passes"), Logs.troubles(Logs.file(release + "-passes.log")));
  }

  /// A table of eight rows, updated all the time.
  @ParameterizedTest
  @ValueSource(strings = {"13", "15", "17", "18"})
  void tellsThatATinyTableIsVacuumedAllTheTime(String release) {
    assertEquals(List.of("threshold-too-low"), Logs.troubles(Logs.file(release + "-tiny.log")));
  }

  /// A transaction held ACCESS EXCLUSIVE on `busy`. On 13 it lasted long enough to hold rows, too.
  @ParameterizedTest
  @ValueSource(strings = {"15", "17", "18"})
  void tellsThatALockKeepsVacuumAway(String release) {
    assertEquals(List.of("lock-blocked"), Logs.troubles(Logs.file(release + "-locked.log")));
  }

  /// The failsafe age was as low as the server allows.
  @ParameterizedTest
  @ValueSource(strings = {"15", "17", "18"})
  void tellsOfTheFailsafe(String release) {
    var log = Logs.file(release + "-failsafe.log");

    assertEquals(List.of("failsafe-active"), Logs.troubles(log));
    assertEquals(Severity.WARNING, Logs.findings(log).getFirst().severity());
  }

  /// All tables passed a low `autovacuum_freeze_max_age`, and were frozen.
  @ParameterizedTest
  @ValueSource(strings = {"13", "15", "17", "18"})
  void raisesNoAlarmAboutFreezing(String release) {
    var log = Logs.file(release + "-wraparound.log");

    assertEquals(List.of(), Logs.troubles(log));
    assertTrue(Logs.ids(log).contains("antiwraparound-normal"));
  }

  /// A queue, a table that grows and one that is updated, all well kept.
  @ParameterizedTest
  @ValueSource(strings = {"13", "15", "17", "18"})
  void findsNothingWrongWithTablesAtWorkAndTellsTheirWorkload(String release) {
    var log = Logs.file(release + "-classes.log");
    var evidence = Logs.evidence(log);

    assertEquals(List.of("need-more-data"), Logs.ids(log));
    assertEquals(WorkloadClass.QUEUE_CHURN, workload("queue", evidence));
    assertEquals(WorkloadClass.INSERT_ONLY, workload("events", evidence));
    assertEquals(WorkloadClass.TPC_C, workload("acc", evidence));
  }

  @ParameterizedTest
  @ValueSource(strings = {"13", "15", "17", "18"})
  void tellsTheReleaseByItsForms(String release) {
    var releases = Logs.history(Logs.file(release + "-classes.log")).releases();

    assertTrue(releases.stream().toList().contains(Release.ofMajor(release)), releases::toString);
    assertTrue(releases.stream().count() <= 2, releases::toString);
  }

  @Test
  void readsEveryLine() {
    var logs = Stream.of("held", "cancelled", "passes", "failsafe", "locked", "classes");

    logs.forEach(name ->
        assertEquals(
            List.<Understanding.UnknownLine>of(),
            Logs.history(Logs.file("18-" + name + ".log")).coverage().examples()));
  }

  private static WorkloadClass workload(String table, Evidence evidence) {
    var history = evidence.history().orElseThrow();
    return history.tables().stream()
        .filter(each -> each.name().name().equals(table))
        .map(each -> evidence.workload(each).kind())
        .findFirst()
        .orElseThrow();
  }

  /// The log as it was before the first vacuum that could remove the rows.
  private static String beforeRelease(String log) {
    var records = log.split("(?m)^(?=[0-9]{4}-)", -1);
    var held = new StringBuilder();
    boolean isHeld = false;
    for (var record : records) {
      boolean isVacuum = record.contains("automatic vacuum of table \"shop.public.orders\"");
      boolean keeps = isVacuum && !record.contains(", 0 are dead but not yet removable");
      if (isVacuum && isHeld && !keeps) {
        break;
      }
      isHeld |= keeps;
      held.append(record);
    }
    return held.toString();
  }
}
