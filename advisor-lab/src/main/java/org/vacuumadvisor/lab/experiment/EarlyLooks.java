package org.vacuumadvisor.lab.experiment;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.ServerSource;

/// Surveys a trial twice in its first third, as the advisor would, and counts the dead rows of its
/// tables to the end, by threads and connections of its own.
final class EarlyLooks implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofMillis(500);

  /// The first survey comes after a twelfth of the trial, the second after a third.
  private static final int FIRST = 12;

  private static final int SECOND = 3;

  private static final String DEAD =
      """
      SELECT relname, pg_catalog.pg_stat_get_dead_tuples(oid)
        FROM pg_catalog.pg_class
       WHERE relkind = 'r' AND relnamespace = 'public'::pg_catalog.regnamespace\
      """;

  private final ServerSource source;
  private final Connection connection;
  private final ExecutorService executor =
      Executors.newFixedThreadPool(2, Thread.ofPlatform().daemon().factory());
  private final CountDownLatch ended = new CountDownLatch(1);
  private final Future<List<Survey>> surveys;
  private final Future<List<Count>> counts;

  /// `n_dead_tup` of each table at a moment.
  record Count(Instant at, Map<String, Long> dead) {}

  /// What was seen.
  ///
  /// @param older in the first third, as `newer`
  /// @param last when the work had ended
  record Seen(Survey older, Survey newer, Survey last, List<Count> counts) {}

  /// @param connection for counting; closed at the end
  EarlyLooks(ServerSource source, Connection connection, Duration trial) {
    this.source = source;
    this.connection = connection;
    surveys =
        executor.submit(() -> {
          pause(trial.dividedBy(FIRST));
          var older = survey();
          pause(trial.dividedBy(SECOND).minus(trial.dividedBy(FIRST)));
          return List.of(older, survey());
        });
    counts = executor.submit(this::count);
  }

  private void pause(Duration length) throws InterruptedException {
    var _ = ended.await(length.toMillis(), TimeUnit.MILLISECONDS);
  }

  private Survey survey() throws SourceException, InterruptedException {
    return source.survey(Databases.CURRENT, (_, _, _) -> {});
  }

  private List<Count> count() throws SQLException, InterruptedException {
    var counts = new ArrayList<Count>();
    while (ended.getCount() > 0) {
      var dead = new HashMap<String, Long>();
      try (var statement = connection.createStatement();
          var row = statement.executeQuery(DEAD)) {
        while (row.next()) {
          dead.put(row.getString(1), row.getLong(2));
        }
      }
      counts.add(new Count(Instant.now(), dead));
      pause(PAUSE);
    }
    return counts;
  }

  /// The work has ended: the last survey.
  Seen end() throws SourceException, InterruptedException {
    var last = survey();
    ended.countDown();
    try {
      var first = surveys.get();
      return new Seen(first.getFirst(), first.getLast(), last, counts.get());
    } catch (ExecutionException failure) {
      if (failure.getCause() instanceof SourceException explained) {
        throw explained;
      }
      throw new SourceException(
          "The tables could not be looked at: " + failure.getCause(), failure);
    }
  }

  @Override
  public void close() throws SQLException {
    ended.countDown();
    executor.shutdown();
    connection.close();
  }
}
