package org.vacuumadvisor.gui.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.BlockedCleanup;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.NextInLine;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.report.assessment.Naming;
import org.vacuumadvisor.report.assessment.TableReport;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.workload.Workload;

/// One table in the list: all that its cells show, computed beforehand.
///
/// @param name as its owner would write it, with the database where there are several
/// @param reasons how far it is on the way to each of its triggers
/// @param findings about it, its indexes and its TOAST table, the worst first
/// @param blocked who keeps its dead rows from being removed, in a line; empty where nobody does,
///   or where it has fewer dead rows than bring a vacuum
record TableLine(
    Relation relation,
    String name,
    Workload workload,
    Space space,
    List<Reason> reasons,
    List<Finding> findings,
    String blocked) {
  TableLine {
    reasons = List.copyOf(reasons);
    findings = List.copyOf(findings);
  }

  /// What it takes on disk.
  ///
  /// @param heap the table itself; missing where nobody counted its pages
  /// @param heapBloat what a rewrite would give back of it
  record Space(Reading<Bytes> heap, Bytes indexes, Bytes toast, SpaceEstimate heapBloat) {
    Reading<Bytes> total() {
      return heap.map(each -> each.plus(indexes).plus(toast));
    }
  }

  Optional<Reason> reason(Reason.Kind kind) {
    return reasons.stream().filter(each -> each.kind() == kind).findFirst();
  }

  /// How far it is on the way to what is nearest: 1 is there.
  double urgency() {
    return reasons.stream().mapToDouble(each -> each.share().fraction()).max().orElse(0);
  }

  /// The worst of its findings; empty if there is none.
  Optional<Severity> worst() {
    return findings.stream().map(Finding::severity).min(Severity::compareTo);
  }

  /// The lines of an assessment.
  static List<TableLine> of(Assessment assessment) {
    var maker = new Maker(assessment);
    return maker.relations().map(maker::row).toList();
  }

  /// Makes the rows of an assessment: one for each table that was surveyed or that logs tell of.
  /// TOAST tables are part of their tables.
  private static final class Maker {
    private final Evidence evidence;
    private final Naming naming;
    private final Map<RelationName, List<Finding>> findings = new HashMap<>();
    private final Map<RelationKey, Long> toast = new HashMap<>();
    private final List<BlockedCleanup> blocked;

    Maker(Assessment assessment) {
      this.evidence = assessment.evidence();
      this.naming = new Naming(evidence);
      this.blocked = BlockedCleanup.of(assessment);
      for (var finding : assessment.findings()) {
        TableReport.tableOf(finding.subject(), evidence)
            .ifPresent(table ->
                findings.computeIfAbsent(table.name(), _ -> new ArrayList<>()).add(finding));
      }
      for (var relation : evidence.survey().relations()) {
        if (relation.kind() == RelationKind.TOAST) {
          toast.merge(
              evidence.owner(relation).key(),
              relation.heapSize().or(Bytes.NONE).count() + indexBytes(relation),
              Long::sum);
        }
      }
    }

    /// A TOAST table whose table is not known stands for itself.
    private Stream<Relation> relations() {
      var told =
          evidence.history().orElse(History.EMPTY).tables().stream()
              .map(evidence::relation)
              .map(evidence::owner);
      var seen = new HashSet<RelationName>();
      return Stream.concat(evidence.survey().relations().stream(), told)
          .filter(each -> each.kind() != RelationKind.TOAST || evidence.owner(each).equals(each))
          .filter(each -> seen.add(each.name()));
    }

    private TableLine row(Relation relation) {
      var reasons = NextInLine.reasons(relation, evidence);
      return new TableLine(
          relation,
          naming.of(relation),
          evidence.workload(relation),
          space(relation),
          reasons,
          findings.getOrDefault(relation.name(), List.of()).stream()
              .sorted(Comparator.comparing(Finding::severity))
              .toList(),
          isDue(reasons) ? blocked(relation) : "");
    }

    private static boolean isDue(List<Reason> reasons) {
      return reasons.stream()
          .anyMatch(each -> each.kind() == Reason.Kind.DEAD_ROWS && each.isReached());
    }

    private String blocked(Relation relation) {
      return blocked.stream()
          .filter(each -> each.covers(relation))
          .findFirst()
          .map(each -> each.finding().headline())
          .orElse("");
    }

    private Space space(Relation relation) {
      return new Space(
          relation.heapSize(),
          new Bytes(indexBytes(relation)),
          new Bytes(toast.getOrDefault(relation.key(), 0L)),
          HeapEstimate.of(relation));
    }

    private static long indexBytes(Relation relation) {
      long pages =
          relation.indexes().stream().map(Index::pages).mapToLong(each -> each.count()).sum();
      return Math.multiplyExact(pages, (long) relation.blockSize());
    }
  }
}
