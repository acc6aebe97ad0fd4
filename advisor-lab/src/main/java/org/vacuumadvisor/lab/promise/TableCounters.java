package org.vacuumadvisor.lab.promise;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import org.vacuumadvisor.diagnosis.Effect;

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
  private final Map<String, Table> tables = new HashMap<>();
  private double deadRows;
  private long looks;
  private volatile boolean over;

  /// What was seen of a table.
  private static final class Table {
    private final boolean isOfApplication;
    private final long vacuumsBefore;
    private final long analyzesBefore;
    private final Level level = new Level();
    private long vacuums;
    private long analyzes;
    private long dead;
    private long inserted;
    private long changed;
    private long passes;
    private int vacuuming;
    private int asleep;

    private Table(ResultSet row) throws SQLException {
      vacuumsBefore = row.getLong(5);
      analyzesBefore = row.getLong(6);
      isOfApplication = row.getBoolean(7);
    }

    private void count(ResultSet row) throws SQLException {
      level.add(row.getLong(2));
      dead = Math.max(dead, row.getLong(2));
      inserted = Math.max(inserted, row.getLong(3));
      changed = Math.max(changed, row.getLong(4));
      vacuums = row.getLong(5) - vacuumsBefore;
      analyzes = row.getLong(6) - analyzesBefore;
    }

    private void vacuum(ResultSet row) throws SQLException {
      passes = Math.max(passes, row.getLong(2));
      vacuuming++;
      asleep += row.getBoolean(3) ? 1 : 0;
    }

    /// What a promise is about; empty where it was not seen, or cannot be seen from outside.
    private OptionalDouble seen(Effect.Simulated expected) {
      return switch (expected.figure()) {
        case DEAD_ROWS -> OptionalDouble.of((double) dead);
        case INSERTED_ROWS -> OptionalDouble.of((double) inserted);
        case CHANGED_ROWS -> OptionalDouble.of((double) changed);
        case INDEX_PASSES ->
            vacuuming == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) passes);
        case ASLEEP ->
            vacuuming < LEAST_LOOKS
                ? OptionalDouble.empty()
                : OptionalDouble.of((double) asleep / vacuuming);
        case WAIT, MOVED_UPDATES -> OptionalDouble.empty();
      };
    }

    /// Whether the figure was seen to grow until autovacuum came, or dead rows to grow no further
    /// because queries prune as many as die: before that, the highest value is not yet the most.
    private boolean isWhole(Effect.Simulated expected) {
      return switch (expected.figure()) {
        case DEAD_ROWS -> vacuums > 0 || level.isSteady();
        case INSERTED_ROWS -> vacuums > 0;
        case CHANGED_ROWS -> analyzes > 0;
        case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> true;
      };
    }
  }

  /// @param connection closed at the end
  TableCounters(Connection connection) {
    this.connection = connection;
    this.thread = Thread.ofPlatform().daemon().name("counters").start(this::watch);
  }

  /// Forgets what was seen until now.
  synchronized void restart() {
    tables.clear();
    deadRows = 0;
    looks = 0;
  }

  /// Dead rows of all tables of the application together, on average of the looks; empty without
  /// any.
  synchronized OptionalDouble deadRows() {
    return looks == 0 ? OptionalDouble.empty() : OptionalDouble.of(deadRows / looks);
  }

  /// How often autovacuum vacuumed tables of the application.
  synchronized long vacuums() {
    return tables.values().stream()
        .filter(each -> each.isOfApplication)
        .mapToLong(each -> each.vacuums)
        .sum();
  }

  /// What was seen since of what a recommendation promised; empty where nothing was.
  synchronized OptionalDouble seen(Effect.Simulated expected) {
    var table = tables.get(expected.table());
    return table == null ? OptionalDouble.empty() : table.seen(expected);
  }

  /// Whether autovacuum came meanwhile, or was not needed, so that what was seen is the most there
  /// is.
  synchronized boolean isWhole(Effect.Simulated expected) {
    var table = tables.get(expected.table());
    return table != null && table.isWhole(expected);
  }

  private void watch() {
    try (var statement = connection.createStatement()) {
      while (!over) {
        try (var rows = statement.executeQuery(COUNTERS)) {
          count(rows);
        }
        try (var rows = statement.executeQuery(VACUUMS)) {
          vacuum(rows);
        }
        Thread.sleep(PAUSE);
      }
    } catch (SQLException | InterruptedException _) {
      // The trial has ended.
      return;
    }
  }

  private synchronized void count(ResultSet rows) throws SQLException {
    while (rows.next()) {
      var name = rows.getString(1);
      var table = tables.get(name);
      if (table == null) {
        table = new Table(rows);
        tables.put(name, table);
      }
      table.count(rows);
      deadRows += table.isOfApplication ? (double) rows.getLong(2) : 0;
    }
    looks++;
  }

  private synchronized void vacuum(ResultSet rows) throws SQLException {
    while (rows.next()) {
      var table = tables.get(rows.getString(1));
      if (table != null) {
        table.vacuum(rows);
      }
    }
  }

  @Override
  public void close() throws SQLException {
    over = true;
    thread.interrupt();
    connection.close();
  }
}
