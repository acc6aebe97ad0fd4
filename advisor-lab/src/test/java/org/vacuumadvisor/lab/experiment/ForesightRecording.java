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
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.vacuumadvisor.lab.paced.Scripts;
import org.vacuumadvisor.lab.paced.Work;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.workload.run.Run;
import org.vacuumadvisor.lab.workload.run.WorkloadRunner;
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
    var study = Studies.all().stream().filter(each -> each.name().equals(name)).findFirst();
    var settings = new HashMap<String, String>();
    study.ifPresentOrElse(
        each -> settings.putAll(each.common()),
        () -> settings.putAll(Scripts.named(name).settings()));
    settings.putAll(COMMON);
    try (var server = PostgresServer.start(ServerSpec.of(release).with(settings));
        var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      if (study.isPresent()) {
        var workload = study.get().workload();
        WorkloadRunner.load(workload, "public", server::connect, 1, _ -> {});
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
        Work.load(script, server::connect);
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

  /// What the simulator foresees from the first two surveys, beside what came.
  Foresight foresight() throws SourceException, IOException {
    var seen =
        new EarlyLooks.Seen(
            SurveyReader.read(folder.resolve("older.json.gz")),
            SurveyReader.read(folder.resolve("newer.json.gz")),
            SurveyReader.read(folder.resolve("last.json.gz")),
            counts());
    return Foresight.of(
        seen, VacuumLog.read(folder.resolve("log"), 0).vacuums().toList(), sizes("r"), sizes("i"));
  }

  private List<EarlyLooks.Count> counts() throws IOException {
    var counts = new TreeMap<Instant, Map<String, Long>>();
    for (var line : Files.readAllLines(folder.resolve("counts"))) {
      var cells = line.split("\t", -1);
      counts
          .computeIfAbsent(Instant.parse(cells[0]), _ -> new HashMap<>())
          .put(cells[1], Long.valueOf(cells[2]));
    }
    return counts.entrySet().stream()
        .map(each -> new EarlyLooks.Count(each.getKey(), each.getValue()))
        .toList();
  }

  private List<RelationSize> sizes(String kind) throws IOException {
    return Files.readAllLines(folder.resolve("sizes")).stream()
        .map(each -> each.split("\t", -1))
        .filter(each -> each[0].equals(kind))
        .map(each -> new RelationSize(each[1], Long.parseLong(each[2]), OptionalLong.empty()))
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
