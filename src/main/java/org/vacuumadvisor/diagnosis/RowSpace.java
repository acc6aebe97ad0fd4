package org.vacuumadvisor.diagnosis;

import java.util.Optional;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;

/// What the rows of a table take in its main fork, headers and free space included.
///
/// @param rows how many rows the table has by the best figure; never less than 1
/// @param bytesPerRow the size of the table divided by them
public record RowSpace(double rows, double bytesPerRow) {

  /// Empty where the rows or the size are not known.
  public static Optional<RowSpace> of(TableEvidence table) {
    var size = table.ask(TableFigures.HEAP_BYTES).known();
    return rows(table.relation())
        .flatMap(rows -> size.map(all -> new RowSpace(rows, (double) all.count() / rows)));
  }

  /// `reltuples`, or the counted rows, live and dead, if they are more; at least 1. Empty where
  /// nobody shows either.
  public static Optional<Double> rows(Relation relation) {
    var stored = relation.get(TableKeys.RELTUPLES).known();
    long dead = relation.get(TableKeys.N_DEAD_TUP).or(0L);
    var counted = relation.get(TableKeys.N_LIVE_TUP).map(live -> (double) (live + dead)).known();
    return stored.isEmpty() && counted.isEmpty()
        ? Optional.empty()
        : Optional.of(Math.max(1, Math.max(stored.orElse(0.0), counted.orElse(0.0))));
  }

  /// The space of so many rows.
  public Bytes of(double someRows) {
    return new Bytes(Math.round(someRows * bytesPerRow));
  }

  /// How many rows take this space.
  public double within(Bytes space) {
    return bytesPerRow > 0 ? (double) space.count() / bytesPerRow : rows;
  }
}
