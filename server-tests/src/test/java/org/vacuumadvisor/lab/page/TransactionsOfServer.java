package org.vacuumadvisor.lab.page;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.vacuumadvisor.page.prune.TransactionStatus;
import org.vacuumadvisor.page.prune.Transactions;

/// What a server says became of transactions, asked once for each. Holds as long as none of them
/// ends.
final class TransactionsOfServer implements Transactions {
  private final Session session;
  private final Map<Integer, TransactionStatus> known = new HashMap<>();
  private final Map<Integer, Integer> updaters = new HashMap<>();

  TransactionsOfServer(Session session) {
    this.session = session;
  }

  @Override
  public TransactionStatus status(int xid) {
    return known.computeIfAbsent(xid, this::ask);
  }

  @Override
  public int updaterOf(int multixact) {
    return updaters.computeIfAbsent(multixact, this::askUpdater);
  }

  private TransactionStatus ask(int xid) {
    try {
      var status = session.value("SELECT pg_xact_status('" + xid + "'::xid8)");
      return switch (status) {
        case "committed" -> TransactionStatus.COMMITTED;
        case "aborted" -> TransactionStatus.ABORTED;
        case "in progress" -> TransactionStatus.IN_PROGRESS;
        default -> throw new IllegalStateException("transaction " + xid + " is " + status);
      };
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private int askUpdater(int multixact) {
    try {
      return session.number(
          "SELECT coalesce(max(xid::text::bigint), 0) FROM pg_get_multixact_members('"
              + multixact
              + "') WHERE mode IN ('upd', 'nokeyupd')");
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }
}
