package org.vacuumadvisor.diagnosis.figure;

import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Bytes;

/// What the rows of a table take in its main fork, headers and free space included.
///
/// @param rows how many rows the table has by the best figure; never less than 1
/// @param bytesPerRow the size of the table divided by them
public record RowSpace(double rows, double bytesPerRow) {

  public static RowSpace of(Relation relation) {
    var population = relation.population().known();
    double counted = population.map(each -> (double) (each.live() + each.dead())).orElse(0.0);
    double rows = Math.max(1, Math.max(relation.extent().rows().or(0.0), counted));
    return new RowSpace(rows, (double) relation.extent().size().count() / rows);
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
