package org.vacuumadvisor.freeze;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.model.Survey;

/// What there is to do once nobody holds the horizon any more.
///
/// @param tables those that are past their limit, or will be before the next window
public record CatchUp(int tables, FreezeWork work) {
  /// Of the held tables those that any vacuum would freeze as a whole by now.
  static Optional<CatchUp> of(List<TableOutlook> tables, Survey survey) {
    var due =
        tables.stream()
            .filter(TableOutlook::isHeld)
            .filter(each -> each.xid().compareTo(survey.settings().freezeTableAge()) >= 0)
            .toList();
    return due.isEmpty()
        ? Optional.empty()
        : Optional.of(new CatchUp(due.size(), FreezeWork.of(due.stream())));
  }
}
