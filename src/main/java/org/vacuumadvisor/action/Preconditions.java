package org.vacuumadvisor.action;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.model.session.Backend;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// Who may be ended, finished or dropped on the server of a survey. What is not shown is asked for,
/// not acted on.
public record Preconditions(Survey survey) {
  /// Idle in a transaction for longer, a session is not between two statements. Common practice:
  /// `idle_in_transaction_session_timeout` is set to minutes.
  public static final Duration IDLE_LIMIT = Duration.ofMinutes(1);

  /// A statement that runs for less is normal work: ours.
  public static final Duration BUSY_LIMIT = Duration.ofMinutes(5);

  /// A transaction manager finishes within seconds; after this long something is wrong with it.
  public static final Duration PREPARED_LIMIT = Duration.ofSeconds(30);

  /// Consumers reconnect within seconds of a restart or failover (`wal_retrieve_retry_interval` is
  /// 5 s); some take longer to be started again.
  public static final Duration SLOT_GRACE = Duration.ofMinutes(1);

  /// About a minute of a busy server. Below it an age says nothing, whoever holds it: ours.
  public static final XidAge AGE_LIMIT = new XidAge(100_000);

  /// Whether a session that holds the horizon may be ended.
  public Permission ending(Session session, Harm harm) {
    var backend = session.backend();
    return byKind(backend)
        .or(() -> waiting(backend))
        .or(() -> withoutHold(session))
        .or(() -> tooSoon(backend, HeldSince.of(session, survey)))
        .or(() -> harmless(session, harm))
        .or(() -> notOldest(session))
        .orElseGet(() -> EndSession.of(session));
  }

  /// Whether a session may be ended that keeps others waiting for a lock.
  public Permission ending(Backend blocker) {
    return byKind(blocker)
        .or(() -> waiting(blocker))
        .or(() -> tooSoon(blocker, HeldSince.ofTransaction(blocker, survey)))
        .orElseGet(() -> EndSession.of(blocker));
  }

  /// Whether the statement of a session that waits for a lock may be cancelled.
  public Permission cancelling(Backend waiter) {
    return byKind(waiter)
        .filter(each -> !(each instanceof Permission.EndsByItself))
        .orElseGet(() -> EndSession.cancelling(waiter));
  }

  /// Whether a prepared transaction may be rolled back, once its transaction manager was asked.
  public Permission finishing(PreparedTransaction transaction) {
    var held = HeldSince.of(transaction, survey).map(each -> each.until(survey.takenAt()));
    if (transaction.gid().isEmpty() || held.isEmpty()) {
      return new Permission.NotShown(
          "since when the transaction is prepared",
          "SELECT gid, prepared, owner, database, age(transaction), now() FROM pg_prepared_xacts");
    }
    return held.get().compareTo(PREPARED_LIMIT) < 0
        ? new Permission.Forbidden(
            "It is prepared for only %s: its transaction manager may be about to finish it"
                .formatted(Quantities.duration(held.get())))
        : new Permission.Granted(
            "ROLLBACK PREPARED %s;".formatted(Identifiers.quotedLiteral(transaction.gid())));
  }

  /// Whether a slot may be dropped, once those who used it were asked.
  public Permission dropping(Slot slot) {
    if (slot.temporary()) {
      return new Permission.EndsByItself("a temporary slot ends with the session that made it");
    }
    if (slot.synced()) {
      return new Permission.Forbidden(
          "It is kept in step with the primary's slot of that name: it can only be dropped there");
    }
    if (slot.active()) {
      return new Permission.Forbidden("It is in use");
    }
    if (!slot.isAbandoned() || slot.name().isEmpty() || !isWalShown(slot)) {
      return new Permission.NotShown(
          "whether the slot is in use and how much WAL it keeps",
          "SELECT slot_name, slot_type, active, active_pid, restart_lsn, wal_status,"
              + " pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) AS retained_bytes,"
              + " age(xmin) AS xmin_age, age(catalog_xmin) AS catalog_xmin_age FROM"
              + " pg_replication_slots");
    }
    return isInGrace(slot)
        ? new Permission.Forbidden(
            "Its consumer was connected, or the server started, less than %s ago"
                .formatted(Quantities.duration(SLOT_GRACE)))
        : new Permission.Granted(dropSql(slot));
  }

