package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trigger;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// A vacuum that logs tell of and whose memory for dead row IDs filled: it scanned all indexes
/// several times.
record LoggedPasses(Run run, LoggedTable table) {
  private static final double PAGE_BYTES = 64;
  private static final long MOST_MEGABYTES = 1024;

  /// The vacuum of each table that did so most often.
  static List<LoggedPasses> of(Evidence evidence) {
    return LoggedTable.all(evidence)
        .flatMap(told ->
            told.history().milestones().mostPasses().stream()
                .map(run -> new LoggedPasses(run, told)))
        .toList();
  }

  Finding finding(Rule rule) {
    boolean isByHand = run.heading().trigger() != Trigger.AUTOVACUUM;
    var settings = table.evidence().settings();
    boolean isKnown = settings.value(Setting.MAINTENANCE_WORK_MEM).isPresent();
    var now = (isByHand ? settings.maintenanceWorkMem() : settings.autovacuumWorkMem()).value();
    var most = DeadRowMemory.usefulMost(table.evidence().releases().earliest());
    // a run that fills its memory had less than it needed
    boolean hadLess =
        isKnown
            && needed() > 0
            && needed() <= (double) now.count()
            && most.filter(each -> needed() > (double) each.count()).isEmpty();
    var found =
        rule.found(hadLess ? Severity.INFO : Severity.WARNING, table.relation())
            .headline(
                hadLess
                    ? "A vacuum of %s scanned its indexes %s times: it had less memory than is set"
                    : "A vacuum of %s scanned its indexes %s times: its memory filled",
                table.name(),
                run.indexPasses())
            .told(run, "index scans", run.indexPasses());
    var memory = run.usage().memory();
    found
        .told(run, "dead row IDs", dead().orElse(null))
        .told(run, "it took", LogFacts.elapsed(run))
        .told(
            run, "its memory", memory == null ? null : Quantities.number(memory.limitMB()) + " MB")
        .engine("enough", "1 index scan", "lazy_vacuum_heap_rel(): one for each time memory fills");
    if (hadLess) {
      return found.build();
    }
    if (isByHand && needed() > 0 && !isKnown) {
      // whatever it is now, the session that vacuums may have its own
      long megabytes = (long) Math.ceil(needed() / Bytes.ofMegabytes(1).count());
      return found
          .act("Vacuum %s with room for all its dead rows, or more often", table.name())
          .besides(
              megabytes > MOST_MEGABYTES
                  ? "From 17 on SET maintenance_work_mem = '%dMB' in its session holds them at"
                      + " once; before, a vacuum uses 1 GB at most."
                  : "SET maintenance_work_mem = '%dMB' in its session, if it is less, holds them"
                      + " at once.",
              megabytes)
          .build();
    }
    // the largest memory would have filled as often
    if (!isByHand
        && most.filter(each -> needed() > (double) each.count() * (double) (run.indexPasses() - 1))
            .isPresent()) {
      return found.explained("largest-memory").build();
    }
    return found
        .tune(
            isByHand ? Setting.MAINTENANCE_WORK_MEM : Setting.AUTOVACUUM_WORK_MEM,
            new Goal.OneIndexPass(new Bytes(Math.round(needed())), run.indexPasses()))
        .build();
  }

  /// Up to 13 only the sums of the heap passes tell.
  private Optional<Long> dead() {
    var scan = run.outcome().indexScan();
    if (scan != null) {
      return Optional.of(scan.deadItemIds());
    }
    long told = run.passes().heap().stream().mapToLong(each -> each.tuples()).sum();
    return told > 0 ? Optional.of(told) : Optional.ofNullable(run.outcome().tuples().removed());
  }

  /// Up to 16 six bytes a row. From 17 on it depends on how the rows lie, but is bounded by the
  /// pages that have any: a bit for each row of a page, and its place in a tree.
  private double needed() {
    double rows = (double) (dead().orElse(0L) * IndexPasses.ROW_ID_BYTES);
    var scan = run.outcome().indexScan();
    var most = DeadRowMemory.usefulMost(table.evidence().releases().earliest());
    return scan == null || most.isPresent()
        ? rows
        : Math.min(rows, (double) scan.pages() * PAGE_BYTES);
  }
}
