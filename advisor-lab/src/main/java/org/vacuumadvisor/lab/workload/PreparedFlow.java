package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/// A flow on its connection.
final class PreparedFlow {
  /// `serialization_failure`, `deadlock_detected` and `lock_not_available`: an application tries
  /// again.
  private static final Set<String> TRIED_AGAIN = Set.of("40001", "40P01", "55P03");

  private final Flow flow;
  private final Connection connection;
  private final int client;
  private final List<PreparedStatement> prepared = new ArrayList<>();
  private long turn;

  private PreparedFlow(Flow flow, Connection connection, int client) throws SQLException {
    this.flow = flow;
    this.connection = connection;
    this.client = client;
    for (var each : flow.statements()) {
      prepared.add(connection.prepareStatement(each.sql()));
    }
  }

  /// Prepares flows on a connection, which it sets to the commit mode they need.
  ///
  /// @param client its number, from 0
  static List<PreparedFlow> of(List<Flow> flows, Connection connection, int client)
      throws SQLException {
    connection.setAutoCommit(flows.stream().allMatch(each -> each.statements().size() == 1));
    var prepared = new ArrayList<PreparedFlow>();
    for (var each : flows) {
      prepared.add(new PreparedFlow(each, connection, client));
    }
    return prepared;
  }

  double rate() {
    return flow.rate();
  }

  /// Does one transaction.
  ///
  /// @return whether it is committed; else it was rolled back and is to be tried again
  /// @throws SQLException with the name of the flow in its message
  boolean run(RandomGenerator random) throws SQLException {
    turn++;
    try {
      for (int at = 0; at < prepared.size(); at++) {
        var draws = flow.statements().get(at).draws();
        for (int place = 0; place < draws.size(); place++) {
          prepared.get(at).setLong(place + 1, draws.get(place).next(turn, client, random));
        }
        prepared.get(at).execute();
      }
      if (!connection.getAutoCommit()) {
        connection.commit();
      }
      return true;
    } catch (SQLException failure) {
      if (!TRIED_AGAIN.contains(String.valueOf(failure.getSQLState()))) {
        throw new SQLException(
            "%s failed: %s".formatted(flow.name(), failure.getMessage()),
            failure.getSQLState(),
            failure);
      }
      if (!connection.getAutoCommit()) {
        connection.rollback();
      }
      return false;
    }
  }
}
