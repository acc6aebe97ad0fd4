package org.vacuumadvisor.space;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.IndexKeys;
import org.vacuumadvisor.model.Reading.Known;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.space.RowLayout.Spread;
import org.vacuumadvisor.space.SpaceEstimate.Basis;
import org.vacuumadvisor.space.SpaceEstimate.Estimated;
import org.vacuumadvisor.space.SpaceEstimate.Unknown;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.Share;

/// How many pages a B-tree would take if it were built anew, as `REINDEX` does: leaf pages filled
/// to the fillfactor, repeated keys merged into posting lists since 13, and the levels above.
public final class BtreeEstimate {
  private static final String METHOD = "btree";

  /// Stored in an index as a C string, not in its 64 bytes.
  private static final String NAME = "name";

  private BtreeEstimate() {}

  /// Of an index of a table.
  public static SpaceEstimate of(Relation table, Index index, Release release) {
    var measured = measured(table, index);
    if (measured.isPresent()) {
      return measured.get();
    }
    if (!(index.size(table.blockSize()) instanceof Known<Pages>(var pages, _))) {
      return new Unknown(Doubt.NOT_SHOWN);
    }
    var columns = columns(table, index);
    var obstacle = obstacle(index, pages, columns);
    if (obstacle.isPresent()) {
      return new Unknown(obstacle.get());
    }
    if (!(LiveRows.of(table) instanceof Known<Double>(Double rows, _))) {
      return new Unknown(Doubt.NEVER_ANALYZED);
    }
    var keys = new KeyRepetition(index, columns, rows, release);
    var tree = new Tree(index, columns, rows, table.blockSize());
    var possible =
        Arrays.stream(Spread.values())
            .flatMapToDouble(each ->
                DoubleStream.of(tree.pages(each, keys.fewest()), tree.pages(each, keys.most())))
            .toArray();
    return Estimated.of(
        pages,
        tree.typicalPages(keys),
        possible,
        table.blockSize(),
        LiveRows.areNew(table) ? Set.of(Doubt.STALE) : Set.of(),
        keys.isKnown() ? Doubt.WIDTH_UNCLEAR : Doubt.DUPLICATES_UNKNOWN);
  }

  /// What `pgstatindex` found. Leaves that are not counted are taken for the whole tree, of which
  /// they are all but a hundredth.
  private static Optional<Estimated> measured(Relation table, Index index) {
    int block = table.blockSize();
    if (!(index.get(IndexKeys.AVG_LEAF_DENSITY) instanceof Known<Share>(var density, _))
        || !(index.size(block) instanceof Known<Pages>(var actual, _))) {
      return Optional.empty();
    }
    double full = Tree.fillfactor(index) / 100.0;
    double leavesNow = index.get(IndexKeys.LEAF_PAGES).or(Math.max(0, actual.count() - 1));
    double innerNow = index.get(IndexKeys.INTERNAL_PAGES).or(0L);
    double leaves = Math.ceil(leavesNow * density.fraction() / full);
    double inner = leavesNow == 0 ? 0 : innerNow * leaves / leavesNow;
    var needed = new Pages((long) Math.ceil(1 + leaves + inner));
    return Optional.of(Estimated.exact(Basis.MEASURED, actual, needed, block));
  }

  private static Optional<Doubt> obstacle(Index index, Pages pages, List<Column> columns) {
    if (index.method().isEmpty()) {
      return Optional.of(Doubt.NOT_SHOWN);
    }
    if (!index.method().equals(METHOD)) {
      return Optional.of(Doubt.OTHER_METHOD);
    }
    if (pages.count() < HeapEstimate.LEAST_PAGES) {
      return Optional.of(Doubt.SMALL);
    }
    if (!(index.keyColumns() instanceof Known<List<Integer>>(var numbers, _))
        || index.unique().known().isEmpty()
        || index.partial().known().isEmpty()) {
      return Optional.of(Doubt.NOT_SHOWN);
    }
    if (numbers.contains(0)) {
      return Optional.of(Doubt.EXPRESSION);
    }
    if (index.partial().or(false)) {
      return Optional.of(Doubt.PARTIAL);
    }
    if (columns.size() < numbers.size()) {
      return Optional.of(Doubt.NEVER_ANALYZED);
    }
    if (columns.stream().anyMatch(column -> column.type().equals(NAME))) {
      return Optional.of(Doubt.UNUSUAL_TYPE);
    }
    return HeapEstimate.obstacle(columns);
  }

  /// The indexed columns in the order of the index; those the survey does not know are left out.
  private static List<Column> columns(Relation table, Index index) {
    return index.keyColumns().or(List.of()).stream()
        .flatMap(
            number -> table.columns().stream().filter(column -> column.number() == number).limit(1))
        .toList();
  }
}
