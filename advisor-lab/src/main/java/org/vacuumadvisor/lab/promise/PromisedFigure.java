package org.vacuumadvisor.lab.promise;

import java.util.Arrays;
import java.util.Optional;
import org.vacuumadvisor.lab.promise.TableCounters.Peaks;

/// A figure that recommendations give a range for, and that can be read from a server at work.
enum PromisedFigure {
  DEAD_ROWS("most dead rows at a time in "),
  INSERTED_ROWS("most rows inserted between two vacuums of "),
  CHANGED_ROWS("most rows changed between two analyzes of "),
  INDEX_PASSES("passes over the indexes in a vacuum of "),
  ASLEEP("time asleep in vacuums of ");

  private final String words;

  PromisedFigure(String words) {
    this.words = words;
  }

  private double of(Peaks peaks) {
    return switch (this) {
      case DEAD_ROWS -> peaks.deadRows();
      case INSERTED_ROWS -> peaks.insertedRows();
      case CHANGED_ROWS -> peaks.changedRows();
      case INDEX_PASSES -> peaks.indexPasses();
      case ASLEEP -> peaks.asleep();
    };
  }

  /// The table that a promise of this figure is about.
  private Optional<String> table(String what) {
    return what.startsWith(words) ? Optional.of(what.substring(words.length())) : Optional.empty();
  }

  /// What a promise is about, seen on a server; `NaN` where that cannot be seen.
  ///
  /// @param what the figure with its table, as the promise has it
  static double seen(String what, TableCounters counters) {
    return Arrays.stream(values())
        .flatMap(each -> each.table(what).map(table -> each.of(counters.peaks(table))).stream())
        .findFirst()
        .orElse(Double.NaN);
  }
}
