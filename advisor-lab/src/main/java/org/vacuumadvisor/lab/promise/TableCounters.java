package org.vacuumadvisor.lab.promise;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.lab.experiment.Expectation;

/// Reads the counters of all tables of a database several times a second, by a connection and a
/// thread of its own, and keeps the highest values.
final class TableCounters implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(250);

  /// A share of a handful of looks says nothing.
  private static final int LEAST_LOOKS = 8;

  private static final String COUNTERS =
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname),
             pg_catalog.pg_stat_get_dead_tuples(c.oid),
             pg_catalog.pg_stat_get_ins_since_vacuum(c.oid),
             pg_catalog.pg_stat_get_mod_since_analyze(c.oid),
             pg_catalog.pg_stat_get_autovacuum_count(c.oid),
             pg_catalog.pg_stat_get_autoanalyze_count(c.oid),
             n.nspname = 'public'
        FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE c.relkind IN ('r', 't', 'm')
         AND n.nspname IN ('public', 'pg_catalog', 'pg_toast')\
      """;

  private static final String VACUUMS =
      """
      SELECT pg_catalog.format('%I.%I', n.nspname, c.relname),
             p.index_vacuum_count + CASE p.phase WHEN 'vacuuming indexes' THEN 1 ELSE 0 END,
             a.wait_event IS NOT DISTINCT FROM 'VacuumDelay'
        FROM pg_catalog.pg_stat_progress_vacuum p
        JOIN pg_catalog.pg_stat_activity a ON a.pid = p.pid
        JOIN pg_catalog.pg_class c ON c.oid = p.relid
        JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
       WHERE p.datname = pg_catalog.current_database()\
      """;

  private final Connection connection;
  private final Thread thread;
  private final Map<String, Peak> peaks = new HashMap<>();
  private double deadRows;
  private long looks;
  private volatile boolean over;

  /// The highest figures of a table; `NaN` for what was not seen.
  private record Peaks(
      double deadRows, double insertedRows, double changedRows, double indexPasses, double asleep) {
    static final Peaks NONE = new Peaks(Double.NaN, Double.NaN, Double.NaN, Double.NaN, Double.NaN);

    /// What a promise is about; `NaN` where it cannot be seen from outside, too.
    double of(Effect.Figure figure) {
      return switch (figure) {
        case DEAD_ROWS -> deadRows;
        case INSERTED_ROWS -> insertedRows;
        case CHANGED_ROWS -> changedRows;
        case INDEX_PASSES -> indexPasses;
        case ASLEEP -> asleep;
        case WAIT, MOVED_UPDATES -> Double.NaN;
      };
    }
  }

  /// How often autovacuum has been at a table.
  private record Visits(long vacuums, long analyzes) {}

  private static final class Peak {
    private final Visits before;
    private Visits now;
    private long dead;
    private long inserted;
    private long changed;
    private long passes;
    private final boolean isOfApplication;
    private final Level level = new Level();
    private int vacuuming;
    private int asleep;

    private Peak(Visits before, boolean isOfApplication) {
      this.before = before;
      this.isOfApplication = isOfApplication;
      this.now = before;
    }

    /// Whether the figure was seen to grow until autovacuum came, or dead rows to grow no further
    /// because queries prune as many as die: before that, the highest value is not yet the most.
    private boolean isWhole(Effect.Figure figure) {
      return switch (figure) {
        case DEAD_ROWS -> now.vacuums() > before.vacuums() || level.isSteady();
        case INSERTED_ROWS -> now.vacuums() > before.vacuums();
        case CHANGED_ROWS -> now.analyzes() > before.analyzes();
        case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> true;
      };
    }

    private Peaks told() {
      return new Peaks(
          (double) dead,
          (double) inserted,
          (double) changed,
          vacuuming == 0 ? Double.NaN : (double) passes,
          vacuuming < LEAST_LOOKS ? Double.NaN : (double) asleep / vacuuming);
    }
  }

  /// @param connection closed at the end
  TableCounters(Connection connection) {
    this.connection = connection;
    this.thread = Thread.ofPlatform().daemon().name("counters").start(this::watch);
  }

  /// Forgets what was seen until now.
  synchronized void restart() {
    peaks.clear();
    deadRows = 0;
    looks = 0;
  }

  /// Dead rows of all tables of the application together, on average of the looks; `NaN` without
  /// any.
  synchronized double deadRows() {
    return deadRows / looks;
  }

  /// How often autovacuum vacuumed tables of the application.
  synchronized long vacuums() {
    return peaks.values().stream()
        .filter(each -> each.isOfApplication)
        .mapToLong(each -> each.now.vacuums() - each.before.vacuums())
        .sum();
  }

  /// What was seen since of what a recommendation promised; `NaN` where nothing was.
  synchronized double seen(Expectation expected) {
    var peak = peaks.get(expected.table());
    return (peak == null ? Peaks.NONE : peak.told()).of(expected.figure());
  }

  /// Whether autovacuum came meanwhile, or was not needed, so that what was seen is the most there
  /// is.
  synchronized boolean isWhole(Expectation expected) {
    var peak = peaks.get(expected.table());
    return peak != null && peak.isWhole(expected.figure());
  }

  private void watch() {
    try (var statement = connection.createStatement()) {
      while (!over) {
        try (var row = statement.executeQuery(COUNTERS)) {
          while (row.next()) {
            count(
                row.getString(1),
                row.getLong(2),
                row.getLong(3),
                row.getLong(4),
                new Visits(row.getLong(5), row.getLong(6)),
                row.getBoolean(7));
          }
        }
        countLook();
        try (var row = statement.executeQuery(VACUUMS)) {
          while (row.next()) {
            vacuum(row.getString(1), row.getLong(2), row.getBoolean(3));
          }
        }
        Thread.sleep(PAUSE);
      }
    } catch (SQLException | InterruptedException _) {
      // The trial has ended.
      return;
    }
  }

  private synchronized void count(
      String table,
      long dead,
      long inserted,
      long changed,
      Visits visits,
      boolean isOfApplication) {
    var peak = peaks.computeIfAbsent(table, _ -> new Peak(visits, isOfApplication));
    peak.now = visits;
    peak.dead = Math.max(peak.dead, dead);
    peak.level.add(dead);
    peak.inserted = Math.max(peak.inserted, inserted);
    peak.changed = Math.max(peak.changed, changed);
    deadRows += isOfApplication ? dead : 0;
  }

  private synchronized void countLook() {
    looks++;
  }

  private synchronized void vacuum(String table, long passes, boolean isAsleep) {
    var peak = peaks.get(table);
    if (peak == null) {
      return;
    }
    peak.passes = Math.max(peak.passes, passes);
    peak.vacuuming++;
    peak.asleep += isAsleep ? 1 : 0;
  }

  @Override
  public void close() throws SQLException {
    over = true;
    thread.interrupt();
    connection.close();
  }
}
