package org.vacuumadvisor.source.mapping;

import java.util.Optional;
import org.vacuumadvisor.model.reading.LeafSpace;
import org.vacuumadvisor.model.reading.TupleSpace;
import org.vacuumadvisor.source.Row;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// Rows of [Topic#TUPLES] and [Topic#LEAVES]. What is not whole is not taken.
final class SpaceMapping {
  private SpaceMapping() {}

  static Optional<TupleSpace> tuples(Row row) {
    var file = row.count("table_len").known();
    var rows = row.count("tuple_count").known();
    var live = row.count("tuple_len").known();
    return file.isEmpty() || rows.isEmpty() || live.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new TupleSpace(
                new Bytes(file.get()),
                rows.get(),
                new Bytes(live.get()),
                new Bytes(row.count("dead_tuple_len").or(0L)),
                new Bytes(row.count("free_space").or(0L))));
  }

  /// `avg_leaf_density` of an empty tree is NaN.
  static Optional<LeafSpace> leaves(Row row) {
    var file = row.count("index_size").known();
    var leaves = row.count("leaf_pages").known();
    var density = row.real("avg_leaf_density").known().filter(Double::isFinite);
    return file.isEmpty() || leaves.isEmpty() || density.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new LeafSpace(
                new Bytes(file.get()),
                row.count("internal_pages").or(0L),
                leaves.get(),
                Share.ofPercent(density.get())));
  }
}
