package org.vacuumadvisor.forecast.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.Setting;

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

  /// On 19rc1, with 2.4 scans a second and a checkpoint every 30 s, vacuums of a growing table read
  /// 17 to 55 of 640 to 890 new pages: 92 to 98 % were marked already. On 18 queries mark none.
  @Test
  void takesNewPagesForMarkedThatQueriesRead() {
    assertEquals(0.98, marked(Release.V19, 72), 0.01);
    assertEquals(0, marked(Release.V19, 0));
    assertEquals(0, marked(Release.V18, 72));
  }

  private static double marked(Release release, long scans) {
    var before = Given.table("ev").pages(2_000).rows(100_000).written(100_000, 0, 0);
    var after =
        Given.table("ev")
            .pages(2_500)
            .rows(130_000)
            .activity(Grouped.activity(130_000, 0, 0, 0, scans, 0, 0, 0));
    return Cluster.of(
            List.of(
                server(release).with(before).taken(Duration.ofSeconds(30), 1_000).survey(),
                server(release).with(after).taken(Duration.ZERO, 2_000).survey()),
            Optional.empty())
        .tables()
        .getFirst()
        .heap()
        .chains()
        .marked();
  }

  private static Given server(Release release) {
    return Given.server(release).with(Setting.CHECKPOINT_TIMEOUT, "30");
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
        Cluster.of(
            List.of(
                Given.server(Release.V18)
                    .with(before)
                    .taken(Duration.ofSeconds(30), 1_000)
                    .survey(),
                Given.server(Release.V18).with(after).taken(Duration.ZERO, 2_000).survey()),
            Optional.empty());
    return cluster.tables().getFirst().heap().rowBytes();
  }
}
