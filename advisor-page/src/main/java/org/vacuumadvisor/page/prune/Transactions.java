package org.vacuumadvisor.page.prune;

/// Who knows what became of transactions, where a tuple itself does not say.
public interface Transactions {
  /// The status of a transaction that is neither 0 nor frozen.
  TransactionStatus status(int xid);

  /// The member of a multixact that updated or deleted the row; 0 if all of them only locked it.
  int updaterOf(int multixact);
}
