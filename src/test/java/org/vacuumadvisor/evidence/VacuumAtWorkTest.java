package org.vacuumadvisor.evidence;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.vacuumadvisor.diagnosis.rule.Given.table;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.unit.Share;

class VacuumAtWorkTest {
  private static final Instant STARTED = Given.NOW.minus(Duration.ofSeconds(100));

  @Test
  void namesTheTableAndHowFarTheScanIs() {
    var work = only(vacuum("scanning heap", 250, 0, 0));

    assertEquals("orders", work.relation().orElseThrow().name().name());
    assertEquals(Optional.of(new Share(0.25)), work.done());
    assertEquals(Optional.of(Duration.ofSeconds(100)), work.running());
  }

  @Test
  void expectsTheScanToGoOnAsFastAsItDidSinceItBegan() {
    // 250 pages in 100 s, 750 to go
    assertEquals(
        Optional.of(Duration.ofMinutes(5)), only(vacuum("scanning heap", 250, 0, 0)).left());
  }

  @Test
  void goesByTheSpeedBetweenTwoSurveysWhereThereAreTwo() {
    // 50 pages in the last 10 s, 750 to go
    assertEquals(
        Optional.of(Duration.ofSeconds(150)),
        between(vacuum("scanning heap", 200, 0, 0), vacuum("scanning heap", 250, 0, 0)).left());
  }

  @Test
  void countsCleanedPagesInTheSecondPass() {
    var work =
        between(vacuum("vacuuming heap", 1000, 100, 1), vacuum("vacuuming heap", 1000, 600, 1));

    assertEquals(Optional.of(new Share(0.6)), work.done());
    assertEquals(Optional.of(Duration.ofSeconds(8)), work.left());
  }

  @Test
  void promisesNothingWhileIndexesAreScanned() {
    var work = only(vacuum("vacuuming indexes", 1000, 0, 0));

    assertEquals(Optional.empty(), work.done());
    assertEquals(Optional.empty(), work.left());
  }

  @Test
  void takesNoAverageOverTimeSpentInIndexes() {
    assertEquals(Optional.empty(), only(vacuum("scanning heap", 250, 0, 1)).left());
  }

  @Test
  void doesNotTakeTheNextTableOfAWorkerForTheSameVacuum() {
    var before = vacuum("scanning heap", 240, 0, 0, STARTED.minusSeconds(500));

    assertEquals(
        Optional.of(Duration.ofMinutes(5)),
        between(before, vacuum("scanning heap", 250, 0, 0)).left());
  }

  @Test
  void knowsNothingOfAVacuumItMayNotSee() {
    Reading<Long> hidden = Reading.missing(Why.NO_PRIVILEGE);
    var work =
        only(
            new RunningVacuum(
                1,
                Given.SHOP,
                hidden,
                Reading.missing(Why.NO_PRIVILEGE),
                hidden,
                hidden,
                hidden,
                hidden,
                hidden,
                Reading.missing(Why.NO_PRIVILEGE),
                Reading.missing(Why.NO_PRIVILEGE),
                Reading.missing(Why.NO_PRIVILEGE),
                Reading.missing(Why.NO_PRIVILEGE),
                Reading.missing(Why.NO_PRIVILEGE)));

    assertEquals(Optional.empty(), work.relation());
    assertEquals(Optional.empty(), work.left());
  }

  private static VacuumAtWork only(RunningVacuum vacuum) {
    return VacuumAtWork.of(server().with(vacuum).evidence()).getFirst();
  }

  private static VacuumAtWork between(RunningVacuum before, RunningVacuum now) {
    var older = server().taken(Duration.ofSeconds(10), 5_000_000).with(before);
    return VacuumAtWork.of(server().with(now).after(older)).getFirst();
  }

  private static Given server() {
    return Given.server().with(table("orders").pages(1000));
  }

  private static RunningVacuum vacuum(String phase, long scanned, long cleaned, long passes) {
    return vacuum(phase, scanned, cleaned, passes, STARTED);
  }

  private static RunningVacuum vacuum(
      String phase, long scanned, long cleaned, long passes, Instant since) {
    return new RunningVacuum(
        1,
        Given.SHOP,
        Reading.of(Given.key(0).oid()),
        Reading.of(phase),
        Reading.of(1000L),
        Reading.of(scanned),
        Reading.of(cleaned),
        Reading.of(passes),
        Reading.missing(Why.OLDER_SERVER),
        Reading.of(true),
        Reading.of(false),
        Reading.of(since),
        Reading.missing(Why.OLDER_SERVER),
        Reading.missing(Why.OLDER_SERVER));
  }
}
