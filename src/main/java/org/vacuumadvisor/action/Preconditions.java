package org.vacuumadvisor.action;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// Who may be ended, finished or dropped on the server of a survey. What is not shown is asked for,
/// not acted on.
public final class Preconditions {
  /// Idle in a transaction for longer, a session is not between two statements. Common practice:
  /// `idle_in_transaction_session_timeout` is set to minutes.
  public static final Duration IDLE_LIMIT = Duration.ofMinutes(1);

  /// A transaction at work for less is normal: ours.
  public static final Duration BUSY_LIMIT = Duration.ofMinutes(5);

  /// A report, a batch or a rewrite may take an hour, and is lost as a whole: ours.
  public static final Duration WORK_LIMIT = Duration.ofHours(1);

  /// Transaction managers look every few minutes for what a crash left behind (Narayana's
  /// `periodicRecoveryPeriod` is 2 min); after two such rounds nobody is about to finish it.
  public static final Duration PREPARED_LIMIT = Duration.ofMinutes(5);

  /// Consumers reconnect within seconds of a restart or failover (`wal_retrieve_retry_interval` is
  /// 5 s); some take longer to be started again.
  public static final Duration SLOT_GRACE = Duration.ofMinutes(1);

  /// A deployment, or a cluster that starts the consumer on another machine, takes minutes
  /// (Kubernetes waits five before it does). Where much is held, this long is neglect: ours.
  public static final Duration SLOT_NEGLECTED = Duration.ofMinutes(10);

  /// Where little is held, a consumer that reads in batches may be away for so long: ours.
  public static final Duration SLOT_FORGOTTEN = Duration.ofHours(1);

  /// About ten minutes of a busy server: so far behind is no consumer that keeps up.
  public static final XidAge FAR_BEHIND = new XidAge(1_000_000);

  /// WAL that a slot keeps. Less is usual of a consumer that reads in batches. Our choice.
  public static final Bytes MUCH_WAL = Bytes.ofGigabytes(10);

  /// About a minute of a busy server. Below it an age says nothing, whoever holds it: ours.
  public static final XidAge AGE_LIMIT = new XidAge(100_000);

  private final Survey survey;
  private final Set<HorizonHolder> harmful;
  private final QueueHeads heads;
  private final List<Rival> inTheWay = new ArrayList<>();
  private final Map<Object, List<List<Session>>> readers;
  private final Map<Backend, List<Session>> partners = new ConcurrentHashMap<>();
  private final Map<Object, List<Session>> pools = new ConcurrentHashMap<>();
  private final Map<Object, Permission> statements = new ConcurrentHashMap<>();

  public Preconditions(Survey survey) {
    this(survey, Set.of());
  }

  /// @param harmful those of which it is proven that they keep dead rows
  public Preconditions(Survey survey, Set<HorizonHolder> harmful) {
    this.survey = survey;
    this.harmful = harmful;
    this.heads = new QueueHeads(survey.machinery().sessions());
    this.readers = readers(survey);
  }

  /// Whether a session that holds the horizon may be ended.
  public Permission ending(Session session, Harm harm) {
    return byItself(session, harm)
        .or(() -> notOldest(session))
        .orElseGet(() ->
            endedWith(session).size() > 1
                ? statements.computeIfAbsent(session.kin(), _ -> EndSession.of(endedWith(session)))
                : EndSession.of(session, isIdle(session.backend())));
  }

  /// A session and its kin that may be ended with it, the oldest first.
  public List<Session> endedWith(Session session) {
    return alike(session)
        .map(kin -> pools.computeIfAbsent(kin, this::pool))
        .filter(pool -> pool.contains(session))
        .orElse(List.of(session));
  }

  private List<Session> pool(Object kin) {
    return inTheWay().stream()
        .filter(each -> each.alike().filter(kin::equals).isPresent())
        .flatMap(
            each -> each.holder() instanceof Session session ? Stream.of(session) : Stream.empty())
        .filter(each -> EndSession.isToldApart(each.backend()))
        .toList();
  }

  /// What forbids it, whoever else holds the horizon.
  private Optional<Permission> byItself(Session session, Harm harm) {
    var backend = session.backend();
    return byKind(backend)
        .or(() -> waiting(backend))
        .or(() -> withoutHold(session))
        .or(() -> sharingItsSnapshot(session))
        .or(() -> tooSoon(limit(backend), HeldSince.of(session, survey)))
        .or(() -> harmless(session, harm));
  }

