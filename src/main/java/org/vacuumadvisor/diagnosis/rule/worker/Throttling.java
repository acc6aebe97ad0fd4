package org.vacuumadvisor.diagnosis.rule.worker;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.VacuumWait;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.PageWork;
import org.vacuumadvisor.unit.Quantities;

/// How much of its time a running vacuum sleeps for the cost limit: measured where the server
/// measures it, from 18 on; else seen, each time somebody looked.
///
/// @param asleep the part of its time; all of it where it was only seen
/// @param isMeasured whether the server measured it
/// @param projected what the whole run will take at this pace, in seconds, where that is known
record Throttling(
    RunningVacuum vacuum,
    Relation relation,
    double asleep,
    boolean isMeasured,
    double elapsed,
    double projected) {
  private static final String SCANS = "scanning heap";

  /// Half a day: a vacuum that disks slow down, not the cost limit, is rarely that long at work.
  /// Our choice.
  private static final double LONG_SECONDS = 12 * 3600;

  /// So soon after its begin a pace tells nothing. Our choice.
  private static final double TELLING_SECONDS = 30;

  /// Of all runs of which it is known who began them.
  static List<Throttling> of(Evidence evidence) {
    return evidence.machinery().vacuums().stream()
        .filter(each -> each.autovacuum().isKnown())
        .flatMap(each -> of(each, evidence).stream())
        .toList();
  }

  private static Optional<Throttling> of(RunningVacuum vacuum, Evidence evidence) {
    var relation = evidence.relation(vacuum.database(), vacuum.relation().or(0L));
    var now = evidence.takenAt();
    var lasted = vacuum.since().map(since -> Duration.between(since, now));
    var elapsed =
        lasted.map(each -> (double) each.toMillis() / 1e3).known().filter(each -> each > 0);
    if (relation.isEmpty() || elapsed.isEmpty()) {
      return Optional.empty();
    }
    var measured = vacuum.delayed().known().filter(each -> !each.isZero());
    double asleep =
        measured.isPresent()
            ? Math.min(1, (double) measured.get().toMillis() / 1e3 / elapsed.get())
            : wasSeenAsleepTwice(vacuum, evidence)
                    || isAsleepForLong(vacuum, elapsed.get(), evidence)
                ? 1
                : 0;
    return Optional.of(
        new Throttling(
            vacuum,
            relation.get(),
            asleep,
            measured.isPresent(),
            elapsed.get(),
            projected(vacuum, elapsed.get())));
  }

  /// Whether a person or a job began it.
  boolean isByHand() {
    return vacuum.autovacuum().is(each -> !each);
  }

  /// How far it is, to follow another figure; empty where that is not known.
  String scannedInWords() {
    return Reading.both(
            vacuum.pagesScanned(),
            vacuum.pagesTotal(),
            "",
            (scanned, total) ->
                "; %s of %s pages are scanned"
                    .formatted(Quantities.count(scanned), Quantities.count(total)))
        .or("");
  }

  private static double projected(RunningVacuum vacuum, double elapsed) {
    double scanned = vacuum.pagesScanned().or(0L);
    double total = vacuum.pagesTotal().or(0L);
    return vacuum.phase().or("").equals(SCANS) && scanned > 0 && total > scanned
        ? elapsed * total / scanned
        : elapsed;
  }

  /// The same run in both surveys, and asleep both times.
  private static boolean wasSeenAsleepTwice(RunningVacuum vacuum, Evidence evidence) {
    return evidence
        .older()
        .filter(older ->
            sleeps(older.machinery(), vacuum.pid())
                && older.machinery().vacuums().stream()
                    .anyMatch(each ->
                        each.pid() == vacuum.pid() && each.relation().equals(vacuum.relation())))
        .filter(_ -> sleeps(evidence.machinery(), vacuum.pid()))
        .isPresent();
  }

  /// One look may find by chance what is rare; of a run of so many hours it is no chance that it is
  /// asleep as somebody looks, nor of one by hand, which does not sleep by default. Another look,
  /// where there is one, decides instead: what was awake then was not asleep all the time.
  private static boolean isAsleepForLong(RunningVacuum vacuum, double elapsed, Evidence evidence) {
    return evidence.older().isEmpty()
        && (elapsed >= LONG_SECONDS || vacuum.autovacuum().is(each -> !each))
        && sleeps(evidence.machinery(), vacuum.pid());
  }

  private static boolean sleeps(Machinery machinery, int pid) {
    return machinery.workers().or(List.of()).stream()
            .anyMatch(each -> each.pid() == pid && each.waitsFor().or("").equals(VacuumWait.DELAY))
        || machinery.session(pid).filter(each -> each.waitsFor().is("Timeout"::equals)).isPresent();
  }

  /// Whether any worker is asleep for the cost limit at this moment, or all sleep for longer than
  /// they do by default since 12: before 13 no wait event tells of it.
  static boolean isSeen(Evidence evidence) {
    return evidence.settings().autovacuumCostDelay().value() > CostModel.DEFAULT_DELAY
        || evidence.workers().stream()
            .anyMatch(each -> each.waitsFor().or("").equals(VacuumWait.DELAY));
  }

  /// Whether a worker is asleep for cost settings of its table's own, which win over the server's
  /// and take no part in the balance: as they are shown, or as its pace tells of a table of another
  /// database.
  static boolean isOfItsTable(Machinery.Worker worker, Evidence evidence) {
    return evidence.machinery().vacuums().stream()
        .filter(each -> each.pid() == worker.pid())
        .filter(_ -> worker.waitsFor().or("").equals(VacuumWait.DELAY))
        .anyMatch(each ->
            evidence
                .relation(each.database(), each.relation().or(0L))
                .map(table ->
                    evidence.options(table).balance() == AutovacuumOptions.Balance.BYPASSED)
                .orElseGet(() -> isFarBelowItsShare(each, evidence)));
  }

  /// Whether it has scanned less than a tenth of what its share of the server's limit allows, each
  /// page read and written.
  private static boolean isFarBelowItsShare(RunningVacuum vacuum, Evidence evidence) {
    var cost = CostModel.ofAutovacuum(evidence.settings());
    double share =
        cost.pagesPerSecond(PageWork.MISS_AND_DIRTY) / Math.max(1, evidence.workers().size());
    return vacuum.phase().is(SCANS::equals)
        && vacuum.indexPasses().is(passes -> passes == 0)
        && vacuum
            .since()
            .known()
            .map(since -> (double) evidence.ago(since).toSeconds())
            .filter(seconds -> seconds >= TELLING_SECONDS)
            .filter(seconds -> vacuum.pagesScanned().is(all -> all < share / 10 * seconds))
            .isPresent();
  }
}
