package org.vacuumadvisor.page;

/// A way to close the gaps that removed tuples left: all tuples move to the end of the page, so
/// that the free space is in one piece. `compactify_tuples()` of `bufpage.c`.
///
/// An instance owns the scratch space it needs, for pages of one size, and belongs to one thread.
public sealed interface Compaction permits SortedCompaction, SortFreeCompaction, StrideCompaction {

  /// Moves the tuples of `items` up to `pd_special`, and sets their `lp_off` and `pd_upper`. The
  /// items were collected from this page just before, there is at least one, and tuples share no
  /// bytes.
  void compact(HeapPage page, PageItems items);
}