  /// Whether its consumer may just not have come back yet.
  public boolean isInGrace(Slot slot) {
    return slot.consumer()
        .goneSince()
        .known()
        .or(() -> survey.server().startedAt().known())
        .filter(since -> Duration.between(since, survey.takenAt()).compareTo(SLOT_GRACE) < 0)
        .isPresent();
  }

  /// NULL where a slot keeps no WAL.
  private static boolean isWalShown(Slot slot) {
    return switch (slot.wal().retained()) {
      case Reading.Known<?> _ -> true;
      case Reading.Missing<?>(Reading.Why why) -> why == Reading.Why.NOT_APPLICABLE;
    };
  }

  private static String dropSql(Slot slot) {
    var column = slot.keepsCatalogsOnly() ? "catalog_xmin" : "xmin";
    return "SELECT pg_catalog.pg_drop_replication_slot(slot_name) FROM"
        + " pg_catalog.pg_replication_slots WHERE slot_name = %s AND NOT active%s;"
            .formatted(
                Identifiers.quotedLiteral(slot.name()),
                slot.xid().known().map(xid -> " AND %s = '%d'".formatted(column, xid)).orElse(""));
  }

  /// Those at the end of the queue that a session waits in: they wait for nobody. A blocker that
  /// was not seen is left out; one of two-phase commit has no session.
  public List<Backend> rootsOf(Backend waiter) {
    var roots = new LinkedHashSet<Backend>();
    follow(waiter, roots, new LinkedHashSet<>());
    return List.copyOf(roots);
  }

  private void follow(Backend waiter, Set<Backend> roots, Set<Backend> seen) {
    for (int pid : waiter.blockers()) {
      var blocker = survey.machinery().session(pid);
      if (blocker.isPresent() && seen.add(blocker.get())) {
        if (blocker.get().blockers().isEmpty()) {
          roots.add(blocker.get());
        } else {
          follow(blocker.get(), roots, seen);
        }
      }
    }
  }

  /// Why its kind alone forbids it; empty for a client's session that is shown.
  private Optional<Permission> byKind(Backend backend) {
    return switch (backend.kind()) {
      case CLIENT -> backend.state().known().isEmpty() ? notShown() : Optional.empty();
      case BACKUP -> endsByItself("a dump or backup ends when it is done");
      case MAINTENANCE ->
          endsByItself("a vacuum, analyze, rewrite or index build ends when it is done");
      case AUTOVACUUM_WORKER -> endsByItself("a worker of autovacuum ends when its table is done");
      case PARALLEL_WORKER -> endsByItself("a parallel worker ends with its leader's statement");
      case WALSENDER ->
          forbidden("It sends WAL to a standby or subscriber, which would only connect again");
      case LOGICAL_WORKER ->
          forbidden("It works for a subscription, which would only start it again");
      case BACKGROUND -> forbidden("It is a background process of the server or of an extension");
      case OBSERVER -> forbidden("It is the session that looks at pg_stat_activity");
      case HIDDEN ->
          Optional.of(
              new Permission.NotShown(
                  "what %s is and since when its transaction is open: our role may not see it"
                      .formatted(backend.name()),
                  grant()));
      case NOT_SHOWN -> notShown();
    };
  }

  private String grant() {
    var role = survey.server().role().map(each -> Identifiers.quoted(each.name()));
    return "GRANT pg_read_all_stats TO %s".formatted(role.or("CURRENT_USER"));
  }

  private static Optional<Permission> notShown() {
    return Optional.of(
        new Permission.NotShown(
            "what the sessions with open transactions are, what they do and since when",
            "SELECT now(), pid, backend_type, backend_start, state, xact_start, state_change,"
                + " backend_xid, backend_xmin, age(backend_xid) AS xid_age, age(backend_xmin) AS"
                + " xmin_age, wait_event_type, pg_blocking_pids(pid) FROM pg_stat_activity"));
  }

