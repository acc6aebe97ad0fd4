package org.vacuumadvisor.diagnosis.logged;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.run.Run;
import org.vacuumadvisor.model.run.Trigger;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum whose memory for dead row IDs filled: it scanned all indexes several times over.
final class IndexPasses implements Rule {
  private static final long ROW_ID_BYTES = 6;
  private static final double PAGE_BYTES = 64;

  @Override
  public String id() {
    return "index-passes";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return LogCase.of(evidence)
        .flatMap(logs ->
            logs.tables()
                .flatMap(table ->
                    table
                        .milestones()
                        .mostPasses()
                        .map(run -> finding(table, run, logs))
                        .stream()));
  }

  private Finding finding(TableHistory table, Run run, LogCase logs) {
    long passes = passes(run);
    return new Finding(
        id(),
        Severity.WARNING,
        logs.subject(table),
        "A vacuum of %s scanned its indexes %d times: its memory filled"
            .formatted(logs.name(table), passes),
        facts(run, passes),
        "A vacuum collects the IDs of dead rows in memory, up to autovacuum_work_mem or"
            + " maintenance_work_mem. When that is full it scans all indexes, and goes on; the"
            + " second and every further scan of them would not be needed with more memory.",
        Confidence.HIGH,
        null,
        List.of(remedy(run, passes, logs)));
  }

  static long passes(Run run) {
    var scans = run.outcome().indexScans();
    long told = scans == null ? 0 : scans;
    return Math.max(
        told, run.indexes().stream().mapToLong(each -> each.scans().size()).max().orElse(0));
  }

  private static List<Fact> facts(Run run, long passes) {
    var facts = new ArrayList<Fact>();
    facts.add(Told.by(run, "index scans", Quantities.count(passes)));
    dead(run).ifPresent(dead -> facts.add(Told.by(run, "dead row IDs", Quantities.count(dead))));
    facts.add(Told.by(run, "it took", Told.elapsed(run)));
    var memory = run.usage().memory();
    if (memory != null) {
      facts.add(Told.by(run, "its memory", Quantities.number(memory.limitMB()) + " MB"));
    }
    facts.add(
        Fact.threshold(
            "enough",
            "1 index scan",
            Provenance.ENGINE,
            "lazy_vacuum_heap_rel(): one for each time memory fills"));
    return facts;
  }

  /// Up to 13 only the sums of the heap passes tell.
  private static Optional<Long> dead(Run run) {
    var scan = run.outcome().indexScan();
    if (scan != null) {
      return Optional.of(scan.deadItemIds());
    }
    long told = run.passes().heap().stream().mapToLong(each -> each.tuples()).sum();
    return told > 0 ? Optional.of(told) : Optional.ofNullable(run.outcome().tuples().removed());
  }

  private static Remedy remedy(Run run, long passes, LogCase logs) {
    boolean isAutomatic = run.heading().trigger() == Trigger.AUTOVACUUM;
    var setting = isAutomatic ? Setting.AUTOVACUUM_WORK_MEM : Setting.MAINTENANCE_WORK_MEM;
    return new Remedy.Tune(
        new Subject.Cluster(),
        setting,
        new Goal.OneIndexPass(new Bytes(Math.round(needed(run, logs))), passes));
  }

  /// Up to 16 six bytes a row. From 17 on it depends on how the rows lie, but is bounded by the
  /// pages that have any: a bit for each row of a page, and its place in a tree.
  private static double needed(Run run, LogCase logs) {
    double rows = (double) (dead(run).orElse(0L) * ROW_ID_BYTES);
    var scan = run.outcome().indexScan();
    return scan == null || most(logs).isPresent()
        ? rows
        : Math.min(rows, (double) scan.pages() * PAGE_BYTES);
  }

  private static Optional<Bytes> most(LogCase logs) {
    return DeadRowMemory.usefulMost(logs.evidence().survey().server().release());
  }
}
