package org.vacuumadvisor.lab.experiment;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.vacuumadvisor.lab.workload.Progress;

/// Looks at a server once a second while clients work on it, by a connection of its own. A look
/// that takes longer than half a second is given up and counted.
final class Sampler implements Consumer<Progress>, AutoCloseable {
  private static final Duration LAST_SECOND = Duration.ofMillis(1500);
  private static final Pattern HEAP_FETCHES = Pattern.compile("Heap Fetches: (\\d+)");

  private static final String SIZES =
      """
      SELECT coalesce(sum(pg_catalog.pg_stat_get_dead_tuples(oid)), 0)::bigint,
             coalesce(sum(pg_catalog.pg_table_size(oid)), 0)::bigint,
             coalesce(sum(pg_catalog.pg_indexes_size(oid)), 0)::bigint,
             (SELECT extract(epoch FROM checkpoint_time)::bigint
                FROM pg_catalog.pg_control_checkpoint())
        FROM pg_catalog.pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::pg_catalog.regnamespace\
      """;

  private final Connection connection;
  private final Optional<String> indexOnlyScan;
  private final List<Sample> samples = new ArrayList<>();
  private final TreeSet<Long> checkpoints = new TreeSet<>();
  private int missed;

  Sampler(Connection connection, Optional<String> indexOnlyScan) throws SQLException {
    this.connection = connection;
    this.indexOnlyScan = indexOnlyScan;
    try (var statement = connection.createStatement()) {
      statement.execute("SET statement_timeout = '500ms'");
      statement.execute("SET enable_seqscan = off");
      statement.execute("SET enable_bitmapscan = off");
      statement.execute("SET max_parallel_workers_per_gather = 0");
    }
  }

  @Override
  public void accept(Progress progress) {
    if (progress.elapsed().plus(LAST_SECOND).compareTo(progress.of()) < 0) {
      try {
        look(progress);
      } catch (SQLException _) {
        missed++;
      }
    }
  }

  private void look(Progress running) throws SQLException {
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(SIZES)) {
      row.next();
      checkpoints.add(row.getLong(4));
      samples.add(
          new Sample(
              (double) running.elapsed().toMillis() / 1e3,
              running.tps(),
              running.meanMs(),
              running.p99Ms(),
              row.getLong(1),
              row.getLong(2),
              row.getLong(3),
              heapFetches()));
    }
  }

  private OptionalLong heapFetches() throws SQLException {
    if (indexOnlyScan.isEmpty()) {
      return OptionalLong.empty();
    }
    try (var statement = connection.createStatement();
        var plan = statement.executeQuery("EXPLAIN (ANALYZE, BUFFERS) " + indexOnlyScan.get())) {
      return heapFetches(plan);
    }
  }

  private static OptionalLong heapFetches(ResultSet plan) throws SQLException {
    while (plan.next()) {
      var line = HEAP_FETCHES.matcher(plan.getString(1));
      if (line.find()) {
        return OptionalLong.of(Long.parseLong(line.group(1)));
      }
    }
    return OptionalLong.empty();
  }

  List<Sample> samples() {
    return samples;
  }

  /// When checkpoints began, in seconds since 1970; the first of them before the work.
  NavigableSet<Long> checkpoints() {
    return checkpoints;
  }

  int missed() {
    return missed;
  }

  @Override
  public void close() throws SQLException {
    connection.close();
  }
}
