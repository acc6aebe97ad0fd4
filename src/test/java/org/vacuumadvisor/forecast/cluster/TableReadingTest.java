package org.vacuumadvisor.forecast.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.postgres.Release;

/// How wide the rows of a table are that is too small for its columns to be read: 11,000 rows of an
/// int, another one and the pointer of a TOAST value, of which a third was updated, are 108 pages
/// on servers of 13 to 18. A row takes 24 bytes of header, 26 of values, 6 to align it and 4 for
/// its line pointer.
class TableReadingTest {
  private static final double ROW = 24 + 26 + 6 + 4;

  @Test
  void takesPagesForFullOfWhatIsInThem() {
    assertEquals(ROW, rowBytes(table(0).autovacuums(0), table(3_000).autovacuums(0)), 1);
  }

  /// Autovacuum has come when 90 % of the rows were dead, and these lay in as many pages.
  @Test
  void countsWhatWasDeadWhenAutovacuumCame() {
    assertEquals(42, rowBytes(table(0).autovacuums(1), table(3_000).autovacuums(1)), 1);
  }

  private static TableGiven table(long updated) {
    return Given.table("profile")
        .pages(108)
        .rows(11_000)
        .live(11_000)
        .dead(3_667)
        .written(11_000, 3_667 + updated, 0)
        .with("autovacuum_vacuum_scale_factor", "0.9");
  }

  private static double rowBytes(TableGiven before, TableGiven after) {
    var cluster =
        Cluster.between(
            Given.server(Release.V18).with(before).taken(Duration.ofSeconds(30), 1_000).survey(),
            Given.server(Release.V18).with(after).taken(Duration.ZERO, 2_000).survey(),
            Optional.empty());
    return cluster.tables().getFirst().heap().rowBytes();
  }
}