  /// Whether a session may be ended that keeps others waiting for a lock.
  public Permission ending(Backend blocker) {
    return byKind(blocker)
        .or(() -> waiting(blocker))
        .or(() -> withoutTransaction(blocker))
        .or(() -> tooSoon(limit(blocker), HeldSince.ofTransaction(blocker, survey)))
        .orElseGet(() -> EndSession.of(blocker, isIdle(blocker)));
  }

  /// Whether the statement of a session that waits for a lock may be cancelled.
  public Permission cancelling(Backend waiter) {
    return byKind(waiter)
        .filter(each -> !(each instanceof Permission.EndsByItself))
        .orElseGet(() -> EndSession.cancelling(waiter));
  }

  /// Whether a prepared transaction may be rolled back, once its transaction manager was asked.
  public Permission finishing(PreparedTransaction transaction) {
    if (transaction.isReplicated()) {
      return new Permission.Forbidden(
          "A subscription prepared it, and finishes it as the publisher does: finished by hand, it"
              + " stops that subscription for good. Only where pg_subscription has no row with the"
              + " first number in its name as oid, finish it here, as it ended on the publisher");
    }
    var held = HeldSince.of(transaction, survey).map(each -> each.until(survey.takenAt()));
    var sql = finishSql(transaction);
    if (held.isEmpty() || sql.isEmpty()) {
      return new Permission.NotShown(
          transaction.since().isKnown()
              ? "its transaction ID, so that no other is ended in its place"
              : "which transaction it is and since when it is prepared",
          "SELECT gid, transaction, prepared, owner, database, age(transaction), now() FROM"
              + " pg_prepared_xacts");
    }
    return held.get().compareTo(PREPARED_LIMIT) < 0
        ? new Permission.Forbidden(
            "It is prepared for only %s: its transaction manager may be about to finish it; the"
                    .formatted(Quantities.duration(held.get()))
                + " limit is %s".formatted(Quantities.duration(PREPARED_LIMIT)))
        : new Permission.Granted(sql.get());
  }

