package org.vacuumadvisor.model;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Reading.Why;

/// A process of the server as `pg_stat_activity` shows it to our role.
///
/// @param pid missing in a paste that does not show it
/// @param address `client_addr`; not applicable over a Unix socket
/// @param type `backend_type`, since 10
/// @param started `backend_start`
/// @param state `state`; missing without the right to see it
/// @param transactionStart `xact_start`, as it was shown
/// @param began the latest moment at which its transaction can have begun, where `xact_start`
///   itself was not shown
/// @param waitsFor `wait_event_type`
/// @param blockers `pg_blocking_pids()`, 0 for a prepared transaction; none where it waits for no
///   lock
/// @param waitsSince since when it waits for a lock, `pg_locks.waitstart`, since 14
/// @param command of the statement that runs, or ran last
public record Backend(
    Reading<Integer> pid,
    Reading<String> database,
    Reading<String> user,
    Reading<String> application,
    Reading<String> address,
    Reading<String> type,
    Reading<Instant> started,
    Reading<String> state,
    Reading<Instant> transactionStart,
    Reading<Bound> began,
    Reading<Instant> stateSince,
    Reading<String> waitsFor,
    List<Integer> blockers,
    Reading<Instant> waitsSince,
    Reading<Command> command) {
  /// How the `query` of an autovacuum worker begins (`autovac_report_activity()`).
  public static final String WORKER_TASK = "autovacuum: ";

  /// The `wait_event` of a commit that waits for a synchronous standby, `IPC` being its type.
  public static final String SYNC_REP = "SyncRep";

  private static final String OUR_NAME = "vacuum-advisor";

  /// No look takes so long. Our choice.
  private static final Duration MOMENT = Duration.ofMinutes(1);

  /// How programs begin their name that dump, back up, copy or write anew: they end by themselves.
  private static final Set<String> BACKUPS =
      Set.of(
          ("pg_dump pg_dumpall pg_basebackup pgbackrest barman wal-g wal-e pgcopydb pgloader"
                  + " pg_repack pg_squeeze debezium pg_upgrade")
              .split(" ", -1));

  public Backend {
    blockers = List.copyOf(blockers);
  }

  /// One of which nothing but a lock was shown.
  ///
  /// @param user empty if not known
  /// @param application empty if not known
  public static Backend unseen(int pid, String user, String application) {
    return new Backend(
        Reading.of(pid),
        Reading.missing(Why.NOT_COLLECTED),
        named(user),
        named(application),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        List.of(),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED));
  }

  private static Reading<String> named(String name) {
    return name.isEmpty() ? Reading.missing(Why.NOT_COLLECTED) : Reading.of(name);
  }

  /// A moment that bounds another one, and the column it was read from.
  ///
  /// @param duration whether the column shows a duration, and the moment was computed from it
  public record Bound(Instant time, String column, boolean duration) {}

  /// What it is, as far as it is shown.
  public enum Kind {
    /// A client that a person or an application uses.
    CLIENT,
    /// A dump or backup: it ends by itself.
    BACKUP,
    /// It sends WAL to a standby or a subscriber.
    WALSENDER,
    AUTOVACUUM_WORKER,
    /// It has its leader's snapshot, and ends with it.
    PARALLEL_WORKER,
    /// It applies or synchronizes for a subscription.
    LOGICAL_WORKER,
    /// Another process of the server, or of an extension.
    BACKGROUND,
    /// A vacuum, rewrite or index build that somebody started: it ends by itself.
    MAINTENANCE,
    /// A session of this advisor, or the one whose look the pasted text is.
    OBSERVER,
    /// Our role may not see what it is; only its name is shown to everybody.
    HIDDEN,
    /// The figures at hand do not show what it is.
    NOT_SHOWN
  }

  public Kind kind() {
    if (isObserver()) {
      return Kind.OBSERVER;
    }
    if (command.is(each -> each == Command.REPLICATION)) {
      return isBackup() ? Kind.BACKUP : Kind.WALSENDER;
    }
    return switch (type) {
      case Reading.Known<String>(String name, _) -> kind(name);
      case Reading.Missing<String> _ ->
          !isHidden() ? kindByTraits() : (isBackup() || command.isKnown()) ? client() : Kind.HIDDEN;
    };
  }

  /// Whether it is work that is done at some time, whoever waits for it.
  public boolean endsByItself() {
    return kind() == Kind.BACKUP || kind() == Kind.MAINTENANCE;
  }

  private Kind kind(String name) {
    return switch (name) {
      case "client backend" -> client();
      // the first copy of a subscribed table is a COPY as that of a dump
      case "walsender" -> client() == Kind.BACKUP ? Kind.BACKUP : Kind.WALSENDER;
      case "autovacuum worker" -> Kind.AUTOVACUUM_WORKER;
      case "parallel worker" -> Kind.PARALLEL_WORKER;
      default -> name.startsWith("logical replication") ? Kind.LOGICAL_WORKER : Kind.BACKGROUND;
    };
  }

  /// Where `backend_type` was not shown: only a client maintains tables, or is idle in a
  /// transaction under a user's name, and only where the statement is seen is it known that a busy
  /// one is no walsender.
  private Kind kindByTraits() {
    return client() == Kind.MAINTENANCE
            || (user.isKnown() && (isIdleInTransaction() || command.isKnown()))
        ? client()
        : Kind.NOT_SHOWN;
  }

  private Kind client() {
    if (isBackup()) {
      return Kind.BACKUP;
    }
    return switch (command.or(Command.OTHER)) {
      // between two statements a dump is idle in its transaction
      case DUMP, SHARED_SNAPSHOT -> isActive() || isIdleInTransaction() ? Kind.BACKUP : Kind.CLIENT;
      case VACUUM,
          VACUUM_WITH_SNAPSHOT,
          CLUSTER,
          REPACK,
          REFRESH,
          INDEX_BUILD,
          MAINTENANCE,
          CHECK ->
          isActive() ? Kind.MAINTENANCE : Kind.CLIENT;
      case REPLICATION -> Kind.WALSENDER;
      case CANCELS_SESSIONS,
          LOAD,
          PEEKS,
          RESETS_COUNTERS,
          LOOKS_AT_SESSIONS,
          ALTER,
          DROP,
          TRUNCATE,
          LOCK,
          OTHER ->
          Kind.CLIENT;
    };
  }

  /// What progress is shown of, is at work.
  private boolean isActive() {
    return state.is("active"::equals) || (isHidden() && command.isKnown());
  }

  /// Whether our role may not see what it does, but for what `pg_stat_progress_*` show to
  /// everybody.
  public boolean isHidden() {
    return type.equals(Reading.missing(Why.NO_PRIVILEGE));
  }

  /// Whether it is hidden, and has no name either that says that it dumps.
  public boolean isAnonymous() {
    return isHidden() && !isBackup();
  }

  /// Whether it is a walsender, be it one that copies a table.
  public boolean isSender() {
    return type.is("walsender"::equals);
  }

  private boolean isObserver() {
    return application.is(OUR_NAME::equals)
        || (command.is(each -> each == Command.LOOKS_AT_SESSIONS) && !isIdleInTransaction());
  }

  /// Whether it does nothing but look, in a transaction of that moment. Who looks from within an
  /// older one holds what that holds.
  public boolean isJustLooking() {
    return kind() == Kind.OBSERVER
        && transactionStart
            .known()
            .flatMap(start -> stateSince.known().map(since -> Duration.between(start, since)))
            .filter(each -> each.compareTo(MOMENT) > 0)
            .isEmpty();
  }

  /// Whether its name alone says that it dumps or backs up.
  public boolean isBackup() {
    var name = application.or("").toLowerCase(Locale.ROOT);
    return BACKUPS.stream()
        .filter(name::startsWith)
        .anyMatch(each ->
            name.length() == each.length() || !Character.isLetter(name.charAt(each.length())));
  }

  public boolean isIdleInTransaction() {
    return state.is(each -> each.startsWith("idle in transaction"));
  }

  /// Whether it is a worker of autovacuum, whatever it does.
  public boolean isWorker() {
    return kind() == Kind.AUTOVACUUM_WORKER;
  }

  /// Whether it replays WAL on a standby.
  public boolean isReplay() {
    return type.is("startup"::equals);
  }

  /// Whether its statement is a VACUUM.
  public boolean runsVacuum() {
    return command.is(Command::isVacuum);
  }

  /// Whether it waits for a lock that another session has.
  public boolean waitsForLock() {
    return !blockers.isEmpty() || waitsFor.is("Lock"::equals);
  }

  /// Whether its transaction is committed, and waits for a synchronous standby to have it, too.
  public boolean waitsForStandby() {
    return waitsFor.is(SYNC_REP::equals);
  }

  /// How it is called in a sentence.
  public String name() {
    var noun = kind() == Kind.LOGICAL_WORKER ? "logical replication worker " : "session ";
    return pid.known().map(each -> noun + each).orElse("a session without a shown pid");
  }

  /// The same with who it is: "session 7 (user shop, web on 10.0.0.7)".
  public String fullName() {
    return name() + who().map(each -> " (" + each + ")").orElse("");
  }

  /// User, application and host, as far as they are known: "user shop, web on 10.0.0.7".
  public Optional<String> who() {
    var named = user.known().map(each -> "user " + each);
    var program = application.known().filter(each -> !each.isEmpty());
    var host = address.known().map(each -> " on " + each).orElse("");
    var all = Stream.of(named, program).flatMap(Optional::stream).collect(Collectors.joining(", "));
    return all.isEmpty() ? Optional.empty() : Optional.of(all + host);
  }
}
