package org.vacuumadvisor.forecast;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.forecast.TableError.Naive;
import org.vacuumadvisor.forecast.cluster.Cluster;

/// A table of 1,000 rows: more than 50 + 0.2 × 1,000 = 250 dead rows bring a vacuum, and so do more
/// than 1,000 + 0.2 × 1,000 = 1,200 inserted ones. All else is left out.
class NaiveTest {
  private static final Duration LENGTH = Duration.ofSeconds(1_000);

  private static List<Instant> vacuums(TableGiven before, TableGiven after) {
    var older = Given.server().with(before).taken(Duration.ofSeconds(1_000), 1).survey();
    var cluster = Cluster.of(List.of(older, Given.server().with(after).survey()), Optional.empty());
    return Naive.vacuums(cluster, cluster.tables().getFirst(), LENGTH);
  }

  private static List<Instant> at(long... seconds) {
    return LongStream.of(seconds).mapToObj(Given.NOW::plusSeconds).toList();
  }

  @Test
  void comesWheneverTheThresholdIsPassed() {
    assertEquals(
        at(250, 500, 750),
        vacuums(
            Given.table("orders").written(0, 0, 0).dead(0),
            Given.table("orders").written(0, 1_000, 0).dead(0)));
  }

  @Test
  void startsWithWhatIsDeadAlready() {
    assertEquals(
        at(50, 300, 550, 800),
        vacuums(
            Given.table("orders").written(0, 0, 0).dead(0),
            Given.table("orders").written(0, 1_000, 0).dead(200)));
  }

  @Test
  void comesForInsertsToo() {
    assertEquals(
        at(300, 600, 900),
        vacuums(
            Given.table("orders").written(0, 0, 0).dead(0),
            Given.table("orders").written(4_000, 0, 0).dead(0)));
  }

  @Test
  void neverComesToWhatNobodyWrites() {
    assertEquals(
        List.of(),
        vacuums(Given.table("orders").written(0, 0, 0), Given.table("orders").written(0, 0, 0)));
  }
}
