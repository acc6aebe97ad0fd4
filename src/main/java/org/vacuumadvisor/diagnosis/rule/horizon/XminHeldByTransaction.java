package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LeftBehind;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// A session whose snapshot or transaction ID is old: vacuum must keep every row version that died
/// since. A session that is idle in transaction but holds neither is no finding: it pins nothing.
public final class XminHeldByTransaction implements Rule {
  /// A statement that runs, where a vacuum has already kept dead rows because of it: autovacuum
  /// comes to a database about once in `autovacuum_naptime`, a minute by default.
  private static final Duration BUSY_WITH_PROOF = Duration.ofMinutes(1);

  /// Where a vacuum kept far more rows than a table may have dead, it takes no longer to be named
  /// than normal transactions last: ours. Whether to end anyone is another matter.
  private static final Duration NAMED_WITH_PROOF = Duration.ofSeconds(10);

  /// From here on a transaction is reported although nothing shows that it does harm: ours.
  private static final Duration IDLE_LONG = Duration.ofMinutes(10);

  private static final Duration BUSY_LONG = Duration.ofHours(1);

  /// So long no commit waits for a synchronous standby that is well. Our choice.
  private static final Duration COMMITTED = Duration.ofSeconds(10);

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return HorizonSight.SESSIONS.verdicts(findings(evidence).toList(), evidence);
  }

  private Stream<Finding> findings(Evidence evidence) {
    var cases =
        HorizonCase.of(evidence, XminHeldByTransaction::isTransaction)
            .filter(each -> finding(each).isPresent())
            .toList();
    var told = new HashSet<Backend>();
    cases.forEach(each -> told.add(each.session().backend()));
    var snapshots = new HashSet<Long>();
    return cases.stream()
        .filter(each -> !waitsForOneOf(told, each) && !waitsBehindOlder(cases, each))
        .filter(each -> snapshotOfDump(each).filter(xmin -> !snapshots.add(xmin)).isEmpty())
        .filter(each -> !each.session().backend().waitsForStandby() || snapshots.add(null))
        .flatMap(each -> finding(each).stream());
  }

  /// The snapshot that the jobs of a parallel dump share: one of them is told for all.
  private static Optional<Long> snapshotOfDump(HorizonCase each) {
    var session = each.session();
    return each.preconditions().ending(session, Harm.NOT_PROVEN) instanceof Permission.EndsByItself
        ? session.snapshot().known()
        : Optional.empty();
  }

  /// A session that waits for the lock of another one that blocks cleanup, or that keeps one from
  /// ending, ends with it: it is a consequence, unless its own snapshot is older. So it is where it
  /// keeps nothing that the other one, told or not, does not keep since longer.
  private static boolean waitsForOneOf(Set<Backend> told, HorizonCase each) {
    var waiter = each.session().backend();
    var roots = each.preconditions().rootsOf(waiter);
    boolean areTold = !told.addAll(roots);
    return !roots.isEmpty()
        && (areTold || roots.stream().allMatch(each::keepsNoMoreThan))
        && roots.stream().allMatch(root -> !each.isOlderThanTransactionOf(root));
  }

  /// A session that waits for somebody's lock, whoever that is, began after another holder, or
  /// waits for a prepared transaction that is one: it keeps nothing that the other does not.
  private static boolean waitsBehindOlder(List<HorizonCase> cases, HorizonCase each) {
    var waiter = each.session().backend();
    var reach = each.holder().reach();
    return waiter.waitsForLock()
        && each.preconditions().rootsOf(waiter).isEmpty()
        && (cases.stream()
                .filter(other -> other.holder().reach().equals(reach))
                .anyMatch(other -> other.isOlderThan(each))
            || (each.preconditions().isBehindPrepared(waiter)
                && each.evidence().holders().stream()
                    .filter(other -> other instanceof PreparedTransaction)
                    .filter(other -> other.reach().equals(reach))
                    .anyMatch(each::isNoOlderThan)));
  }

  /// It does not help to be told of the session that looks, in a transaction of that moment.
  private static boolean isTransaction(HorizonHolder holder) {
    return holder instanceof Session session
        && session.backend().kind() != Backend.Kind.PARALLEL_WORKER
        && (session.backend().kind() != Backend.Kind.OBSERVER
            || !session.backend().isJustLooking());
  }

  private Optional<Finding> finding(HorizonCase each) {
    var words = new TransactionWords(each.session(), each);
    return severity(each)
        .or(() ->
            Optional.of(ofProven(each))
                .filter(_ -> each.keptAtCutoff() > 0 || each.isStandingCutoff()))
        .map(severity ->
            found(severity, each.subject())
                .headline(words.headline())
                .facts(words.facts(limit(each)))
                .facts(each.facts())
                .explained(words.cause())
                .confidence(confidence(each))
                .toBeCertain(
                    each.since().isPresent()
                        ? null
                        : each.evidence().isPieced()
                            ? "SELECT now(), pasted with it, tells how long the transaction is"
                                + " open."
                            : "Membership in pg_monitor shows since when the transaction is open.")
                .remedies(remedies(each))
                .build());
  }

  /// Where a vacuum kept few rows that are its: whoever pastes both asks why.
  private static Severity ofProven(HorizonCase each) {
    return each.evidence().isPieced() && !each.session().backend().isWorker()
        ? Severity.ADVICE
        : Severity.INFO;
  }

  /// The session, and whoever it waits for: a lock that somebody else has keeps it from ending. One
  /// that a session has outside of any transaction, an advisory one, nobody is about to release.
  private static Stream<Remedy> remedies(HorizonCase each) {
    var backend = each.session().backend();
    var standby = synchronousStandby(each);
    if (backend.waitsForStandby()) {
      return standby.stream();
    }
    var roots = each.preconditions().rootsOf(backend);
    var lasting = roots.stream().filter(root -> root.state().is("idle"::equals)).findFirst();
    if (lasting.isPresent() && !each.session().writer()) {
      var lock = "the advisory lock of " + lasting.get().fullName();
      return Stream.of(
          new Remedy.CancelWaiter(backend, lock), Remedy.Act.said("try-lock", backend.name()));
    }
    boolean isProven = !each.rows().inVain().isEmpty() || mayKeepMultixacts(each);
    var harm = isProven ? Harm.VACUUM_KEPT_ROWS : Harm.NOT_PROVEN;
    return Stream.concat(
        Stream.concat(
            standby.stream(),
            roots.stream().map(root -> new Remedy.EndBlocker(root, backend.name()))),
        Stream.of(new Remedy.EndSession(each.session(), harm)));
  }

  /// What a commit waits for, or may wait for where what a session waits for may not be seen and no
  /// standby is connected.
  private static Optional<Remedy> synchronousStandby(HorizonCase each) {
    var backend = each.session().backend();
    boolean mayWait =
        backend.kind() == Backend.Kind.HIDDEN
            && each.session().writer()
            && each.evidence().machinery().senders().isEmpty();
    var names =
        each.evidence()
            .settings()
            .value("synchronous_standby_names")
            .filter(set -> !set.setting().isEmpty())
            .map(set -> " = '%s'".formatted(set.setting()));
    return backend.waitsForStandby() || (mayWait && names.isPresent())
        ? Optional.of(Remedy.Act.said("synchronous-standby", names.orElse("")))
        : Optional.empty();
  }

  private static Optional<Severity> severity(HorizonCase each) {
    var backend = each.session().backend();
    // a worker that analyzes has a snapshot, too, and is nearly always gone soon
    if (backend.isWorker()) {
      return Optional.of(Severity.WARNING).filter(_ -> each.isCutoff());
    }
    if (each.since().isEmpty()) {
      return ofHidden(each);
    }
    if (each.blocksFreezing() || (backend.waitsForStandby() && each.heldFor(COMMITTED))) {
      return Optional.of(Severity.CRITICAL);
    }
    // of a text that shows no clock it is not known for how long one is idle
    boolean isAtWork =
        each.preconditions().isAtWork(backend)
            && !backend.waitsForLock()
            && (each.evidence().isClockShown() || !backend.isIdleInTransaction());
    boolean isProven =
        each.isCutoff()
            || (HeldRows.isFarPast(each.rows().inVain(), each.evidence())
                && each.heldFor(NAMED_WITH_PROOF));
    var severity =
        isProven ? Optional.of(Severity.WARNING) : isAtWork ? ofBusy(each) : ofIdle(each);
    // whoever pastes a text asks about its trouble
    boolean isLeftAlone =
        isAtWork
            && each.evidence().excerpt().isEmpty()
            && !each.heldFor(each.preconditions().limit(each.session()));
    return severity
        .filter(_ -> !isLeftAlone || !each.isCovered())
        .map(found -> isLeftAlone && found == Severity.WARNING ? Severity.ADVICE : found);
  }

  private static Optional<Severity> ofIdle(HorizonCase each) {
    boolean isHarmful = isHarmful(each);
    return Optional.of(isHarmful ? Severity.WARNING : Severity.ADVICE)
        .filter(_ ->
            each.heldFor(isHarmful || isInTheWay(each) ? Preconditions.IDLE_LIMIT : IDLE_LONG));
  }

  private static Optional<Severity> ofBusy(HorizonCase each) {
    boolean isHarmful = isHarmful(each);
    if ((!each.rows().inVain().isEmpty() && each.heldFor(BUSY_WITH_PROOF))
        || (isHarmful && each.heldFor(BUSY_LONG))) {
      return Optional.of(Severity.WARNING);
    }
    return Optional.of(Severity.ADVICE)
        .filter(_ ->
            each.heldFor(isHarmful || isInTheWay(each) ? Preconditions.BUSY_LIMIT : BUSY_LONG));
  }

  /// Whether it will be in the way of the vacuum that is missing yet, or may be in that of one for
  /// multixacts; of a standby only its primary knows.
  private static boolean isInTheWay(HorizonCase each) {
    return !each.rows().unvisited().isEmpty()
        || each.rows().multixacts().isPresent()
        || each.evidence().isStandby();
  }

  /// It is old, or dead rows wait that may be its.
  private static boolean isHarmful(HorizonCase each) {
    return each.holder().isOlderThan(HorizonCase.OLD)
        || !each.rows().pastThreshold().isEmpty()
        || !each.rows().inVain().isEmpty()
        || each.mayHaveKept();
  }

  /// Where nobody shows since when, only its age speaks, and rows that a vacuum left: to a role
  /// without rights, a transaction of seconds looks like one of hours that assigns few IDs. A
  /// snapshot that is as old as another's running transaction may be brand-new: that other one
  /// holds it.
  private static Optional<Severity> ofHidden(HorizonCase each) {
    var session = each.session();
    if (!session.writer() && each.isExplainedByWriter()) {
      return Optional.empty();
    }
    if (each.blocksFreezing()) {
      return Optional.of(Severity.CRITICAL);
    }
    boolean areRowsLeft =
        each.rows().inVain().stream()
            .filter(kept -> !LeftBehind.mayBeNew(kept, each.evidence()))
            .anyMatch(each::isOldestFor);
    var backend = session.backend();
    boolean isHidden = backend.isAnonymous();
    boolean isAtWork = isHidden && backend.kind() != Backend.Kind.HIDDEN;
    if (session.isOlderThan(HorizonCase.OLD) || (areRowsLeft && !isHidden)) {
      return Optional.of(isAtWork ? Severity.ADVICE : Severity.WARNING);
    }
    boolean mayBeKept =
        HeldRows.isFarPast(each.rows().pastThreshold(), each.evidence()) || each.mayHaveKept();
    // only the primary counts what is kept for a standby
    boolean isReported =
        HorizonCase.isFeedback(each.evidence()) && session.isOlderThan(XidAge.NONE) && isHidden;
    return areRowsLeft || isReported || mayKeepMultixacts(each) || (mayBeKept && !isHidden)
        ? Optional.of(Severity.ADVICE)
        : Optional.empty();
  }

  /// Whether vacuums are forced for multixacts, again and again, and nobody else may keep them: no
  /// view tells who does.
  private static boolean mayKeepMultixacts(HorizonCase each) {
    return each.rows().multixacts().filter(each::isOldestFor).isPresent();
  }

  private static Fact limit(HorizonCase each) {
    return each.preconditions().isIdle(each.session().backend())
        ? Fact.convention(
            "limit for idle in transaction",
            Quantities.duration(Preconditions.IDLE_LIMIT),
            "idle_in_transaction_session_timeout is commonly set to minutes")
        : Fact.chosen(
            "limit for a transaction at work",
            "%s, and %s once a vacuum kept rows because of it"
                .formatted(
                    Quantities.duration(each.preconditions().limit(each.session())),
                    Quantities.duration(BUSY_WITH_PROOF)),
            "autovacuum visits a database about once a minute by default");
  }

  private static Confidence confidence(HorizonCase each) {
    if (each.since().isEmpty()) {
      return Confidence.LOW;
    }
    return each.rows().inVain().isEmpty() ? Confidence.MEDIUM : Confidence.HIGH;
  }
}
