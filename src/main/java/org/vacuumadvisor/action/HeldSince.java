package org.vacuumadvisor.action;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.Survey;

/// Since when someone has held the horizon for certain.
public record HeldSince(Instant time, Basis basis, Source source) {
  /// What the time was taken from.
  public enum Basis {
    /// A moment from which on it holds.
    START,
    /// The start of the running statement: whether the transaction held before is not known.
    STATEMENT,
    /// A duration, which needs no clock.
    DURATION
  }

  /// People copy their figures within so long, one after the other.
  private static final Duration CLOCK_UNSURE = Duration.ofMinutes(10);

  /// Empty where the server does not say, or not to us.
  public static Optional<HeldSince> of(HorizonHolder holder, Survey survey) {
    var since =
        switch (holder) {
          case Session session -> of(session);
          case PreparedTransaction transaction ->
              at(transaction.since(), "pg_prepared_xacts", "prepared");
          case Slot slot ->
              at(slot.consumer().goneSince(), "pg_replication_slots", "inactive_since");
          case HorizonHolder.Standby _, HorizonHolder.DeferredCleanup _ ->
              Optional.<HeldSince>empty();
        };
    return since.filter(each -> each.isTold(survey));
  }

  /// Since when a session has had the transaction that it is in.
  public static Optional<HeldSince> ofTransaction(Backend backend, Survey survey) {
    return transaction(backend).filter(each -> each.isTold(survey));
  }

  private static Optional<HeldSince> transaction(Backend backend) {
    return at(backend.transactionStart(), "pg_stat_activity", "xact_start")
        .or(() ->
            backend
                .began()
                .known()
                .map(bound ->
                    new HeldSince(
                        bound.time(),
                        bound.duration() ? Basis.DURATION : Basis.START,
                        activity(bound.column()))));
  }

  private static Optional<HeldSince> at(Reading<Instant> start, String view, String column) {
    return start
        .known()
        .map(time -> new HeldSince(time, Basis.START, new Source.Shown(view, column)));
  }

  /// A transaction holds from its start on. But at READ COMMITTED, and nobody tells us the
  /// isolation level, each statement of a transaction that only reads takes a new snapshot: then
  /// the statement that runs now is all that is certain, unless the age shows an older snapshot.
  private static Optional<HeldSince> of(Session session) {
    var transaction = transaction(session.backend());
    // one that copies a table for a subscriber shows a snapshot, but no `xact_start`
    boolean isSender = session.backend().isSender();
    if (!isSender && !isSnapshotPerhapsNew(session)) {
      return transaction;
    }
    var statement =
        session
            .backend()
            .stateSince()
            .known()
            .map(time -> new HeldSince(time, Basis.STATEMENT, activity("state_change")));
    return isSender
        ? statement
        : transaction.map(
            start -> statement.filter(each -> each.time().isAfter(start.time())).orElse(start));
  }

  private static boolean isSnapshotPerhapsNew(Session session) {
    return !session.backend().isIdleInTransaction()
        && !session.writer()
        && !session.isOlderThan(Preconditions.AGE_LIMIT);
  }

  private static Source activity(String column) {
    return new Source.Shown("pg_stat_activity", column);
  }

  /// Pasted figures without the server's clock are only known to be as young as the latest time in
  /// them. That time may be the holder's own start, and so say nothing of how long it lasted.
  private boolean isTold(Survey survey) {
    return survey
        .coverage()
        .excerpt()
        .filter(excerpt -> excerpt.clock() != Excerpt.Clock.SHOWN && basis != Basis.DURATION)
        .filter(_ -> Duration.between(time, survey.takenAt()).compareTo(CLOCK_UNSURE) < 0)
        .isEmpty();
  }

  /// Whether only the running statement is known to hold, not the whole transaction.
  public boolean isOfStatement() {
    return basis == Basis.STATEMENT;
  }

  public Duration until(Instant now) {
    return Duration.between(time, now);
  }
}
