package org.vacuumadvisor.lab.workload;

import java.sql.SQLException;

/// One client at work on one connection, for one thread.
///
/// Deciding and doing are apart: the decisions follow from the seed alone, whatever the database
/// answers, and a transaction that the server gave up can be done again.
///
/// @param <T> the transactions of the workload
public interface Client<T extends Transaction> {
  /// Decides on the next transaction. Touches no database.
  T next();

  /// Does one transaction. It has ended when this returns: committed, or rolled back where that is
  /// what the transaction is about. When this throws, the caller rolls back.
  void execute(T transaction) throws SQLException;
}
