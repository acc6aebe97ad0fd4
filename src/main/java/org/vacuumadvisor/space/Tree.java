package org.vacuumadvisor.space;

import java.util.List;
import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.space.RowLayout.Spread;

/// A B-tree as a build makes it: a metapage, leaves filled to the fillfactor, and the levels above.
///
/// @param columns those of the index, in its order
/// @param rows the rows it points at
/// @param block bytes a page
record Tree(Index index, List<Column> columns, double rows, int block) {
  /// `sizeof(ItemPointerData)`.
  private static final int ROW_ADDRESS = 6;

  /// `BTREE_DEFAULT_FILLFACTOR` and `BTREE_NONLEAF_FILLFACTOR` in `nbtree.h`, in percent.
  private static final int LEAF_FILLFACTOR = 90;

  private static final int INNER_FILLFACTOR = 70;

  private static final int METAPAGE = 1;

  /// `sizeof(BTPageOpaqueData)`.
  private static final int SPECIAL = 16;

  /// `sizeof(IndexTupleData)`, and the same with a null bitmap, aligned.
  private static final int ROW_HEADER = 8;

  private static final int ROW_HEADER_WITH_NULLS = 16;

  Tree {
    columns = List.copyOf(columns);
  }

  /// The pages if nothing is known but averages.
  double typicalPages(KeyRepetition keys) {
    double constant = pages(Spread.NONE, keys.fewest()) + pages(Spread.NONE, keys.most());
    double varying = pages(Spread.EVEN, keys.fewest()) + pages(Spread.EVEN, keys.most());
    return (constant + varying) / 4;
  }

  /// The pages for so many different keys.
  double pages(Spread spread, double keys) {
    var layout = RowLayout.of(columns, spread);
    double header = ROW_HEADER + layout.nullProbability() * (ROW_HEADER_WITH_NULLS - ROW_HEADER);
    double item = header + layout.alignedBytes();
    double usable = block - HeapEstimate.PAGE_HEADER - SPECIAL;
    int fillfactor = fillfactor(index);
    double leaves = leaves(keys, item, usable * fillfactor / 100, layout.varies());
    return METAPAGE + leaves + inner(leaves, item, usable * INNER_FILLFACTOR / 100);
  }

  /// In percent; 90 unless set otherwise.
  static int fillfactor(Index index) {
    return Math.clamp(index.parameters().fillfactor().orElse(LEAF_FILLFACTOR), 50, 100);
  }

  private double leaves(double keys, double item, double usable, boolean varies) {
    double single = item + HeapEstimate.LINE_POINTER;
    return keys >= rows
        ? Math.ceil(rows / HeapEstimate.rowsPerPage(usable, single, varies))
        : Math.ceil(inPostingLists(rows, keys, item, block) / usable);
  }

  /// The pages of all levels above the leaves.
  private static double inner(double leaves, double item, double usable) {
    double fanout = Math.max(2, Math.floor(usable / (item + HeapEstimate.LINE_POINTER)));
    double pages = 0;
    for (double level = leaves; level > 1; pages += level) {
      level = Math.ceil(level / fanout);
    }
    return pages;
  }

  /// The bytes that repeated keys take since 13, with their line pointers: the key once, and after
  /// it the addresses of its rows (section "Deduplication" of the manual's chapter on B-trees).
  ///
  /// @param keys the number of different keys, at most `rows`
  /// @param item bytes of one item with its key, aligned
  private static double inPostingLists(double rows, double keys, double item, int block) {
    double perKey = rows / keys;
    double single = item + HeapEstimate.LINE_POINTER;
    if (perKey <= 2) {
      double pairs = rows - keys;
      return keys * single + pairs * RowLayout.up(2 * ROW_ADDRESS, RowLayout.MAXALIGN);
    }
    double longest = Math.max(2, Math.floor((largest(block) - item) / ROW_ADDRESS));
    double lists = Math.ceil(perKey / longest);
    double addresses = perKey * ROW_ADDRESS + lists * RowLayout.MAXALIGN / 2.0;
    return keys * (lists * single + addresses);
  }

  /// The largest item that a build makes: a tenth of a page (`_bt_load()` in `nbtsort.c`).
  private static double largest(int block) {
    return block / 10 / RowLayout.MAXALIGN * RowLayout.MAXALIGN - HeapEstimate.LINE_POINTER;
  }
}
