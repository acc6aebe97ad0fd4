package org.vacuumadvisor.report.assessment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part.Bar;
import org.vacuumadvisor.space.BtreeEstimate;
import org.vacuumadvisor.space.HeapEstimate;
import org.vacuumadvisor.space.SpaceEstimate;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.unit.Bytes;

/// A table and all that belongs to it, in bytes, and how much of that is surely free.
///
/// @param heap the table's own file
/// @param heapFree what a rewrite would give back of it at the least
/// @param indexes all of them
/// @param indexesFree what a rebuild would give back of them at the least
/// @param toast its TOAST table with that one's index
record SizedTable(
    Relation relation,
    double heap,
    double heapFree,
    double indexes,
    double indexesFree,
    double toast) {
  static final List<String> SERIES =
      List.of("rows", "free in the table", "indexes", "free in indexes", "TOAST");

  /// Shares smaller than this are not named.
  private static final double SMALLEST_SHARE = 0.01;

  /// The largest first.
  static List<Bar> bars(Stream<Relation> selected, Evidence evidence, Naming naming) {
    Map<RelationKey, Double> toast = new HashMap<>();
    for (var each : evidence.survey().relations()) {
      if (each.kind() == RelationKind.TOAST) {
        toast.put(evidence.owner(each).key(), heap(each) + indexes(each));
      }
    }
    var release = evidence.survey().server().release();
    var tables =
        selected
            .filter(each -> each.kind() != RelationKind.TOAST)
            .map(each -> of(each, toast.getOrDefault(each.key(), 0.0), release))
            .filter(each -> each.total() > 0)
            .sorted(Comparator.comparingDouble(SizedTable::total).reversed())
            .toList();
    double full = tables.isEmpty() ? 0 : tables.getFirst().total();
    return tables.stream().map(each -> each.bar(full, naming)).toList();
  }

  private static SizedTable of(Relation table, double toast, Release release) {
    double free =
        table.indexes().stream()
            .mapToDouble(index -> free(BtreeEstimate.of(table, index, release)))
            .sum();
    return new SizedTable(
        table, heap(table), free(HeapEstimate.of(table)), indexes(table), free, toast);
  }

  private static double free(SpaceEstimate estimate) {
    return estimate instanceof Estimated known && known.isSound()
        ? (double) known.leastExcess().count()
        : 0;
  }

  private double total() {
    return heap + indexes + toast;
  }

  private Bar bar(double full, Naming naming) {
    var parts = new ArrayList<String>();
    parts.add("table " + withFree(heap, heapFree));
    parts.add("indexes " + withFree(indexes, indexesFree));
    if (toast > SMALLEST_SHARE * total()) {
      parts.add("TOAST " + Measure.BYTES.text(toast));
    }
    return new Bar(
        naming.of(relation),
        List.of(heap - heapFree, heapFree, indexes - indexesFree, indexesFree, toast),
        OptionalDouble.empty(),
        full,
        "%s (%s)".formatted(Measure.BYTES.text(total()), String.join(", ", parts)));
  }

  private String withFree(double size, double free) {
    return free > SMALLEST_SHARE * total()
        ? "%s, %s of it free".formatted(Measure.BYTES.text(size), Measure.BYTES.text(free))
        : Measure.BYTES.text(size);
  }

  private static double heap(Relation relation) {
    return (double) relation.extent().size().or(Bytes.NONE).count();
  }

  private static double indexes(Relation relation) {
    long pages = relation.indexes().stream().mapToLong(index -> index.pages().count()).sum();
    return (double) pages * relation.extent().blockSize();
  }
}
