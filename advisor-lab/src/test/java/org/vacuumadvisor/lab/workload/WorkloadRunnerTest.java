package org.vacuumadvisor.lab.workload;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.postgres.Release;

class WorkloadRunnerTest {
  private static final Run SHORT = new Run(4, Duration.ofSeconds(1), 1, Duration.ZERO);
  private static final Run LONG = new Run(4, Duration.ofMinutes(10), 1, Duration.ZERO);

  @Test
  void closesEveryConnection() throws Exception {
    try (var database = loaded(QueueChurnTest.queue(0))) {
      run(database, SHORT);

      awaitNoSessions(database);
    }
  }

  @Test
  void stopsWhenItIsInterrupted() throws Exception {
    try (var database = loaded(QueueChurnTest.queue(0))) {
      var work = inBackground(database, LONG);
      awaitRows(database);
      work.interrupt();

      assertInstanceOf(InterruptedException.class, work.failure());
      awaitNoSessions(database);
    }
  }

  /// A session that waits for a lock does not see that its client is gone.
  @Test
  void stopsClientsThatWaitForALock() throws Exception {
    try (var database = loaded(QueueChurnTest.queue(0));
        var holder = database.open();
        var statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("LOCK TABLE q.bencher IN ACCESS EXCLUSIVE MODE");
      var work = inBackground(database, LONG);
      awaitWaiting(database, LONG.clients());
      work.interrupt();

      assertInstanceOf(InterruptedException.class, work.failure());
      awaitWaiting(database, 0);
      OwnDatabase.await("sessions", database::sessions, count -> count == 1);
    }
  }

  @Test
  void endsInTimeThoughAClientIsStuck() throws Exception {
    try (var database = loaded(QueueChurnTest.queue(0));
        var holder = database.open();
        var statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("LOCK TABLE q.bencher IN ACCESS EXCLUSIVE MODE");
      var outcome = run(database, new Run(2, Duration.ofMillis(100), 1, Duration.ZERO));

      assertEquals(0, outcome.transactions());
      assertEquals(0, outcome.stddevMs());
      awaitWaiting(database, 0);
    }
  }

  @Test
  void doesNoMoreThanPausesLeaveTimeFor() throws Exception {
    try (var database = loaded(QueueChurnTest.queue(0))) {
      var run = new Run(2, Duration.ofMillis(500), 1, Duration.ofMillis(100));

      long done = run(database, run).transactions();

      assertTrue(done > 0 && done <= 2 * 5, () -> done + " transactions");
    }
  }

  @Test
  void triesAgainAfterASerializationFailure() throws Exception {
    int rows = 20;
    try (var database = loaded(QueueChurnTest.queue(rows))) {
      ConnectionSource strict =
          () -> {
            var connection = database.open();
            connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
            return connection;
          };
      var outcome = WorkloadRunner.run(QueueChurnTest.queue(rows), "q", strict, SHORT, _ -> {});

      assertTrue(outcome.failures() > 0);
      assertTrue(outcome.transactions() > 0);
      assertEquals(rows, database.number("SELECT count(*) FROM q.bencher"));
    }
  }

  @Test
  void saysWhyItEndsEarly() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      var failure = assertThrows(WorkloadException.class, () -> run(database, SHORT));

