package org.vacuumadvisor.page;

import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// The ways to compact a page, by name.
public enum CompactionMethod {
  /// As PostgreSQL did until 13: sort by offset, move tuple by tuple. The tuples keep their order.
  SORTED,
  /// As PostgreSQL does since 14: no sort, runs of tuples move together. Afterwards the tuples lie
  /// in the order of their line pointers.
  SORT_FREE,
  /// Ours: the result of [#SORT_FREE], faster.
  STRIDE;

  /// The method whose order of tuples a server of that release leaves.
  public static CompactionMethod of(Release release) {
    return Feature.SORT_FREE_COMPACTION.isIn(release) ? SORT_FREE : SORTED;
  }

  /// One with scratch space for pages of that size, in bytes.
  public Compaction forPagesOf(int pageSize) {
    return switch (this) {
      case SORTED -> new SortedCompaction();
      case SORT_FREE -> new SortFreeCompaction(pageSize);
      case STRIDE -> new StrideCompaction(pageSize);
    };
  }
}
