package org.vacuumadvisor.evidence;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.TableLock;
import org.vacuumadvisor.postgres.LockMode;
import org.vacuumadvisor.unit.Share;

/// A vacuum at work, and how far its present phase is.
///
/// @param relation the table, if it was surveyed; who may not see what a vacuum does sees its lock
/// @param yields whether it is ended by who waits for its table (`ProcSleep()`): one of autovacuum
///   that is not to prevent wraparound, of which the age of the table tells, too
/// @param done of the present phase; empty in phases that count no pages
/// @param running since it began; empty without the right to see it
/// @param left until the present phase ends at the speed measured; at most, in the second pass over
///   the heap, which jumps over pages without dead rows. Index scans that may come are not in it
public record VacuumAtWork(
    RunningVacuum vacuum,
    Optional<Relation> relation,
    boolean yields,
    Optional<Share> done,
    Optional<Duration> running,
    Optional<Duration> left) {
  private static final String FIRST_PASS = "scanning heap";

  /// The phase in which dead rows go whose entries in the indexes are gone.
  public static final String SECOND_PASS = "vacuuming heap";

  /// One moment of a vacuum: at how many pages of how many its phase is.
  private record Step(String phase, long at, long of) {
    static Optional<Step> of(RunningVacuum vacuum) {
      var phase = vacuum.phase().or("");
      var scanned = vacuum.pagesScanned().known();
      return switch (phase) {
        case FIRST_PASS ->
            scanned.flatMap(
                at -> vacuum.pagesTotal().known().map(total -> new Step(phase, at, total)));
        case SECOND_PASS ->
            vacuum
                .pagesVacuumed()
                .known()
                .flatMap(at -> scanned.map(total -> new Step(phase, at, total)));
        default -> Optional.empty();
      };
    }

    Duration left(double pagesPerSecond) {
      return Duration.ofMillis(Math.round(Math.max(0, of - at) / pagesPerSecond * 1000));
    }
  }

  /// The vacuums that ran when the server was looked at last, the longest first.
  public static List<VacuumAtWork> of(Evidence evidence) {
    var takenAt = evidence.takenAt();
    return evidence.machinery().vacuums().stream()
        .sorted((one, other) -> start(one, takenAt).compareTo(start(other, takenAt)))
        .map(each -> of(each, evidence))
        .toList();
  }

  /// The one at work on a table.
  public static Optional<VacuumAtWork> on(Relation table, Evidence evidence) {
    return of(evidence).stream()
        .filter(each -> each.relation.filter(of -> of.key().equals(table.key())).isPresent())
        .findFirst();
  }

  private static Instant start(RunningVacuum vacuum, Instant otherwise) {
    return vacuum.since().or(otherwise);
  }

  private static VacuumAtWork of(RunningVacuum vacuum, Evidence evidence) {
    var step = Step.of(vacuum);
    var running =
        vacuum
            .since()
            .known()
            .map(start -> evidence.ago(start))
            .map(each -> each.isNegative() ? Duration.ZERO : each);
    var lock = lock(vacuum, evidence);
    var relation =
        vacuum
            .relation()
            .known()
            .flatMap(oid -> evidence.relation(vacuum.database(), oid))
            .or(() -> lock.flatMap(each -> evidence.relation(each.relation())));
    boolean isForced =
        vacuum
            .toPreventWraparound()
            .known()
            .orElseGet(() -> relation.filter(evidence::isForced).isPresent());
    return new VacuumAtWork(
        vacuum,
        relation,
        !isForced
            && vacuum
                .autovacuum()
                .known()
                .orElseGet(() -> lock.filter(TableLock::isOfAutovacuum).isPresent()),
        step.map(each -> Share.of(each.at(), each.of())),
        running,
        step.flatMap(now ->
            // where its beginning is not shown, it has run at least as long as it slept
            pace(now, vacuum, running.or(vacuum.delayed()::known), evidence).map(now::left)));
  }

  /// The lock that it has on its table.
  private static Optional<TableLock> lock(RunningVacuum vacuum, Evidence evidence) {
    return evidence.machinery().locks().stream()
        .filter(each -> each.pid() == vacuum.pid() && each.granted())
        .filter(each -> each.mode().equals(LockMode.SHARE_UPDATE_EXCLUSIVE.text()))
        .findFirst();
  }

  /// Pages a second: as seen between two surveys, else the average since the scan began, as long as
  /// no scan of indexes is in it.
  private static Optional<Double> pace(
      Step now, RunningVacuum vacuum, Optional<Duration> running, Evidence evidence) {
    var seen =
        evidence
            .older()
            .flatMap(older -> before(vacuum, older.machinery().vacuums()))
            .flatMap(Step::of)
            .filter(then -> then.phase().equals(now.phase()) && then.at() < now.at())
            .flatMap(
                then -> evidence.window().flatMap(time -> perSecond(now.at() - then.at(), time)));
    boolean isAllScan =
        now.phase().equals(FIRST_PASS) && vacuum.indexPasses().or(0L) == 0 && now.at() > 0;
    return seen.or(() -> running.filter(_ -> isAllScan).flatMap(time -> perSecond(now.at(), time)));
  }

  private static Optional<Double> perSecond(long pages, Duration time) {
    return time.toMillis() > 0 ? Optional.of(pages * 1000.0 / time.toMillis()) : Optional.empty();
  }

  /// The same vacuum in an earlier survey; a worker goes from table to table under one pid.
  private static Optional<RunningVacuum> before(RunningVacuum vacuum, List<RunningVacuum> earlier) {
    return earlier.stream()
        .filter(each -> each.pid() == vacuum.pid())
        .filter(each -> each.relation() instanceof Reading.Known<Long>)
        .filter(each ->
            each.relation().equals(vacuum.relation())
                && each.since().equals(vacuum.since())
                && each.indexPasses().equals(vacuum.indexPasses()))
        .findFirst();
  }
}
