package org.vacuumadvisor.lab.experiment;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.TableError;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.lab.experiment.Study.Studies;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.Run;
import org.vacuumadvisor.lab.workload.Scripts;
import org.vacuumadvisor.lab.workload.Work;
import org.vacuumadvisor.lab.workload.WorkloadRunner;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.saved.SurveyReader;
import org.vacuumadvisor.source.saved.SurveyWriter;

/// A workload at work on a server, written down: two surveys, then every quarter of a second how
/// many rows are dead, then a survey and the sizes at the end. The simulator can be judged by it
/// again and again.
///
/// @param folder what is written into
record ForesightRecording(Path folder) {
  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration SAMPLE = Duration.ofSeconds(40);
  private static final Duration FORESEEN = Duration.ofSeconds(90);
  private static final Duration PAUSE = Duration.ofMillis(250);

  private static final Map<String, String> COMMON =
      Map.of(
          "fsync", "off",
          "synchronous_commit", "off",
          "max_wal_size", "4GB",
          "log_autovacuum_min_duration", "0",
          "autovacuum_naptime", "5s");

  /// What somebody got wrong in the workloads of others is taken back: here it is not about advice.
  private static final String RESET =
      """
      DO $$
      DECLARE r record;
      BEGIN
        FOR r IN SELECT c.oid::regclass AS name, split_part(o, '=', 1) AS parameter
                   FROM pg_class c, unnest(c.reloptions) o
                  WHERE o LIKE 'autovacuum%'
        LOOP
          EXECUTE format('ALTER TABLE %s RESET (%s)', r.name, r.parameter);
        END LOOP;
      END $$\
      """;

  private static final String DEAD =
      """
      SELECT relname, pg_stat_get_dead_tuples(oid) FROM pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace\
      """;

  private static final String SIZES =
      """
      SELECT relkind, relname, pg_relation_size(oid) FROM pg_class
       WHERE relkind IN ('r', 'i') AND relnamespace = 'public'::regnamespace\
      """;

  /// @param name of a workload of the lab, or of a script
  void record(String name, Release release) throws Exception {
    Files.createDirectories(folder);
    var study = Studies.ALL.stream().filter(each -> each.name().equals(name)).findFirst();
    var settings = new HashMap<String, String>();
    study.ifPresentOrElse(
        each -> settings.putAll(each.settings()),
        () -> settings.putAll(Scripts.named(name).settings()));
    settings.putAll(COMMON);
    try (var server = PostgresServer.start(ServerSpec.of(release).with(settings));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      if (study.isPresent()) {
        var workload = study.get().workload();
        WorkloadRunner.load(workload, "public", server::connect, 1);
        server.execute("VACUUM ANALYZE", "CHECKPOINT");
        var length = WARM_UP.plus(SAMPLE).plus(FORESEEN).plusSeconds(10);
        var run = new Run(study.get().clients(), length, 1, Duration.ZERO);
        Future<?> work =
            threads.submit(
                () -> WorkloadRunner.run(workload, "public", server::connect, run, _ -> {}));
        look(server);
        work.get();
      } else {
        var script = Scripts.named(name);
        WorkloadRunner.load(script, "public", server::connect, 1);
        server.execute(RESET, "VACUUM ANALYZE", "CHECKPOINT");
        try (var _ = Work.start(script, server::connect, 1)) {
          look(server);
        }
      }
    }
  }

  private void look(PostgresServer server)
      throws SourceException, IOException, SQLException, InterruptedException {
    Thread.sleep(WARM_UP);
    survey(server, "older");
    Thread.sleep(SAMPLE);
    survey(server, "newer");
    var counts = new ArrayList<String>();
    try (var connection = server.connect()) {
      var end = Instant.now().plus(FORESEEN);
      while (Instant.now().isBefore(end)) {
        count(connection, counts);
        Thread.sleep(PAUSE);
      }
      survey(server, "last");
      Files.write(folder.resolve("counts"), counts);
      Files.write(folder.resolve("sizes"), rows(connection, SIZES));
    }
    Files.copy(server.log(), folder.resolve("log"));
  }

  private void survey(PostgresServer server, String name)
      throws SourceException, IOException, InterruptedException {
    try (var writer = SurveyWriter.to(folder.resolve(name + ".json.gz"))) {
      server.source().read(Databases.CURRENT, writer, Progress.NONE);
      writer.finish();
    }
  }

  private static void count(Connection connection, List<String> counts) throws SQLException {
    var now = Instant.now();
    rows(connection, DEAD).forEach(each -> counts.add(now + "\t" + each));
  }

  private static List<String> rows(Connection connection, String query) throws SQLException {
    var rows = new ArrayList<String>();
    try (var statement = connection.createStatement();
        var row = statement.executeQuery(query)) {
      while (row.next()) {
        var cells = new ArrayList<String>();
        for (int column = 1; column <= row.getMetaData().getColumnCount(); column++) {
          cells.add(row.getString(column));
        }
        rows.add(String.join("\t", cells));
      }
    }
    return rows;
  }

  boolean isComplete() {
    return Files.exists(folder.resolve("log"));
  }

