package org.vacuumadvisor.action;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toSet;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.postgres.Identifiers;
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

  /// Two sessions that nobody shows may have the same snapshot by chance, or be of a pool: ours.
  private static final int HIDDEN_JOBS = 2;

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

  public SlotPreconditions slots() {
    return new SlotPreconditions(survey);
  }

  /// Whether a session that holds the horizon may be ended.
  public Permission ending(Session session, Harm harm) {
    return byItself(session, harm)
        .or(() -> notOldest(session))
        .orElseGet(() -> {
          var all = endedWith(session);
          return all.size() > 1
              ? statements.computeIfAbsent(all.getFirst(), _ -> EndSession.of(all))
              : EndSession.of(session, isIdle(session.backend()));
        });
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
        .or(() -> tooSoon(limit(session), HeldSince.of(session, survey)))
        .or(() -> harmless(session, harm));
  }

  /// Whether a session may be ended that keeps others waiting for a lock.
  public Permission ending(Backend blocker) {
    return byKind(blocker)
        .or(() -> waiting(blocker))
        .or(() -> withoutTransaction(blocker))
        .or(() -> tooSoon(limitOf(blocker), HeldSince.ofTransaction(blocker, survey)))
        .orElseGet(() -> EndSession.of(blocker, isIdle(blocker)));
  }

  /// Whether the statement of a session that waits for a lock may be cancelled. To a role that may
  /// not see what it is, the lock tells that it has nothing yet; somebody else has to run it.
  public Permission cancelling(Backend waiter) {
    var lock = new Rewrites(survey).wanted(waiter).filter(TableLock::isExclusive);
    if (waiter.kind() == Backend.Kind.HIDDEN && lock.isPresent()) {
      return EndSession.cancelling(waiter, lock.get());
    }
    return byKind(waiter)
        .filter(each -> !(each instanceof Permission.EndsByItself))
        .orElseGet(() -> EndSession.cancelling(waiter));
  }

  /// Whether a prepared transaction may be rolled back, once its transaction manager was asked.
  public Permission finishing(PreparedTransaction transaction) {
    if (transaction.isReplicated()) {
      return Permission.forbidden("prepared-of-subscription", transaction.gid().split("_", 4)[2]);
    }
    var held = HeldSince.of(transaction, survey).map(each -> each.until(survey.takenAt()));
    var sql = finishSql(transaction);
    if (held.isEmpty() || sql.isEmpty()) {
      return Permission.notShown(
          transaction.since().isKnown() ? "prepared-without-id" : "prepared-not-shown");
    }
    return held.get().compareTo(PREPARED_LIMIT) < 0
        ? Permission.forbidden(
            "prepared-lately", Quantities.duration(held.get()), Quantities.duration(PREPARED_LIMIT))
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
    if (kind == Backend.Kind.HIDDEN && jobsWith(backend).count() >= HIDDEN_JOBS) {
      return Backend.Kind.BACKUP;
    }
    if (kind == Backend.Kind.BACKUP && !backend.isBackup()) {
      return partners(backend).isEmpty() && !mayWork(backend) ? Backend.Kind.CLIENT : kind;
    }
    return kind == Backend.Kind.CLIENT
            && partners(backend).stream()
                .anyMatch(each -> each.backend().kind() == Backend.Kind.BACKUP)
        ? Backend.Kind.BACKUP
        : kind;
  }

  /// The other sessions of a dump or export, of one name and with one snapshot.
  public Stream<Backend> jobsWith(Backend backend) {
    return partners(backend).stream()
        .map(Session::backend)
        .filter(each -> each.application().known().equals(backend.application().known()));
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
    return survey
        .holders(Session.class)
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
    var partners = jobsWith(backend).toList();
    boolean isAtWork = Stream.concat(Stream.of(backend), partners.stream()).anyMatch(this::mayWork);
    return partners.isEmpty() || !isAtWork
        ? Optional.empty()
        : forbidden(
            "shared-snapshot",
            String.join(", ", partners.stream().map(Backend::name).toList()),
            Quantities.duration(BUSY_LIMIT));
  }

  /// Nobody else reads the snapshot that it exported, but somebody may yet come for it.
  private Optional<Permission> exporting(Backend backend) {
    return backend.command().is(Command.SHARED_SNAPSHOT::equals)
            && inState(backend).filter(each -> each.compareTo(WORK_LIMIT) >= 0).isEmpty()
        ? forbidden("exported-snapshot", Quantities.duration(WORK_LIMIT))
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

  /// Whether it works, or waits for what works on its behalf, as the leader of a parallel dump
  /// does.
  public boolean isAtWork(Backend backend) {
    return !isIdle(backend) || kind(backend) == Backend.Kind.BACKUP;
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
    var kind = kind(backend);
    return switch (kind) {
      case CLIENT -> backend.state().known().isEmpty() ? notShown() : exporting(backend);
      case HIDDEN -> Optional.of(Permission.notShown("hidden", survey.server().grantee()));
      case BACKUP, MAINTENANCE, AUTOVACUUM_WORKER, PARALLEL_WORKER ->
          Optional.of(
              Permission.endsByItself(
                  backend.kind() == Backend.Kind.HIDDEN
                      ? "hidden-dump"
                      : backend.isAnonymous() ? "at-work" : name(kind),
                  backend.command().known().flatMap(Command::work).orElse("it")));
      case WALSENDER -> ofSender(backend);
      case LOGICAL_WORKER, BACKGROUND, OBSERVER -> forbidden(name(kind));
      case NOT_SHOWN -> notShown();
    };
  }

  /// One that sends nothing keeps the snapshot of a slot that it made.
  private Optional<Permission> ofSender(Backend backend) {
    return backend.state().equals(Reading.missing(Reading.Why.NO_PRIVILEGE))
        ? Optional.of(Permission.notShown("hidden", survey.server().grantee()))
        : forbidden(backend.isIdleInTransaction() ? "walsender-idle" : name(backend.kind()));
  }

  private static String name(Backend.Kind kind) {
    return kind.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private Optional<Permission> notShown() {
    boolean isOff =
        survey
            .settings()
            .value("track_activities")
            .filter(it -> it.setting().equals("off"))
            .isPresent();
    return Optional.of(Permission.notShown(isOff ? "not-tracked" : "session-not-shown"));
  }

  private static Optional<Permission> forbidden(String name, Object... figures) {
    return Optional.of(Permission.forbidden(name, figures));
  }

  private Optional<Permission> waiting(Backend backend) {
    if (backend.waitsForStandby()) {
      return forbidden("waits-for-standby");
    }
    if (!backend.waitsForLock()) {
      return Optional.empty();
    }
    var roots = rootsOf(backend).stream().map(Backend::name).toList();
    return forbidden("waits", roots.isEmpty() ? "" : " behind " + String.join(", ", roots));
  }

  /// What it holds then is an advisory lock of its session, which programs take to agree on who
  /// works.
  private static Optional<Permission> withoutTransaction(Backend blocker) {
    return blocker.state().is("idle"::equals) ? forbidden("advisory-lock") : Optional.empty();
  }

  /// A session that is only known to be in a transaction may hold nothing at all.
  private Optional<Permission> withoutHold(Session session) {
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
        ? forbidden("too-soon", Quantities.duration(held), Quantities.duration(limit))
        : Optional.empty();
  }

  /// For how long a session may hold before anything is done about it. A statement that runs is at
  /// work, and so is what goes from statement to statement: its work is lost as a whole. Where
  /// nobody showed since when one is idle, it may be at work.
  private Duration limit(Backend backend) {
    return isAtWork(backend)
        ? WORK_LIMIT
        : backend.stateSince().isKnown() ? IDLE_LIMIT : BUSY_LIMIT;
  }

  /// The same of a holder: the work of one that has written is lost with it, idle or not.
  public Duration limit(Session session) {
    var limit = limit(session.backend());
    return session.writer() && limit.compareTo(BUSY_LIMIT) < 0 ? BUSY_LIMIT : limit;
  }

  /// The same of one that blocks: where nobody but autovacuum is kept waiting, what it has written
  /// counts as much as that of any holder.
  private Duration limitOf(Backend blocker) {
    boolean isWaitedFor =
        survey.machinery().sessions().stream()
            .anyMatch(each -> each.waitsForLock() && rootsOf(each).contains(blocker));
    return survey
        .holders(Session.class)
        .filter(each -> !isWaitedFor && process(each.backend()).equals(process(blocker)))
        .map(this::limit)
        .findFirst()
        .orElseGet(() -> limit(blocker));
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
        .flatMap(age -> forbidden("harmless", age, AGE_LIMIT))
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
        .flatMap(other -> forbidden("not-oldest", other.called()));
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

  /// What is proven of a session says nothing of its kin, and of a younger one it is not known that
  /// it holds anything: it goes with an older one only where nobody comes back to either.
  private Optional<Object> alike(HorizonHolder holder) {
    var harm = harmful.contains(holder) ? Harm.VACUUM_KEPT_ROWS : Harm.NOT_PROVEN;
    return holder instanceof Session session && byItself(session, harm).isEmpty()
        ? Optional.of(
            mayWork(session.backend())
                ? List.of(session.kin(), session.age().known())
                : session.kin())
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
