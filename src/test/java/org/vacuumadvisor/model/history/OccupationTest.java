package org.vacuumadvisor.model.history;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.WorkerTimeline.Turn;

final class OccupationTest {
  private static final RelationName QUEUE = new RelationName("shop", "public", "queue");
  private static final int SPAN = 300;

  @Test
  void countsTheTimeWithoutAFreeWorker() {
    var turns = List.of(turn(0, 60, "big1"), turn(20, 80, "big2"), turn(50, 55, "small"));
    var timeline = WorkerTimeline.of(turns);

    assertEquals(Duration.ofMillis(40), busy(timeline, 2, 0, 100));
    assertEquals(Duration.ofMillis(5), busy(timeline, 3, 0, 100));
    assertEquals(Duration.ofMillis(25), busy(timeline, 2, 35, 90));
    assertEquals(Duration.ZERO, busy(timeline, 4, 0, 100));
    assertEquals(Duration.ZERO, busy(WorkerTimeline.EMPTY, 1, 0, 100));
  }

  @Test
  void doesNotCountTheTableItself() {
    var turns = List.of(turn(0, 60, "big1"), turn(20, 80, "big2"), turn(30, 50, "queue"));
    var timeline = WorkerTimeline.of(turns);

    assertEquals(Duration.ofMillis(40), busy(timeline, 2, 0, 100));
    assertEquals(Duration.ZERO, busy(timeline, 3, 0, 100));
  }

  /// Against counting the workers of each single millisecond.
  @Test
  void agreesWithCountingEachMoment() {
    var random = new Random(4);
    for (int round = 0; round < 300; round++) {
      var turns = new ArrayList<Turn>();
      for (int index = random.nextInt(40); index > 0; index--) {
        long start = random.nextInt(SPAN);
        turns.add(
            turn(
                start,
                start + random.nextInt(90),
                random.nextInt(4) == 0 ? "queue" : "t" + index % 5));
      }
      var timeline = WorkerTimeline.of(turns);
      long from = random.nextInt(SPAN);
      long to = from + random.nextInt(SPAN);
      int workers = 1 + random.nextInt(5);
      long expected =
          LongStream.range(from, to).filter(at -> running(turns, at, true) >= workers).count();
      assertEquals(Duration.ofMillis(expected), busy(timeline, workers, from, to));
      assertEquals(
          LongStream.range(from, to).map(at -> running(turns, at, false)).sum(),
          Steps.of(turns).worked(at(from), at(to)));
    }
  }

  private static long running(List<Turn> turns, long moment, boolean isOfOthers) {
    return turns.stream()
        .filter(each -> !isOfOthers || !each.table().equals(QUEUE))
        .filter(each -> each.start() <= moment && each.end() > moment)
        .count();
  }

  private static Duration busy(WorkerTimeline timeline, int workers, long from, long to) {
    return timeline.occupation(workers).busy(at(from), at(to), QUEUE);
  }

  private static Turn turn(long start, long end, String table) {
    return new Turn(start, end, new RelationName("shop", "public", table));
  }

  private static Instant at(long millis) {
    return Instant.ofEpochMilli(millis);
  }
}
