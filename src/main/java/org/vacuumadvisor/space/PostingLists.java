package org.vacuumadvisor.space;

/// The room that repeated keys take since 13: the key once, and after it the addresses of its rows
/// (section "Deduplication" of the manual's chapter on B-trees).
final class PostingLists {
  /// `sizeof(ItemPointerData)`.
  private static final int ROW_ADDRESS = 6;

  private PostingLists() {}

  /// The bytes of all items with their line pointers.
  ///
  /// @param keys the number of different keys, at most `rows`
  /// @param item bytes of one item with its key, aligned
  static double bytes(double rows, double keys, double item, int block) {
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