  /// It runs as psql's `\gexec` runs it: ROLLBACK PREPARED itself cannot ask whether the gid is
  /// still the same transaction's.
  private static Optional<String> finishSql(PreparedTransaction transaction) {
    var xid = transaction.xid().known();
    var since = transaction.since().known();
    return transaction.gid().isEmpty() || xid.isEmpty() || since.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "SELECT pg_catalog.format('ROLLBACK PREPARED %L', gid) FROM"
                + " pg_catalog.pg_prepared_xacts WHERE gid = %s AND transaction = '%d' AND prepared"
                    .formatted(Identifiers.quotedLiteral(transaction.gid()), xid.get())
                + " = %s \\gexec".formatted(Identifiers.quotedLiteral(since.get().toString())));
  }

  /// Whether a slot may be dropped, once those who used it were asked.
  public Permission dropping(Slot slot) {
    if (slot.temporary()) {
      return new Permission.EndsByItself("a temporary slot ends with the session that made it");
    }
    if (isKeptInStep(slot)) {
      return new Permission.Forbidden(
          "It is kept in step with the primary's slot of that name: it can only be dropped there");
    }
    if (slot.isForConflicts()) {
      return new Permission.Forbidden("The server keeps it for subscriptions: nobody can drop it");
    }
    if (slot.isOfFirstCopy()) {
      return new Permission.Forbidden(
          "It is of a subscription's first copy of a table (pg_<OID of the subscription>_sync_…),"
              + " which drops it when it is done; only where that subscription is gone, drop it");
    }
    if (slot.active()) {
      return new Permission.Forbidden("It is in use");
    }
    if (isAwaited(slot)) {
      return new Permission.Forbidden(
          "synchronized_standby_slots names it, and logical slots with failover wait for it: they"
              + " go on by themselves once it is read, or taken out of that setting and the"
              + " configuration reloaded");
    }
    if (!slot.isAbandoned() || slot.name().isEmpty() || !isWalShown(slot)) {
      return new Permission.NotShown(
          "whether the slot is in use and how much WAL it keeps",
          "SELECT pg_wal_lsn_diff(pg_current_wal_lsn(), restart_lsn) AS retained_bytes, age(xmin)"
              + " AS xmin_age, age(catalog_xmin) AS catalog_xmin_age, * FROM"
              + " pg_replication_slots");
    }
    var gone = slot.consumer().goneSince().known();
    if (gone.isEmpty()) {
      return new Permission.NotShown(
          "since when nobody reads the slot: look at it twice, an hour apart",
          "SELECT now(), * FROM pg_replication_slots");
    }
    var unread = Duration.between(gone.get(), survey.takenAt());
    return isNeglected(slot, unread)
        ? new Permission.Granted(dropSql(slot))
        : new Permission.Forbidden(
            "Nobody has read it for %s: its consumer may come back, unless it was set up anew with"
                    .formatted(Quantities.duration(unread))
                + " another slot");
  }

  /// Whether a standby's worker keeps it in step with a slot of the primary (17): a promotion
  /// leaves it marked so, and nobody keeps it any more.
  public boolean isKeptInStep(Slot slot) {
    return slot.synced() && survey.server().standby();
  }

  /// Whether logical slots with `failover` wait for a standby that does not read its slot: they
  /// send nothing that the slots in `synchronized_standby_slots` (17) have not confirmed.
  public boolean isAwaited(Slot slot) {
    return slot.isAbandoned()
        && survey
            .settings()
            .value("synchronized_standby_slots")
            .filter(each -> List.of(each.setting().split("[\\s,\"]+")).contains(slot.name()))
            .isPresent();
  }

  /// Whether it was left unread for so long, and holds so much, that its consumer is not just away.
  private boolean isNeglected(Slot slot, Duration unread) {
    boolean isMuch =
        slot.isOlderThan(FAR_BEHIND)
            || slot.isOlderThan(survey.settings().freezeMaxAge())
            || slot.wal().retained().or(Bytes.NONE).compareTo(MUCH_WAL) >= 0;
    var limit = isMuch ? SLOT_NEGLECTED : SLOT_FORGOTTEN;
    return unread.compareTo(limit) >= 0 && (isMuch || slot.isOlderThan(AGE_LIMIT));
  }

  /// Whether its consumer may just not have come back yet, or is at work without being connected to
  /// it.
  public boolean isInGrace(Slot slot) {
    boolean isCopied =
        slot.isOfFirstCopy()
            && survey.machinery().sessions().stream()
                .anyMatch(each -> each.application().is(slot.name()::equals));
    var grace = slot.isOfFirstCopy() ? BUSY_LIMIT : SLOT_GRACE;
    return isCopied
        || slot.consumer()
            .goneSince()
            .known()
            .or(() -> survey.server().startedAt().known())
            .filter(since -> Duration.between(since, survey.takenAt()).compareTo(grace) < 0)
            .isPresent();
  }

  /// NULL where a slot keeps no WAL.
  private static boolean isWalShown(Slot slot) {
    var retained = slot.wal().retained();
    return retained.isKnown() || retained.equals(Reading.missing(Reading.Why.NOT_APPLICABLE));
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
    return heads.of(waiter).stream().flatMap(pid -> heads.session(pid).stream()).toList();
  }

  /// Whether a prepared transaction is at the end of the queue that a session waits in.
  public boolean isBehindPrepared(Backend waiter) {
    return heads.of(waiter).contains(QueueHeads.PREPARED);
  }

  /// What a process is, others considered: one that reads from the snapshot of a dump is part of
  /// it. Alone, and idle for longer than a dump is between two tables, it is none, whatever it
  /// copied.
  public Backend.Kind kind(Backend backend) {
    var kind = backend.kind();
    if (kind == Backend.Kind.BACKUP && !backend.isBackup()) {
      return partners(backend).isEmpty() && !mayWork(backend) ? Backend.Kind.CLIENT : kind;
    }
    return kind == Backend.Kind.CLIENT
            && partners(backend).stream()
                .anyMatch(each -> each.backend().kind() == Backend.Kind.BACKUP)
        ? Backend.Kind.BACKUP
        : kind;
  }

  /// Other sessions of the same user that read from the very snapshot of this one. The oldest
  /// transaction ID at work gives many snapshots the same xmin: then it tells nothing.
  private List<Session> partners(Backend backend) {
    return partners.computeIfAbsent(backend, this::sharingWith);
  }

  private List<Session> sharingWith(Backend backend) {
    var process = process(backend);
    return readers.getOrDefault(process, List.of()).stream()
        .flatMap(List::stream)
        .filter(each -> !process(each.backend()).equals(process))
        .toList();
  }

  /// What tells a process from others.
  private static Object process(Backend backend) {
    return backend.pid().known().<Object>map(pid -> pid).orElse(backend);
  }

  /// By process: the sessions that only read, of one user and from one snapshot, of which it is.
  private static Map<Object, List<List<Session>>> readers(Survey survey) {
    var readers = new HashMap<Object, List<List<Session>>>();
    for (var all : bySnapshot(survey).values()) {
      all.stream()
          .map(each -> process(each.backend()))
          .distinct()
          .forEach(each -> readers.computeIfAbsent(each, _ -> new ArrayList<>()).add(all));
    }
    return readers;
  }

  private static Map<Object, List<Session>> bySnapshot(Survey survey) {
    var written = survey.horizonHolders().stream().flatMap(Preconditions::written).collect(toSet());
    return survey.horizonHolders().stream()
        .flatMap(each -> each instanceof Session session ? Stream.of(session) : Stream.empty())
        .filter(each -> !each.writer())
        .filter(each -> each.snapshot().known().filter(xmin -> !written.contains(xmin)).isPresent())
        .collect(
            groupingBy(each ->
                List.of(each.snapshot().known(), each.reach(), each.backend().user().known())));
  }

  /// The transaction that a holder writes in.
  private static Stream<Long> written(HorizonHolder holder) {
    return switch (holder) {
      case Session session -> session.own().known().stream();
      case PreparedTransaction transaction -> transaction.xid().known().stream();
      case Slot _, Standby _, DeferredCleanup _ -> Stream.empty();
    };
  }

  /// Jobs of an export read from one snapshot, whatever they run. An equal xmin alone is no proof:
  /// where nobody wrote in between, all that a pool leaks have one, too.
  private Optional<Permission> sharingItsSnapshot(Session session) {
    var backend = session.backend();
    var partners =
        partners(backend).stream()
            .map(Session::backend)
            .filter(each -> each.application().known().equals(backend.application().known()))
            .toList();
    boolean isAtWork = Stream.concat(Stream.of(backend), partners.stream()).anyMatch(this::mayWork);
    return partners.isEmpty() || !isAtWork
        ? Optional.empty()
        : forbidden(
            "It shares its snapshot with %s, as the jobs of a parallel dump or export do, which are"
                    .formatted(String.join(", ", partners.stream().map(Backend::name).toList()))
                + " left alone until all are idle for %s"
                    .formatted(Quantities.duration(BUSY_LIMIT)));
  }

  /// Nobody else reads the snapshot that it exported, but somebody may yet come for it.
  private Optional<Permission> exporting(Backend backend) {
    return backend.command().is(Command.SHARED_SNAPSHOT::equals)
            && inState(backend).filter(each -> each.compareTo(WORK_LIMIT) >= 0).isEmpty()
        ? forbidden(
            "It exported its snapshot for others, and is left alone until it was idle for %s"
                .formatted(Quantities.duration(WORK_LIMIT)))
        : Optional.empty();
  }

  /// Whether it was not seen to be idle for longer than a dump is between two tables.
  private boolean mayWork(Backend backend) {
    return !isIdle(backend)
        || inState(backend).filter(each -> each.compareTo(BUSY_LIMIT) >= 0).isEmpty();
  }

  /// Whether it does nothing within its transaction, and not just between two statements.
  public boolean isIdle(Backend backend) {
    return backend.isIdleInTransaction()
        && inState(backend).filter(each -> each.compareTo(pause(backend)) < 0).isEmpty();
  }

  /// For how long it may be between two statements: one that was at work for minutes works in
  /// steps, and is not idle before it was so for as long as it worked.
  private Duration pause(Backend backend) {
    var half =
        backend
            .transactionStart()
            .map(start -> Duration.between(start, survey.takenAt()).dividedBy(2))
            .or(IDLE_LIMIT);
    return Collections.max(List.of(IDLE_LIMIT, Collections.min(List.of(half, BUSY_LIMIT))));
  }

  /// Whether one statement alone has run for too long, as far as is shown.
  public boolean isLongStatement(Backend backend) {
    return !backend.isIdleInTransaction()
        && inState(backend).filter(each -> each.compareTo(BUSY_LIMIT) < 0).isEmpty();
  }

  /// Since when its state is what it is.
  private Optional<Duration> inState(Backend backend) {
    return backend.stateSince().known().map(since -> Duration.between(since, survey.takenAt()));
  }

  /// Why its kind alone forbids it; empty for a client's session that is shown.
  private Optional<Permission> byKind(Backend backend) {
    return switch (kind(backend)) {
      case CLIENT -> backend.state().known().isEmpty() ? notShown() : exporting(backend);
      case BACKUP -> endsByItself("a dump, export or backup ends when it is done");
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
                  "what sessions of other roles do, and since when: our role may not see it",
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
            "SELECT now(), age(backend_xid) AS xid_age, age(backend_xmin) AS xmin_age,"
                + " pg_blocking_pids(pid), * FROM pg_stat_activity"));
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

  /// What it holds then is an advisory lock of its session, which programs take to agree on who
  /// works.
  private static Optional<Permission> withoutTransaction(Backend blocker) {
    return blocker.state().is("idle"::equals)
        ? forbidden(
            "It is in no transaction and holds an advisory lock, until its program calls"
                + " pg_advisory_unlock() or disconnects. Who waits for it should rather try:"
                + " pg_try_advisory_lock()")
        : Optional.empty();
  }

  /// A session that is only known to be in a transaction may hold nothing at all.
  private static Optional<Permission> withoutHold(Session session) {
    boolean isShown =
        session.writer() || session.xid().known().isPresent() || session.age().known().isPresent();
    return isShown ? Optional.empty() : notShown();
  }

  private Optional<Permission> tooSoon(Duration limit, Optional<HeldSince> since) {
    if (since.isEmpty()) {
      return notShown();
    }
    var held = since.get().until(survey.takenAt());
    return held.compareTo(limit) < 0
        ? forbidden(
            "In a transaction for %s; the limit is %s"
                .formatted(Quantities.duration(held), Quantities.duration(limit)))
        : Optional.empty();
  }

  /// For how long a session may hold before anything is done about it. A statement that runs is at
  /// work, and so is what goes from statement to statement: its work is lost as a whole. Where
  /// nobody showed since when one is idle, it may be at work.
  public Duration limit(Backend backend) {
    return !isIdle(backend) ? WORK_LIMIT : backend.stateSince().isKnown() ? IDLE_LIMIT : BUSY_LIMIT;
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
                "Its oldest xmin is %s transactions old, and no vacuum is known to have kept rows for"
                        .formatted(age)
                    + " it; the limit is %s".formatted(AGE_LIMIT)))
        .or(() -> notShown());
  }

  /// To end it moves nothing while another one holds more, unless that one ends by itself, or may
  /// be ended alike.
  private Optional<Permission> notOldest(Session session) {
    var alike = alike(session);
    return inTheWay().stream()
        .takeWhile(other -> HorizonHolder.byAge().compare(other.holder(), session) > 0)
        .filter(other -> alike.isEmpty() || !other.alike().equals(alike))
        .map(Rival::holder)
        .filter(other -> other.reach().overlaps(session.reach()))
        .findFirst()
        .flatMap(
            other -> forbidden("More is held by %s: that comes first".formatted(other.called())));
  }

  /// @param alike its kin, where it may be ended with it
  private record Rival(HorizonHolder holder, Optional<Object> alike) {}

  /// Who does not end by itself, the oldest first.
  private synchronized List<Rival> inTheWay() {
    if (inTheWay.isEmpty()) {
      survey.horizonHolders().stream()
          .filter(
              each -> !(each.reach() instanceof Reach.Catalogs || each instanceof DeferredCleanup))
          .filter(each -> !endsByItself(each))
          .sorted(HorizonHolder.byAge().reversed())
          .map(each -> new Rival(each, alike(each)))
          .forEach(inTheWay::add);
    }
    return inTheWay;
  }

  /// What is proven of a session says nothing of its kin.
  private Optional<Object> alike(HorizonHolder holder) {
    var harm = harmful.contains(holder) ? Harm.VACUUM_KEPT_ROWS : Harm.NOT_PROVEN;
    return holder instanceof Session session && byItself(session, harm).isEmpty()
        ? Optional.of(session.kin())
        : Optional.empty();
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
}
