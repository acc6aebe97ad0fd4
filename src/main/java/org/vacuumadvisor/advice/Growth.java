package org.vacuumadvisor.advice;

import java.time.Duration;
import java.util.Optional;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;

/// How fast a table gains rows: what is inserted and not deleted again.
///
/// @param rowsPerDay more than 0
record Growth(double rowsPerDay) {

  /// Empty where it does not grow, or nobody measured it.
  static Optional<Growth> of(Relation relation, Evidence evidence) {
    var rates = evidence.workload(relation).rates();
    long written = rates.activity().inserted();
    long kept = written - rates.activity().deleted();
    return rates
        .insertsPerSecond()
        .filter(_ -> kept > 0)
        .map(each -> new Growth(each * kept / written * Duration.ofDays(1).toSeconds()));
  }

  /// In how many days new rows will have used the free space of the table.
  Optional<Double> daysToFill(Relation relation) {
    var rows = relation.get(TableKeys.RELTUPLES).known();
    return rows.isPresent()
            && rows.get() > 0
            && HeapEstimate.of(relation) instanceof Estimated estimate
            && estimate.needed().count() > 0
        ? Optional.of(
            estimate.excess().count()
                / (estimate.needed().bytes(estimate.blockSize()).count() / rows.get())
                / rowsPerDay)
        : Optional.empty();
  }
}
