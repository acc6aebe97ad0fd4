package org.vacuumadvisor.lab.space;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.space.BtreeEstimate;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;

/// What estimates say a rewrite would give back, against what VACUUM FULL, which rewrites a table
/// and its indexes, does give back.
class SpaceAccuracyTest {
  private static final int ROWS = 60_000;

  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /// Points of the file's size.
  private static final double MEDIAN_ERROR = 5;

  private static final double WORST_ERROR = 15;

  /// What happened to a table since it was filled.
  private enum Fate {
    FRESH("SELECT 1"),
    HALVED("DELETE FROM %1$s WHERE ctid::text ~ '[02468]\\)$'"),
    THINNED("DELETE FROM %1$s WHERE ctid::text !~ '0\\)$'"),
    REWRITTEN("UPDATE %1$s SET %2$s = %2$s");

    private final String statement;

    Fate(String statement) {
      this.statement = statement;
    }
  }

  private record Sample(String what, SpaceEstimate estimate, double truth) {
    boolean isSound() {
      return estimate instanceof Estimated known && known.isSound();
    }

    double error() {
      return estimate instanceof Estimated known ? known.bloat().percent() - truth : Double.NaN;
    }

    @Override
    public String toString() {
      return switch (estimate) {
        case Estimated known ->
            "%-32s %5.1f [%5.1f %5.1f] true %5.1f error %+5.1f %s"
                .formatted(
                    what,
                    known.bloat().percent(),
                    known.leastBloat().percent(),
                    known.mostBloat().percent(),
                    truth,
                    error(),
                    known.doubts());
        case SpaceEstimate.Unknown(var why) -> "%-32s %s, true %5.1f".formatted(what, why, truth);
      };
    }
  }

  /// The newest, and one whose indexes repeat equal keys: the others do as one of these.
  static List<Release> releases() {
    var all = Releases.underTest();
    var repeating = all.stream().filter(each -> !Feature.BTREE_DEDUPLICATION.isIn(each)).limit(1);
    return Stream.concat(repeating, Stream.of(all.getLast())).distinct().toList();
  }

  @ParameterizedTest
  @MethodSource("releases")
  void isCloseToWhatARewriteGivesBack(Release release) throws Exception {
    var samples = new ArrayList<Sample>();
    try (var server =
        PostgresServer.start(ServerSpec.of(release).with(Map.of("autovacuum", "off")))) {
      for (var fate : Fate.values()) {
        samples.addAll(samples(server, fate));
      }
    }

    var errors =
        samples.stream()
            .filter(Sample::isSound)
            .mapToDouble(each -> Math.abs(each.error()))
            .sorted()
            .toArray();
    var all = String.join("\n", samples.stream().map(Sample::toString).toList());
    System.getLogger(getClass().getName()).log(System.Logger.Level.INFO, release + "\n" + all);
    assertTrue(errors.length >= samples.size() / 2, all);
    assertTrue(errors[errors.length / 2] <= MEDIAN_ERROR, all);
    assertTrue(errors[errors.length - 1] <= WORST_ERROR, all);
  }

  private static List<Sample> samples(PostgresServer server, Fate fate) throws Exception {
    for (var shape : TableShape.all()) {
      run(server, shape.statements(ROWS).toArray(String[]::new));
      run(server, "ANALYZE " + shape.name());
      run(server, fate.statement.formatted(shape.name(), shape.firstColumn()));
      run(server, "VACUUM " + shape.name());
      run(server, "ANALYZE " + shape.name());
    }
    var estimates = estimates(survey(server));
    var before = sizes(server);
    run(server, "VACUUM FULL");
    var after = sizes(server);
    for (var shape : TableShape.all()) {
      run(server, "DROP TABLE " + shape.name());
    }
    return estimates.entrySet().stream()
        .map(each -> {
          var name = each.getKey();
          double size = before.getOrDefault(name, 0L);
          double truth = 100 * (size - after.getOrDefault(name, 0L)) / size;
          return new Sample(fate + " " + name, each.getValue(), truth);
        })
        .toList();
  }

  private static Map<String, SpaceEstimate> estimates(Survey survey) {
    var estimates = new LinkedHashMap<String, SpaceEstimate>();
    survey
        .userRelations()
        .forEach(relation -> {
          estimates.put(relation.name().name(), HeapEstimate.of(relation));
          for (var index : relation.indexes()) {
            estimates.put(
                index.name(), BtreeEstimate.of(relation, index, survey.server().release()));
          }
        });
    return estimates;
  }

  private static Map<String, Long> sizes(PostgresServer server) throws SQLException {
    var sizes = new LinkedHashMap<String, Long>();
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT relname, pg_relation_size(oid) FROM pg_class WHERE relnamespace IN"
                    + " ('public'::regnamespace, 'pg_toast'::regnamespace) AND relkind IN ('r',"
                    + " 'i', 't')")) {
      while (rows.next()) {
        sizes.put(rows.getString(1), rows.getLong(2));
      }
    }
    return sizes;
  }

  private static Survey survey(PostgresServer server) throws Exception {
    return server.source().survey(Databases.CURRENT, Progress.NONE);
  }

  /// In a session of its own, which has handed its counters over when this returns.
  private static void run(PostgresServer server, String... statements) throws Exception {
    server.execute(statements);
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (clients(server) > 1) {
      assertTrue(System.nanoTime() < end, "a session does not end");
      Thread.onSpinWait();
    }
  }

  private static long clients(PostgresServer server) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var rows =
            statement.executeQuery(
                "SELECT count(*) FROM pg_stat_activity WHERE backend_type = 'client backend'")) {
      rows.next();
      return rows.getLong(1);
    }
  }
}
