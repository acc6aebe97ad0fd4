package org.vacuumadvisor.lab.workload;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Consumer;

/// A kind of client behaviour: the tables it works on, and what a client does to them.
///
/// The tables have plain names and lie in the first schema of the connection's `search_path`. The
/// SQL runs on every release from 9.6 on. Whether a commit waits for the disk is left to the
/// server.
public sealed interface Workload permits QueueChurn, TpcC, InsertOnly, ReadHeavy {
  /// Its name on the command line, such as `queue-churn`.
  String name();

  /// Creates the tables and fills them. All of it is committed when this returns.
  ///
  /// @param connection in autocommit mode, and again when this returns
  /// @param seed the same seed gives the same rows
  /// @param progress told from the calling thread
  void load(Connection connection, long seed, Consumer<? super Progress> progress)
      throws SQLException;

  /// A client on this connection, which it sets to the commit mode it needs.
  ///
  /// @param seed the same seed gives the same transactions
  Client<?> client(Connection connection, long seed) throws SQLException;

  /// The four of them, in sizes that load within a few seconds.
  static List<Workload> all() {
    return List.of(
        new QueueChurn(0), new TpcC(2, 10), new InsertOnly(100_000), new ReadHeavy(100_000, 90));
  }

  /// The workload of this name, in the size of [#all].
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  static Workload named(String name) {
    return Named.one("workload", name, all(), Workload::name);
  }

  /// The workload of this name in another size: rows at the start, or, for `tpc-c`, warehouses of a
  /// tenth of the standard's size.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none, or not of this
  ///   size
  static Workload named(String name, int scale) {
    return switch (named(name)) {
      case QueueChurn _ -> new QueueChurn(scale);
      case TpcC(_, int divisor) -> new TpcC(scale, divisor);
      case InsertOnly _ -> new InsertOnly(scale);
      case ReadHeavy(_, int readPercent) -> new ReadHeavy(scale, readPercent);
    };
  }
}