      assertEquals(
          "queue-churn with 4 clients in schema q ended early: iteration failed: "
              + "ERROR: relation \"bencher\" does not exist",
          failure.getMessage().lines().findFirst().orElseThrow());
      awaitNoSessions(database);
    }
  }

  @Test
  void closesWhatItHasOpenedIfAClientCannotConnect() throws Exception {
    try (var database = loaded(QueueChurnTest.queue(0))) {
      var opened = new ArrayList<Connection>();
      ConnectionSource full =
          () -> {
            if (opened.size() == 2) {
              throw new SQLException("sorry, too many clients already", "53300");
            }
            opened.add(database.open());
            return opened.getLast();
          };
      var failure =
          assertThrows(
              WorkloadException.class,
              () -> WorkloadRunner.run(QueueChurnTest.queue(0), "q", full, SHORT, _ -> {}));

      assertTrue(failure.getMessage().contains("too many clients"), failure.getMessage());
      for (var connection : opened) {
        assertTrue(connection.isClosed());
      }
    }
  }

  @Test
  void takesAnyNameForASchema() throws Exception {
    var name = "we\"ird'; DROP SCHEMA public; --\n\\ ü";
    try (var database = OwnDatabase.on(Release.V18)) {
      WorkloadRunner.load(QueueChurnTest.queue(3), name, database::open, 1);
      WorkloadRunner.run(
          QueueChurnTest.queue(3),
          name,
          database::open,
          new Run(1, Duration.ofMillis(50), 1, Duration.ZERO),
          _ -> {});

      assertEquals(3, database.number(name, "SELECT count(*) FROM bencher"));
      assertEquals(
          1, database.number("SELECT count(*) FROM pg_namespace WHERE nspname = 'public'"));
    }
  }

  @Test
  void doesNotLoadTwice() throws Exception {
    try (var database = loaded(QueueChurnTest.queue(0))) {
      var failure =
          assertThrows(
              WorkloadException.class,
              () -> WorkloadRunner.load(QueueChurnTest.queue(0), "q", database::open, 1));

      assertEquals(
          "queue-churn could not be loaded into schema q: "
              + "ERROR: relation \"bencher\" already exists",
          failure.getMessage());
    }
  }

  @Test
  void endsALoadThatIsInterrupted() throws Exception {
    try (var database = OwnDatabase.on(Release.V18)) {
      var work =
          Background.of(() -> {
            WorkloadRunner.load(QueueChurnTest.queue(1_000_000_000), "q", database::open, 1);
            throw new AssertionError("a load of 40 GB has ended");
          });
      OwnDatabase.await("sessions", database::sessions, count -> count == 1);
      work.interrupt();

      assertInstanceOf(InterruptedException.class, work.failure());
      awaitNoSessions(database);
    }
  }

  @Test
  void tellsHowFarItIs() throws Exception {
    try (var database = loaded(QueueChurnTest.queue(0))) {
      var told = new ArrayList<Progress>();
      var run = new Run(1, Duration.ofMillis(1500), 1, Duration.ZERO);
      var outcome =
          WorkloadRunner.run(QueueChurnTest.queue(0), "q", database::open, run, told::add);
      var last = told.getLast();

      assertEquals(run.duration(), last.of());
      assertTrue(last.transactions() > 0);
      assertTrue(last.transactions() <= outcome.transactions());
      assertFalse(last.elapsed().compareTo(outcome.elapsed()) > 0);
    }
  }

  private static OwnDatabase loaded(Script workload) throws Exception {
    var database = OwnDatabase.on(Release.V18);
    WorkloadRunner.load(workload, "q", database::open, 1);
    return database;
  }

  private static Outcome run(OwnDatabase database, Run run)
      throws WorkloadException, InterruptedException {
    return WorkloadRunner.run(QueueChurnTest.queue(0), "q", database::open, run, _ -> {});
  }

  private static Background inBackground(OwnDatabase database, Run run) {
    return Background.of(() -> run(database, run));
  }

  private static void awaitRows(OwnDatabase database) throws Exception {
    OwnDatabase.await(
        "the sequence",
        () -> database.number("SELECT last_value FROM q.bencher_record_id_seq"),
        value -> value > 100);
  }

  private static void awaitWaiting(OwnDatabase database, int clients) throws Exception {
    OwnDatabase.await(
        "waiting clients",
        () ->
            database.number(
                """
                SELECT count(*) FROM pg_locks
                 WHERE NOT granted
                   AND database
                     = (SELECT oid FROM pg_database WHERE datname = current_database())\
                """),
        count -> count == clients);
  }

  private static void awaitNoSessions(OwnDatabase database) throws Exception {
    OwnDatabase.await("sessions", database::sessions, count -> count == 0);
  }

  /// Something that is at work in a thread of its own until it is interrupted.
  private record Background(Thread thread, FutureTask<Outcome> task) {
    static Background of(Callable<Outcome> work) {
      var task = new FutureTask<>(work);
      return new Background(Thread.ofPlatform().start(task), task);
    }

    void interrupt() {
      thread.interrupt();
    }

    Throwable failure() {
      return requireNonNull(assertThrows(ExecutionException.class, task::get).getCause());
    }
  }
}
