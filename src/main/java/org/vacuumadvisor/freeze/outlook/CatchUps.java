package org.vacuumadvisor.freeze.outlook;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.unit.Bytes;

/// Sums up what waits behind those who hold the horizon.
public final class CatchUps {
  private CatchUps() {}

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
