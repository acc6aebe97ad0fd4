package org.vacuumadvisor.freeze;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.Bytes;

/// What there is to do once nobody holds the horizon any more.
///
/// @param tables those that are past their limit, or will be before the next window
/// @param byHand by `vacuumdb` with the plan's connections
/// @param byForce by autovacuum, whose workers share one cost limit
public record CatchUp(int tables, Bytes reads, Bytes writes, Duration byHand, Duration byForce) {
  /// Of the held tables those that any vacuum would freeze as a whole by now.
  public static Optional<CatchUp> of(List<TableOutlook> tables, Survey survey) {
    var due =
        tables.stream()
            .filter(TableOutlook::isHeld)
            .filter(each -> each.xid().compareTo(survey.settings().freezeTableAge()) >= 0)
            .map(TableOutlook::work)
            .toList();
    return due.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new CatchUp(
                due.size(),
                due.stream().map(FreezeWork::reads).reduce(Bytes.NONE, Bytes::plus),
                due.stream().map(FreezeWork::writes).reduce(Bytes.NONE, Bytes::plus),
                due.stream().map(FreezeWork::byHand).reduce(Duration.ZERO, Duration::plus),
                due.stream().map(FreezeWork::byForce).reduce(Duration.ZERO, Duration::plus)));
  }
}
