package org.vacuumadvisor.gui.tables;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.space.SpaceEstimate;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Workload;

/// One table in the list: all that its cells show, computed beforehand.
///
/// @param name as its owner would write it, with the database where there are several
/// @param reasons how far it is on the way to each of its triggers
/// @param findings about it, its indexes and its TOAST table, the worst first
/// @param blocked who keeps its dead rows from being removed, in a line; empty where nobody does,
///   or where it has fewer dead rows than bring a vacuum
/// @param growth of the table's own file in the archive, in bytes; empty where that is not known
record TableLine(
    Relation relation,
    String name,
    Workload workload,
    Space space,
    List<Reason> reasons,
    List<Finding> findings,
    String blocked,
    Optional<Long> growth) {
  TableLine {
    reasons = List.copyOf(reasons);
    findings = List.copyOf(findings);
  }

  /// What it takes on disk.
  ///
  /// @param heap the table itself; missing where nobody counted its pages
  /// @param heapBloat what a rewrite would give back of it
  /// @param indexBloat what a rebuild would give back of the indexes whose bloat is known; empty
  ///   where none is
  /// @param indexesKnown of how many indexes that is
  record Space(
      Reading<Bytes> heap,
      Bytes indexes,
      Bytes toast,
      SpaceEstimate heapBloat,
      Optional<Share> indexBloat,
      int indexesKnown) {
    Reading<Bytes> total() {
      return heap.map(each -> each.plus(indexes).plus(toast));
    }
  }

  Optional<Reason> reason(Reason.Kind kind) {
    return reasons.stream().filter(each -> each.kind() == kind).findFirst();
  }

  /// How far it is on the way to what is nearest: 1 is there.
  double urgency() {
    double most = 0;
    for (var each : reasons) {
      most = Math.max(most, each.share().fraction());
    }
    return most;
  }

  /// The worst of its findings; empty if there is none.
  Optional<Severity> worst() {
    return findings.stream().map(Finding::severity).min(Severity::compareTo);
  }
}
