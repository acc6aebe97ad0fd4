package org.vacuumadvisor.model.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.RelationName;

class HistorianTest {
  private static final RelationName QUEUE = new RelationName("shop", "public", "queue");

  private final Historian historian = new Historian(3);

  /// The record of autovacuum is written when a run ends.
  @Test
  void measuresGapsFromTheEndOfARunToTheStartOfTheNext() {
    historian.run(run("queue", "10:00:10.000", 10));
    historian.run(run("queue", "10:01:00.000", 20));

    var table = table(QUEUE);

    assertEquals(30, table.gapSeconds().sum());
    assertEquals(Duration.ofSeconds(30), table.longestGaps().getFirst().length());
    assertEquals(Optional.of(Duration.ofSeconds(60)), historian.history().span());
  }

  @Test
  void measuresNoGapWhereTimeRunsBackwards() {
    historian.run(run("queue", "10:01:00.000", 20));
    historian.run(run("queue", "10:00:10.000", 10));

    assertTrue(table(QUEUE).gapSeconds().isEmpty());
  }

  @Test
  void countsWorkersSideBySide() {
    historian.run(run("a", "10:01:00.000", 60));
    historian.run(run("b", "10:01:30.000", 60));
    historian.run(run("c", "10:02:00.000", 30));

    var timeline = historian.history().timeline();

    assertEquals(2, timeline.most());
    assertEquals(
        Duration.ofSeconds(30),
        timeline
            .occupation(2)
            .busy(
                Instant.parse("2026-11-21T10:00:00Z"),
                Instant.parse("2026-11-21T10:02:00Z"),
                QUEUE));
  }

  @Test
  void keepsTheLongestRunsAlone() {
    for (int seconds = 1; seconds <= 100; seconds++) {
      historian.run(run("queue", "10:01:00.000", seconds));
    }

    assertEquals(
        List.of(100.0, 99.0, 98.0),
        historian.history().slowest().stream().map(Run::elapsedSeconds).toList());
  }

  /// `skipping vacuum of "queue" --- lock not available` names no schema.
  @Test
  void givesANoticeWithHalfANameToTheOnlyTableItCanMean() {
    historian.run(run("queue", "10:01:00.000", 1));
    historian.notice(notice(new PrintedName(null, null, "queue")));

    var tables = historian.history().tables();

    assertEquals(1, tables.size());
    assertEquals(1, tables.getFirst().count(NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE));
  }

  @Test
  void keepsANoticeApartThatMayMeanTwoTables() {
    historian.run(run("queue", "10:01:00.000", 1));
    historian.notice(notice(new PrintedName("shop", "other", "queue")));
    historian.notice(notice(new PrintedName(null, null, "queue")));

    assertEquals(3, historian.history().tables().size());
  }

  @Test
  void readsZonesAndPlaysNoTricksWithUnknownOnes() {
    assertEquals(
        Optional.of(Instant.parse("2026-11-21T06:00:00Z")),
        Clock.read(new Stamp("2026-11-21 10:00:00", "+04", null)));
    assertEquals(
        Optional.of(Instant.parse("2026-11-21T10:00:00.500Z")),
        Clock.read(new Stamp("2026-11-21 10:00:00.5", "XYZT", null)));
    assertEquals(Optional.empty(), Clock.read(new Stamp("2026-13-41 10:00:00", null, null)));
    assertEquals(Optional.empty(), Clock.read(Stamp.NONE));
  }

  /// 300,000 turns of workers are more than the timeline keeps; those of half a second go.
  @Test
  void holdsNoMoreForManyRunsThanForFew() {
    for (int each = 0; each < 300_000; each++) {
      historian.run(run("queue", "10:01:00.000", 0.5));
    }

    var history = historian.history();

    assertEquals(300_000, history.runs());
    assertEquals(3, history.slowest().size());
    assertTrue(history.timeline().turns().size() <= 200_000);
  }

  /// `VACUUM VERBOSE` tells its client no database, and up to 13 only once a schema.
  @Test
  void givesARunWithoutADatabaseToTheOnlyTableItCanMean() {
    historian.run(run(new PrintedName(null, "public", "queue"), "10:02:00.000", 2));
    historian.run(run("queue", "10:01:00.000", 1));

    assertEquals(List.of(QUEUE), names());
    assertEquals(2, table(QUEUE).counts().vacuums());
  }

  @Test
  void keepsARunApartThatMayMeanTablesOfTwoDatabases() {
    historian.run(run(new PrintedName(null, "public", "queue"), "10:02:00.000", 2));
    historian.run(run("queue", "10:01:00.000", 1));
    historian.run(run(new PrintedName("shop2", "public", "queue"), "10:01:00.000", 1));

    assertEquals(3, names().size());
  }

  private List<RelationName> names() {
    return historian.history().tables().stream().map(TableHistory::name).toList();
  }

  private static Notice notice(PrintedName name) {
    return new Notice(
        NoticeKind.SKIPPED_LOCK_NOT_AVAILABLE,
        new Place(new Input(0, "log"), 7),
        new Stamp("2026-11-21 10:02:00.000", "UTC", 1L),
        Command.VACUUM,
        name,
        Spot.NONE,
        Notice.Figures.NONE,
        null,
        false);
  }

  private static Run run(String table, String time, double seconds) {
    return run(new PrintedName("shop", "public", table), time, seconds);
  }

  private static Run run(PrintedName name, String time, double seconds) {
    return new Run(
        new Heading(
            new Place(new Input(0, "log"), 1),
            new Stamp("2026-11-21 " + time, "UTC", 1L),
            Command.VACUUM,
            Mode.LAZY,
            Trigger.AUTOVACUUM,
            name,
            null,
            Set.of(Trait.COMPLETE)),
        new Outcome(0L, PageCounts.NONE, tuples(5L, 10L), null, null, null, null, null, null, null),
        List.of(),
        Passes.NONE,
        new Usage(null, null, null, null, null, null, new Cpu(0, 0, seconds), null));
  }

  private static TupleCounts tuples(@Nullable Long removed, @Nullable Long remain) {
    return new TupleCounts(removed, remain, 0L, null, null, null, null, null);
  }

  private TableHistory table(RelationName name) {
    return historian.history().tables().stream()
        .filter(each -> each.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
