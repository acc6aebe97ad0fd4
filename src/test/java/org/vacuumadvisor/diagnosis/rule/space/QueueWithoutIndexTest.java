package org.vacuumadvisor.diagnosis.rule.space;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.model.TableKeys.IDX_SCAN;

import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.diagnosis.rule.Verdicts;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.workload.Confidence;

/// A queue of 500 rows through which 2 million went.
class QueueWithoutIndexTest {
  private static final long JOBS = 2_000_000;

  @Test
  void speaksOfAQueueThatIsReadWholeForEachRow() {
    var finding = examine(Given.server().with(queue(JOBS, JOBS, 500 * JOBS))).getFirst();

    assertEquals(
        "Consumers of the queue public.jobs pass 500 rows, dead ones among them, to take one",
        finding.headline());
    assertEquals(Confidence.MEDIUM, finding.confidence());
  }

  @Test
  void isSilentWhereConsumersUseAnIndex() {
    assertEquals(List.of(), examine(Given.server().with(queue(JOBS, 40, 40 * 500))));
  }

  /// The planner reads a queue of one page whole though its index is there.
  @Test
  void isSilentWhereAnIndexOfWhatIsOpenIsThere() {
    var queue = queue(JOBS, JOBS, 500 * JOBS).index("jobs_open", 20, 1).partial();

    assertEquals(List.of(), examine(Given.server().with(queue)));
  }

  @Test
  void drawsTheLineAtAHundredRowsForOne() {
    assertEquals(1, examine(Given.server().with(queue(JOBS, JOBS, 100 * JOBS))).size());
    assertEquals(List.of(), examine(Given.server().with(queue(JOBS, JOBS, 100 * JOBS - 1))));
  }

  /// Somebody who counts a long queue every second reads much, and takes nothing.
  @Test
  void passesOverThoseWhoOnlyCount() {
    assertEquals(List.of(), examine(Given.server().with(queue(JOBS, JOBS / 10 - 1, 500 * JOBS))));
    assertEquals(1, examine(Given.server().with(queue(JOBS, JOBS / 10, 500 * JOBS))).size());
  }

  /// Consumers that look their row up by an index, and delete it by its key, twice a row; the scans
  /// are of the time when the table was empty. An update by its key is no lookup of the next row.
  @Test
  void cannotTellWhereMoreIsLookedUpByAnIndex() {
    var scans = JOBS / 8;
    var byIndex = JOBS + scans / 2 + 1;
    var queue = queue(JOBS, scans, 500 * JOBS).with(IDX_SCAN, byIndex);

    assertEquals(List.of(), examine(Given.server().with(queue)));
    assertEquals(1, examine(Given.server().with(queue.with(TableKeys.N_TUP_UPD, 1L))).size());
  }

  /// The sums since the reset still tell of the time before there was an index.
  @Test
  void goesByTheWindowWhereEnoughHappenedInIt() {
    var older = Given.server().with(queue(JOBS, JOBS, 500 * JOBS));

    assertEquals(
        List.of(),
        Verdicts.findings(
            new QueueWithoutIndex(),
            Given.server().with(queue(JOBS + 1_000, JOBS, 500 * JOBS)).after(older)));
    var still =
        Verdicts.findings(
                new QueueWithoutIndex(),
                Given.server()
                    .with(queue(JOBS + 1_000, JOBS + 1_000, 500 * JOBS + 300_000))
                    .after(older))
            .getFirst();
    assertEquals(
        "Consumers of the queue public.jobs pass 300 rows, dead ones among them, to take one",
        still.headline());
    assertEquals(Confidence.HIGH, still.confidence());
  }

  @Test
  void goesByTheSumsWhereHardlyAnythingHappenedInTheWindow() {
    var older = Given.server().with(queue(JOBS, JOBS, 500 * JOBS));

    assertEquals(
        1,
        Verdicts.findings(
                new QueueWithoutIndex(),
                Given.server().with(queue(JOBS + 999, JOBS, 500 * JOBS)).after(older))
            .size());
  }

  @Test
  void isNotAskedOfATableThatIsNoQueue() {
    var table =
        Given.table("orders")
            .rows(1_000_000)
            .activity(Grouped.activity(JOBS, 0, 0, 0, JOBS, 500 * JOBS, 0, 0));

    assertEquals(List.of(), examine(Given.server().with(table)));
  }

  /// A short queue: each scan reads 20 rows, and passes the dead ones that no counter shows.
  @Test
  void countsTheDeadRowsThatAScanPasses() {
    assertEquals(1, examine(Given.server().with(queue(JOBS, JOBS, 20 * JOBS).dead(80))).size());
    assertEquals(List.of(), examine(Given.server().with(queue(JOBS, JOBS, 20 * JOBS).dead(79))));
  }

  @Test
  void cannotTellOfAShortQueueWithoutItsDeadRows() {
    assertEquals(
        List.of("dead rows"),
        Verdicts.lacks(
            new QueueWithoutIndex(),
            Given.server().with(queue(JOBS, JOBS, 20 * JOBS).without(TableKeys.N_DEAD_TUP))));
  }

  /// A million rows passed in a second, over the minute between two surveys.
  @Test
  void warnsWhereMuchOfACoreGoesIntoPassingRows() {
    var older =
        Given.server()
            .with(queue(JOBS, JOBS, 500 * JOBS).dead(9_900))
            .taken(Duration.ofMinutes(1), 1_000);

    assertEquals(
        List.of(Severity.WARNING, Severity.ADVICE),
        Stream.of(6_000, 5_999)
            .map(taken ->
                Verdicts.findings(
                        new QueueWithoutIndex(),
                        Given.server()
                            .with(
                                queue(JOBS + taken, JOBS + taken, 500 * JOBS + 100 * taken)
                                    .dead(9_900))
                            .after(older))
                    .getFirst()
                    .severity())
            .toList());
  }

  /// The planner may pass over an index when ANALYZE last saw the queue empty.
  @Test
  void doesNotSayThatThereIsNoIndexWhereThereIsOne() {
    var why = examine(Given.server().with(queue(JOBS, JOBS, 500 * JOBS).indexed())).getFirst();

    assertTrue(why.explanation().startsWith("Consumers do not find their next row by the indexes"));
  }

  @Test
  void cannotTellWithoutTheRowsRead() {
    assertEquals(
        List.of("rows read by sequential scans"),
        Verdicts.lacks(
            new QueueWithoutIndex(),
            Given.server().with(queue(JOBS, JOBS, 500 * JOBS).without(TableKeys.SEQ_TUP_READ))));
  }

  private static TableGiven queue(long deleted, long scans, long read) {
    return Given.table("jobs")
        .rows(500)
        .activity(Grouped.activity(deleted + 500, 0, 0, deleted, scans, read, deleted, deleted));
  }

  private static List<Finding> examine(Given given) {
    return Verdicts.findings(new QueueWithoutIndex(), given);
  }
}