  private static Optional<Permission> endsByItself(String what) {
    return Optional.of(new Permission.EndsByItself(what));
  }

  private static Optional<Permission> forbidden(String why) {
    return Optional.of(new Permission.Forbidden(why));
  }

  private Optional<Permission> waiting(Backend backend) {
    if (!backend.waitsForLock()) {
      return Optional.empty();
    }
    var roots = rootsOf(backend).stream().map(Backend::name).toList();
    return forbidden(
        "It waits for a lock"
            + (roots.isEmpty() ? "" : " behind " + String.join(", ", roots))
            + ": what blocks it has to end first");
  }

  /// A session that is only known to be in a transaction may hold nothing at all.
  private static Optional<Permission> withoutHold(Session session) {
    boolean isShown =
        session.writer() || session.xid().known().isPresent() || session.age().known().isPresent();
    return isShown ? Optional.empty() : notShown();
  }

  private Optional<Permission> tooSoon(Backend backend, Optional<HeldSince> since) {
    if (since.isEmpty()) {
      return notShown();
    }
    var held = since.get().until(survey.takenAt());
    var limit = limit(backend);
    return held.compareTo(limit) < 0
        ? forbidden(
            "%s for %s; the limit is %s"
                .formatted(
                    backend.isIdleInTransaction() ? "In a transaction" : "At work",
                    Quantities.duration(held),
                    Quantities.duration(limit)))
        : Optional.empty();
  }

  /// For how long a session may hold before anything is done about it.
  public static Duration limit(Backend backend) {
    return backend.isIdleInTransaction() ? IDLE_LIMIT : BUSY_LIMIT;
  }

  /// The age of a pasted transaction ID is a lower bound: a low one says nothing.
  private Optional<Permission> harmless(Session session, Harm harm) {
    if (harm == Harm.VACUUM_KEPT_ROWS || session.isOlderThan(AGE_LIMIT)) {
      return Optional.empty();
    }
    return session
        .age()
        .known()
        .filter(_ -> survey.coverage().excerpt().isEmpty())
        .flatMap(age ->
            forbidden(
                "Its horizon is %s transactions old, and no vacuum is known to have kept rows for"
                        .formatted(age)
                    + " it; the limit is %s".formatted(AGE_LIMIT)))
        .or(() -> notShown());
  }

  /// To end it moves nothing while another one holds more, unless that one ends by itself.
  private Optional<Permission> notOldest(Session session) {
    return survey.horizonHolders().stream()
        .filter(other -> HorizonHolder.byAge().compare(other, session) > 0)
        .filter(other -> other.reach().overlaps(session.reach()) && holdsTables(other))
        .filter(other -> !endsByItself(other))
        .max(HorizonHolder.byAge())
        .flatMap(other -> forbidden("%s holds more: that comes first".formatted(name(other))));
  }

  private static boolean holdsTables(HorizonHolder holder) {
    return !(holder.reach() instanceof Reach.Catalogs) && !(holder instanceof DeferredCleanup);
  }

  private boolean endsByItself(HorizonHolder holder) {
    return switch (holder) {
      case Session session ->
          byKind(session.backend())
              .filter(each -> each instanceof Permission.EndsByItself)
              .isPresent();
      case Slot slot -> slot.temporary();
      case PreparedTransaction _, Standby _, DeferredCleanup _ -> false;
    };
  }

  private static String name(HorizonHolder holder) {
    return switch (holder) {
      case Session session -> "S" + session.backend().name().substring(1);
      case PreparedTransaction transaction -> "P" + transaction.called().substring(1);
      case Slot slot -> "Replication slot " + slot.name();
      case Standby standby -> "Standby " + standby.application();
      case DeferredCleanup _ -> "vacuum_defer_cleanup_age";
    };
  }
}
