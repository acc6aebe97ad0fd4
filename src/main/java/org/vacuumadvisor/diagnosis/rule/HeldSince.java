package org.vacuumadvisor.diagnosis.rule;

import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;

/// Since when someone has held the horizon for certain.
///
/// @param source the view and column that says so
record HeldSince(Instant time, String source) {

  /// Empty where the server does not say, or not to us.
  static Optional<HeldSince> of(HorizonHolder holder) {
    return switch (holder) {
      case Session session -> of(session);
      case PreparedTransaction transaction ->
          transaction
              .since()
              .known()
              .map(time -> new HeldSince(time, "pg_prepared_xacts.prepared"));
      case Slot slot ->
          slot.inactiveSince()
              .known()
              .map(time -> new HeldSince(time, "pg_replication_slots.inactive_since"));
      case HorizonHolder.Standby _, HorizonHolder.DeferredCleanup _ -> Optional.empty();
    };
  }

  /// A transaction holds from its start on. But at READ COMMITTED, and nobody tells us the
  /// isolation level, each statement of a transaction that only reads takes a new snapshot: then
  /// the statement that runs now is all that is certain, unless the age shows an older snapshot.
  private static Optional<HeldSince> of(Session session) {
    var transaction =
        session.since().known().map(time -> new HeldSince(time, "pg_stat_activity.xact_start"));
    if (!isSnapshotPerhapsNew(session)) {
      return transaction;
    }
    var statement =
        session
            .stateSince()
            .known()
            .map(time -> new HeldSince(time, "pg_stat_activity.state_change"));
    return transaction.map(
        start -> statement.filter(each -> each.time().isAfter(start.time())).orElse(start));
  }

  private static boolean isSnapshotPerhapsNew(Session session) {
    return session.state().or("").equals("active")
        && !session.writer()
        && !session.age().exceeds(HorizonCase.OLD);
  }

  /// Whether only the running statement is known to hold, not the whole transaction.
  boolean isOfStatement() {
    return source.equals("pg_stat_activity.state_change");
  }
}
