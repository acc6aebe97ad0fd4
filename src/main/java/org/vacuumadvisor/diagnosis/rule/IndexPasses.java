package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Origin;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum that has to scan all indexes more than once, because the memory for dead rows fills.
final class IndexPasses implements Rule {
  private static final Bytes MODEST = Bytes.ofMegabytes(256);
  private static final long ROW_ID = 6;

  /// Where neither the table nor the setting is known.
  private static final Remedy MORE_MEMORY =
      new Remedy.Act(
          "Give vacuums more memory for dead rows: autovacuum_work_mem, or maintenance_work_mem"
              + " where that is -1; before 17 up to 1 GB is of use. It helps from the next vacuum"
              + " on");

  @Override
  public String id() {
    return "index-passes";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return Stream.concat(
        evidence.survey().machinery().vacuums().stream()
            .filter(IndexPasses::isAgain)
            .flatMap(each -> running(each, evidence).stream()),
        evidence.pastVacuumThreshold().stream()
            .filter(each -> !each.indexes().isEmpty())
            .filter(each -> passes(each, evidence) > 1)
            .filter(each -> !isRunning(each, evidence))
            .map(each -> predicted(each, evidence)));
  }

  /// One pass over the indexes is done, and another one is to come or at work.
  private static boolean isAgain(RunningVacuum vacuum) {
    var phase = vacuum.phase().or("");
    return vacuum.indexPasses().or(0L) >= 1
        && (phase.equals("scanning heap") || phase.equals("vacuuming indexes"));
  }

  private static boolean isRunning(Relation relation, Evidence evidence) {
    return evidence.survey().machinery().vacuums().stream()
        .filter(IndexPasses::isAgain)
        .anyMatch(each -> each.relation().or(0L) == relation.key().oid());
  }

  private static long passes(Relation relation, Evidence evidence) {
    long dead = HeldRows.deadRows(relation);
    int blockSize = relation.extent().blockSize();
    // relpages is of the last vacuum; a table that has grown since has pages for all its rows
    long holding = Math.ceilDiv(dead, DeadRowMemory.rowsAPage(blockSize));
    long pages = Math.max(relation.extent().bestPages().count(), holding);
    return memory(evidence).passes(dead, new Pages(pages), blockSize).orElse(1);
  }

  private static DeadRowMemory memory(Evidence evidence) {
    return new DeadRowMemory(
        evidence.survey().server().release(),
        evidence.survey().settings().autovacuumWorkMem().value());
  }

  private Optional<Finding> running(RunningVacuum vacuum, Evidence evidence) {
    var known = evidence.relation(vacuum.database(), vacuum.relation().or(0L));
    if (known.isEmpty() && evidence.survey().coverage().excerpt().isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            id(),
            Severity.WARNING,
            known
                .<Subject>map(Subject.OfRelation::new)
                .orElseGet(() -> new Subject.OfDatabase(vacuum.database())),
            "A vacuum of %s scans its indexes again and again"
                .formatted(
                    known
                        .map(relation -> Names.of(relation, evidence))
                        .orElseGet(() -> "the table with OID " + vacuum.relation().or(0L))),
            List.of(
                Fact.observed(
                    "passes over the indexes so far",
                    Quantities.count(vacuum.indexPasses().or(0L)),
                    "pg_stat_progress_vacuum.index_vacuum_count"),
                Fact.observed(
                    "pages of the table scanned",
                    "%s of %s"
                        .formatted(
                            Quantities.count(vacuum.pagesScanned().or(0L)),
                            Quantities.count(vacuum.pagesTotal().or(0L))),
                    "pg_stat_progress_vacuum.heap_blks_scanned, heap_blks_total"),
                bar(evidence)),
            EXPLANATION,
            Confidence.HIGH,
            null,
            known
                .map(relation -> remedies(relation, evidence))
                .orElseGet(() -> List.of(MORE_MEMORY))));
  }

  private Finding predicted(Relation relation, Evidence evidence) {
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.OfRelation(relation),
        "The next vacuum of %s will scan its indexes %s times"
            .formatted(Names.of(relation, evidence), Quantities.count(passes(relation, evidence))),
        List.of(
            Fact.observed(
                "dead rows",
                Quantities.count(HeldRows.deadRows(relation)),
                "pg_stat_all_tables.n_dead_tup"),
            Fact.observed(
                "indexes, each read in every pass",
                "%s, %s"
                    .formatted(
                        Quantities.count(relation.indexes().size()),
                        relation.indexes().stream()
                            .map(each -> each.pages().bytes(relation.extent().blockSize()))
                            .reduce(Bytes.NONE, Bytes::plus)),
                "pg_class.relpages of the indexes"),
            bar(evidence)),
        EXPLANATION,
        Confidence.MEDIUM,
        null,
        remedies(relation, evidence));
  }

  private static final String EXPLANATION =
      "Vacuum collects the IDs of dead rows in memory. When that is full it scans every index from"
          + " beginning to end, removes what it has, and starts collecting again. Each further pass"
          + " costs as much as the first.";

  private static Fact bar(Evidence evidence) {
    var memory = memory(evidence);
    var where =
        switch (evidence.survey().settings().autovacuumWorkMem().origin()) {
          case Origin.Server(var setting) -> setting.parameter();
          case Origin.ReleaseDefault(var setting) -> setting.parameter() + ", the default";
          case Origin.OwnParameter _, Origin.ParentParameter _, Origin.NotInRelease _ -> "";
        };
    return Fact.threshold(
        "memory for dead rows",
        memory.memory()
            + (DeadRowMemory.usefulMost(memory.release()).isPresent()
                ? ", " + ROW_ID + " bytes a row, at most 1 GB"
                : ", as a tree: several times as many rows as before 17"),
        ENGINE,
        where);
  }

  /// More memory where a little is enough; else the table is to be vacuumed earlier.
  private static List<Remedy> remedies(Relation relation, Evidence evidence) {
    var most = DeadRowMemory.usefulMost(evidence.survey().server().release());
    var now = evidence.survey().settings().autovacuumWorkMem().value();
    var needed =
        most.isEmpty()
            ? new Bytes(now.count() * 2)
            : new Bytes(HeldRows.deadRows(relation) * ROW_ID);
    var modest = most.isEmpty() ? Bytes.ofGigabytes(1) : MODEST;
    if (needed.compareTo(modest) <= 0 && needed.compareTo(now) > 0) {
      return List.of(
          new Remedy.Tune(
              new Subject.OfRelation(relation),
              Setting.AUTOVACUUM_WORK_MEM,
              new Goal.OneIndexPass(needed, passes(relation, evidence))));
    }
    var target = DeadRowTarget.of(relation, evidence);
    return target.rows() < evidence.thresholds(relation).vacuum()
        ? List.of(target.remedy(relation))
        : List.of();
  }
}
