package org.vacuumadvisor.lab.paced;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// One flow at work on its connection. What comes late is made up for, up to a second's worth: a
/// server that was slow for a moment gets the same work in the end.
final class FlowLoop implements Callable<@Nullable Void> {
  private static final long SECOND_NANOS = 1_000_000_000L;

  /// So that the end is noticed soon, however seldom the flow comes.
  private static final long LONGEST_PARK_NANOS = SECOND_NANOS / 10;

  /// `serialization_failure`, `deadlock_detected` and `lock_not_available`: an application tries
  /// again.
  private static final Set<String> TRIED_AGAIN = Set.of("40001", "40P01", "55P03");

  private final Flow flow;
  private final Connection connection;
  private final FlowTally tally;
  private final RandomGenerator random;
  private long turn;

  FlowLoop(Flow flow, Connection connection, FlowTally tally, long seed) {
    this.flow = flow;
    this.connection = connection;
    this.tally = tally;
    this.random = new Random(seed);
  }

  @Override
  public @Nullable Void call() throws SQLException {
    connection.setAutoCommit(flow.statements().size() == 1);
    var prepared = new ArrayList<PreparedStatement>();
    for (var each : flow.statements()) {
      prepared.add(connection.prepareStatement(each.sql()));
    }
    long every = flow.every().toNanos();
    long due = System.nanoTime();
    while (!tally.isOver()) {
      long now = System.nanoTime();
      if (now < due) {
        LockSupport.parkNanos(Math.min(due - now, LONGEST_PARK_NANOS));
      } else {
        run(prepared);
        due = Math.max(due + every, System.nanoTime() - SECOND_NANOS);
      }
    }
    return null;
  }

  private void run(List<PreparedStatement> prepared) throws SQLException {
    long start = System.nanoTime();
    turn++;
    try {
      for (int at = 0; at < prepared.size(); at++) {
        var draws = flow.statements().get(at).draws();
        for (int place = 0; place < draws.size(); place++) {
          prepared.get(at).setLong(place + 1, draws.get(place).next(turn, random));
        }
        prepared.get(at).execute();
      }
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
      tally.finished(System.nanoTime() - start);
    } catch (SQLException failure) {
      if (tally.isOver()) {
        return;
      }
      if (!TRIED_AGAIN.contains(String.valueOf(failure.getSQLState()))) {
        throw new SQLException(
            "%s: %s".formatted(flow.name(), failure.getMessage()), failure.getSQLState(), failure);
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
    }
  }
}
