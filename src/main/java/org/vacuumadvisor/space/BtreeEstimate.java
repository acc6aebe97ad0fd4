package org.vacuumadvisor.space;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.LeafSpace;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.space.RowLayout.Spread;
import org.vacuumadvisor.space.SpaceEstimate.Basis;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.space.SpaceEstimate.Unknown;
import org.vacuumadvisor.unit.Pages;

/// How many pages a B-tree would take if it were built anew, as `REINDEX` does: leaf pages filled
/// to the fillfactor, repeated keys merged into posting lists since 13, and the levels above.
public final class BtreeEstimate {
  private static final String METHOD = "btree";

  /// Stored in an index as a C string, not in its 64 bytes.
  private static final String NAME = "name";

  private BtreeEstimate() {}

  /// Of an index of a table.
  public static SpaceEstimate of(Relation table, Index index, Release release) {
    if (index.measured() instanceof Known<LeafSpace>(var space, _)) {
      return measured(table, index, space);
    }
    var rows = LiveRows.of(table);
    var columns = columns(table, index);
    var obstacle = obstacle(index, columns);
    if (obstacle.isPresent()) {
      return new Unknown(obstacle.get());
    }
    if (rows.isEmpty()) {
      return new Unknown(Doubt.NEVER_ANALYZED);
    }
    var keys = new KeyRepetition(index, columns, rows.getAsDouble(), release);
    var tree = new Tree(index, columns, rows.getAsDouble(), table.extent().blockSize());
    var possible =
        Arrays.stream(Spread.values())
            .flatMapToDouble(each ->
                DoubleStream.of(tree.pages(each, keys.fewest()), tree.pages(each, keys.most())))
            .toArray();
    return Estimated.of(
        index.pages(),
        tree.typicalPages(keys),
        possible,
        table.extent().blockSize(),
        LiveRows.areNew(table) ? Set.of(Doubt.STALE) : Set.of(),
        keys.isKnown() ? Doubt.WIDTH_UNCLEAR : Doubt.DUPLICATES_UNKNOWN);
  }

  private static Estimated measured(Relation table, Index index, LeafSpace space) {
    int block = table.extent().blockSize();
    double full = Tree.fillfactor(index) / 100.0;
    double leaves = Math.ceil(space.leaves() * space.density().fraction() / full);
    double inner = space.leaves() == 0 ? 0 : space.inner() * leaves / space.leaves();
    var needed = new Pages((long) Math.ceil(1 + leaves + inner));
    var actual = new Pages(space.file().count() / block);
    return new Estimated(Basis.MEASURED, actual, needed, needed, needed, block, Set.of());
  }

  private static Optional<Doubt> obstacle(Index index, List<Column> columns) {
    if (!index.method().equals(METHOD)) {
      return Optional.of(Doubt.OTHER_METHOD);
    }
    if (index.pages().count() < HeapEstimate.LEAST_PAGES) {
      return Optional.of(Doubt.SMALL);
    }
    if (index.hasExpression()) {
      return Optional.of(Doubt.EXPRESSION);
    }
    if (index.partial()) {
      return Optional.of(Doubt.PARTIAL);
    }
    if (columns.size() < index.keyColumns().size()) {
      return Optional.of(Doubt.NEVER_ANALYZED);
    }
    if (columns.stream().anyMatch(column -> column.type().equals(NAME))) {
      return Optional.of(Doubt.UNUSUAL_TYPE);
    }
    return HeapEstimate.obstacle(columns);
  }

  /// The indexed columns in the order of the index; those the survey does not know are left out.
  private static List<Column> columns(Relation table, Index index) {
    return index.keyColumns().stream()
        .flatMap(
            number -> table.columns().stream().filter(column -> column.number() == number).limit(1))
        .toList();
  }
}