  /// Dead rows of all tables at a moment.
  private record Count(Instant at, Map<String, Double> dead) {}

  private record Size(String relation, double bytes) {}

  /// A figure of a table that the simulator foresaw, and what came.
  record Figure(double foreseen, double seen) {}

  /// What the simulator foresaw of a table, and what came.
  ///
  /// @param written rows a second: what the rest was foreseen from, and what was written in it
  /// @param off from a vacuum to the nearest one foreseen, in the median
  record Table(
      String name,
      Figure written,
      Figure vacuums,
      Duration off,
      Figure peakDead,
      Figure heap,
      Figure indexes) {}

  /// What the simulator foresees from the first two surveys and the log up to there, beside what
  /// came.
  List<Table> tables() throws SourceException, IOException {
    var older = survey("older");
    var newer = survey("newer");
    var runs = VacuumLog.read(folder.resolve("log"), 0).vacuums().toList();
    var historian = new Historian(0);
    runs.stream().filter(each -> endsAfter(each, null, newer.takenAt())).forEach(historian::run);
    var cluster = Cluster.of(List.of(older, newer), Optional.of(historian.history()));
    var later = Cluster.of(List.of(newer, survey("last")), Optional.empty());
    var length = Duration.between(cluster.start(), later.start());
    var counts = counts();
    var sizes = sizes();
    return Forecast.of(cluster, length, 1).likely().tables().stream()
        .filter(each -> each.name().schema().equals("public"))
        .filter(each -> written(cluster, each) + written(later, each) > 0)
        .map(each -> {
          var name = each.name().name();
          var vacuums =
              runs.stream()
                  .filter(run -> name.equals(run.heading().name().table()))
                  .filter(run -> endsAfter(run, cluster.start(), null))
                  .toList();
          var indexes =
              newer
                  .userRelations()
                  .filter(table -> table.key().equals(each.key()))
                  .flatMap(table -> table.indexes().stream())
                  .map(Index::name)
                  .toList();
          return new Table(
              name,
              new Figure(written(cluster, each), written(later, each)),
              new Figure((double) each.figures().vacuums(), vacuums.size()),
              TableError.of(cluster, each, vacuums, length).off(),
              new Figure(each.figures().peakCounted(), peak(counts, name, cluster.start())),
              new Figure(each.figures().heapBytes(), bytes(sizes, List.of(name))),
              new Figure(each.figures().indexBytes(), bytes(sizes, indexes)));
        })
        .toList();
  }

  private Survey survey(String name) throws SourceException {
    return SurveyReader.read(folder.resolve(name + ".json.gz"));
  }

  private static boolean endsAfter(
      org.vacuumadvisor.model.history.Run run, @Nullable Instant from, @Nullable Instant to) {
    return Moments.end(run)
        .filter(end -> from == null || end.isAfter(from))
        .filter(end -> to == null || end.isBefore(to))
        .isPresent();
  }

  private static double written(Cluster cluster, TableTrajectory table) {
    return cluster.table(table.key()).map(each -> each.arrivals().modified()).orElse(0.0);
  }

  private static double peak(List<Count> counts, String table, Instant from) {
    return counts.stream()
        .filter(each -> !each.at().isBefore(from))
        .mapToDouble(each -> each.dead().getOrDefault(table, 0.0))
        .max()
        .orElse(Double.NaN);
  }

  private static double bytes(List<Size> sizes, List<String> relations) {
    return sizes.stream()
        .filter(each -> relations.contains(each.relation()))
        .mapToDouble(Size::bytes)
        .sum();
  }

  private List<Count> counts() throws IOException {
    var counts = new TreeMap<Instant, Map<String, Double>>();
    for (var line : Files.readAllLines(folder.resolve("counts"))) {
      var cells = line.split("\t", -1);
      counts
          .computeIfAbsent(Instant.parse(cells[0]), _ -> new HashMap<>())
          .put(cells[1], Double.valueOf(cells[2]));
    }
    return counts.entrySet().stream()
        .map(each -> new Count(each.getKey(), each.getValue()))
        .toList();
  }

  private List<Size> sizes() throws IOException {
    return Files.readAllLines(folder.resolve("sizes")).stream()
        .map(each -> each.split("\t", -1))
        .map(each -> new Size(each[1], Double.parseDouble(each[2])))
        .toList();
  }

  /// Records them, so many at a time; those that are there already are left. What fails is told and
  /// does not stop the others.
  ///
  /// @param recordings by what they are of: workload and release
  static void recordAll(Map<Wanted, ForesightRecording> recordings, int atOnce)
      throws InterruptedException {
    try (var threads = Executors.newFixedThreadPool(atOnce)) {
      var all = new ArrayList<Future<?>>();
      recordings.forEach((wanted, recording) -> {
        if (!recording.isComplete()) {
          all.add(
              threads.submit(() -> {
                recording.record(wanted.workload(), wanted.release());
                return null;
              }));
        }
      });
      for (var each : all) {
        try {
          each.get();
        } catch (ExecutionException failure) {
          System.err.println("A recording failed: " + failure.getCause());
        }
      }
    }
  }

  /// What a recording is of.
  record Wanted(String workload, Release release) {}
}
