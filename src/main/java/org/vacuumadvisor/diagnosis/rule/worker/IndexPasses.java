package org.vacuumadvisor.diagnosis.rule.worker;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.DeadRowTarget;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RunningVacuum;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Origin;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum that has to scan all indexes more than once, because the memory for dead rows fills.
public final class IndexPasses implements Rule {
  private static final Bytes LITTLE_MEMORY = Bytes.ofMegabytes(256);

  /// `ItemPointerData`, up to 16.
  static final long ROW_ID_BYTES = 6;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var seen =
        Stream.concat(
                evidence.machinery().vacuums().stream()
                    .filter(IndexPasses::isAgain)
                    .flatMap(each -> running(each, evidence).stream()),
                evidence.pastVacuumThreshold().stream()
                    .filter(each -> !each.indexes().isEmpty() && isMemoryShown(evidence))
                    .filter(each -> passes(each, evidence) > 1)
                    .filter(each -> !isRunning(each, evidence))
                    .map(each -> predicted(each, evidence)))
            .toList();
    var told = LoggedPasses.of(evidence).stream().map(each -> each.finding(this)).toList();
    return LogFacts.verdicts(
        evidence,
        LogFacts.joined(evidence.isStandby() ? List.of() : seen, told),
        Question.PROGRESS);
  }

  /// More than one pass over the indexes is done, at work or to come.
  private static boolean isAgain(RunningVacuum vacuum) {
    var phase = vacuum.phase().or("");
    boolean isMoreToCome = phase.equals("scanning heap") || phase.equals("vacuuming indexes");
    return vacuum.indexPasses().is(passes -> passes >= (isMoreToCome ? 1 : 2));
  }

  private static boolean isRunning(Relation relation, Evidence evidence) {
    return evidence.machinery().vacuums().stream()
        .filter(IndexPasses::isAgain)
        .anyMatch(each -> each.relation().or(0L) == relation.key().oid());
  }

  private static long passes(Relation relation, Evidence evidence) {
    long dead = HeldRows.deadRows(relation);
    int blockSize = relation.blockSize();
    // relpages is of the last vacuum; a table that has grown since has pages for all its rows
    long holding = Math.ceilDiv(dead, DeadRowMemory.rowsAPage(blockSize));
    long known =
        evidence.about(relation).ask(TableFigures.HEAP_BYTES).or(Bytes.NONE).count() / blockSize;
    long pages = Math.max(known, holding);
    return memory(evidence).passes(dead, new Pages(pages), blockSize).orElse(1L);
  }

  private static DeadRowMemory memory(Evidence evidence) {
    return new DeadRowMemory(evidence.release(), evidence.settings().autovacuumWorkMem().value());
  }

  private Optional<Finding> running(RunningVacuum vacuum, Evidence evidence) {
    var known = evidence.relation(vacuum.database(), vacuum.relation().or(0L));
    if (known.isEmpty() && !evidence.isPieced()) {
      return Optional.empty();
    }
    var found =
        found(
                Severity.WARNING,
                known
                    .<Subject>map(Subject.OfRelation::new)
                    .orElseGet(() -> new Subject.OfDatabase(vacuum.database())))
            .headline(
                "A vacuum of %s scans its indexes again and again",
                known
                    .map(relation -> Names.of(relation, evidence))
                    .orElseGet(() ->
                        vacuum.relation().map(oid -> "the table with OID " + oid).or("a table")))
            .facts(facts(vacuum, evidence));
    var remedies =
        known
            .filter(_ -> isMemoryShown(evidence))
            .map(relation -> remedies(relation, evidence))
            .orElse(List.of());
    if (!remedies.isEmpty()) {
      return Optional.of(found.remedies(remedies).build());
    }
    boolean hasAll = vacuum.mostDeadRows().is(DeadRowMemory::isLargest);
    return Optional.of(found.explained(hasAll ? "largest-memory" : "more-memory").build());
  }

  /// What it can remember says more than settings, which may be those of others.
  private static List<Fact> facts(RunningVacuum vacuum, Evidence evidence) {
    return List.of(
        shown("passes over the indexes so far", "index_vacuum_count", vacuum.indexPasses()),
        shown("pages of the table scanned", "heap_blks_scanned", vacuum.pagesScanned()),
        shown("pages of the table", "heap_blks_total", vacuum.pagesTotal()),
        vacuum.mostDeadRows().isKnown()
            ? shown("dead rows it can remember", "max_dead_tuples", vacuum.mostDeadRows())
            : bar(evidence));
  }

  /// Without the settings nobody can say how much more it takes.
  private static boolean isMemoryShown(Evidence evidence) {
    return evidence.isReadWhole()
        || evidence.settings().autovacuumWorkMem().origin() instanceof Origin.Server;
  }

  private static Fact shown(String label, String column, Reading<Long> figure) {
    var source = new Source.Shown("pg_stat_progress_vacuum", column);
    return Fact.observed(label, figure.flatMap(each -> Reading.of(each, source)));
  }

  private Finding predicted(Relation relation, Evidence evidence) {
    return advice(relation)
        .headline(
            "The next vacuum of %s will scan its indexes %s times",
            Names.of(relation, evidence), passes(relation, evidence))
        .observed("dead rows", evidence.about(relation).ask(TableKeys.N_DEAD_TUP))
        .observed(
            "indexes, each read in every pass",
            "%s, %s"
                .formatted(
                    Quantities.count(relation.indexes().size()),
                    relation.indexes().stream()
                        .map(each -> each.pages().bytes(relation.blockSize()))
                        .reduce(Bytes.NONE, Bytes::plus)),
            "pg_class.relpages of the indexes")
        .fact(bar(evidence))
        .confidence(Confidence.MEDIUM)
        .remedies(remedies(relation, evidence))
        .build();
  }

  private static Fact bar(Evidence evidence) {
    var memory = memory(evidence);
    var where =
        switch (evidence.settings().autovacuumWorkMem().origin()) {
          case Origin.Server(var setting) -> setting.parameter();
          case Origin.ReleaseDefault(var setting) -> setting.parameter() + ", the default";
          case Origin.OwnParameter _, Origin.ParentParameter _, Origin.NotInRelease _ -> "";
        };
    return Fact.engine(
        "memory for dead rows",
        memory.memory()
            + (DeadRowMemory.usefulMost(memory.release()).isPresent()
                ? ", " + ROW_ID_BYTES + " bytes a row, at most 1 GB"
                : ", as a tree: several times as many rows as before 17"),
        where);
  }

  /// More memory where a little is enough; else the table is to be vacuumed earlier.
  private static List<Remedy> remedies(Relation relation, Evidence evidence) {
    var most = DeadRowMemory.usefulMost(evidence.release());
    var now = evidence.settings().autovacuumWorkMem().value();
    var needed =
        most.isEmpty()
            ? new Bytes(now.count() * 2)
            : new Bytes(HeldRows.deadRows(relation) * ROW_ID_BYTES);
    var little = most.isEmpty() ? Bytes.ofGigabytes(1) : LITTLE_MEMORY;
    if (needed.compareTo(little) <= 0 && needed.compareTo(now) > 0) {
      return List.of(
          new Remedy.Tune(
              relation,
              Setting.AUTOVACUUM_WORK_MEM,
              new Goal.OneIndexPass(needed, passes(relation, evidence))));
    }
    return DeadRowTarget.below(evidence.thresholds(relation).vacuum(), relation, evidence).stream()
        .toList();
  }
}
