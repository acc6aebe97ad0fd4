package org.vacuumadvisor.fleet.series;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.ArchiveRow;
import org.vacuumadvisor.forecast.cluster.Slowdown;
import org.vacuumadvisor.forecast.cluster.Slowdown.Stretch;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;

/// Tells from each look of the last day of which tables the clients write less while many rows are
/// dead.
public final class ArchivedSlowdowns {
  private static final Duration BACK = Duration.ofDays(1);

  private ArchivedSlowdowns() {}

  /// What the archive tells of a server.
  ///
  /// @param now a survey of it
  public static Map<RelationKey, Slowdown> of(Archive archive, String cluster, Survey now)
      throws SourceException {
    var names = new TableNames(now);
    var found = new HashMap<RelationKey, Slowdown>();
    for (var row :
        archive.query(
            """
            WITH looks AS (
                SELECT database, relation_oid, time, n_dead_tup AS dead,
                       n_tup_ins + n_tup_upd + n_tup_del AS written,
                       vacuum_count + autovacuum_count AS vacuums
                  FROM tables WHERE cluster = ? AND time > ? AND time <= ?),
            steps AS (
                SELECT database, relation_oid,
                       epoch(time) - epoch(lag(time) OVER w) AS seconds,
                       written - lag(written) OVER w AS rows_written,
                       (dead + lag(dead) OVER w) / 2 AS mean_dead,
                       vacuums - lag(vacuums) OVER w AS came
                  FROM looks WINDOW w AS (PARTITION BY database, relation_oid ORDER BY time)),
            apart AS (
                SELECT database, relation_oid, seconds / rows_written AS seconds_a_row, mean_dead, came
                  FROM steps WHERE rows_written >= ? AND seconds BETWEEN 1 AND ? AND came >= 0)
            SELECT database, relation_oid,
                   regr_slope(seconds_a_row, mean_dead) FILTER (came = 0) AS slope,
                   regr_intercept(seconds_a_row, mean_dead) FILTER (came = 0) AS without_dead,
                   regr_r2(seconds_a_row, mean_dead) FILTER (came = 0) AS explained,
                   count(*) FILTER (came = 0) AS stretches,
                   sum(came)::BIGINT AS vacuums,
                   min(mean_dead) FILTER (came = 0) AS fewest,
                   max(mean_dead) FILTER (came = 0) AS most
              FROM apart GROUP BY ALL HAVING slope > 0\
            """,
            List.of(
                cluster,
                now.takenAt().minus(BACK),
                now.takenAt(),
                Stretch.FEWEST_ROWS,
                Stretch.LONGEST.toSeconds()))) {
      names
          .of(row)
          .ifPresent(
              table -> Slowdown.of(line(row)).ifPresent(each -> found.put(table.key(), each)));
    }
    return found;
  }

  private static Slowdown.Line line(ArchiveRow row) {
    return new Slowdown.Line(
        row.real("slope").orElse(0),
        row.real("without_dead").orElse(0),
        row.real("explained").orElse(0),
        (int) row.count("stretches").orElse(0),
        row.count("vacuums").orElse(0),
        row.real("fewest").orElse(0),
        row.real("most").orElse(0));
  }
}
