package org.vacuumadvisor.page.xray;

/// What an X-ray counts, of one page or summed over many.
public enum Figure {
  PAGES,
  /// All zero: added to the file, and never used.
  NEW_PAGES,
  /// With a header and no line pointers.
  EMPTY_PAGES,
  /// Their header or line pointers contradict themselves. Nothing in them is counted.
  DAMAGED_PAGES,
  /// With at least one dead tuple or dead line pointer: a vacuum has work there.
  PAGES_TO_VACUUM,
  /// With the page's own flag that everybody sees all its tuples.
  ALL_VISIBLE_PAGES,
  /// Whose tuples are frozen, every one.
  FROZEN_PAGES,
  /// Not frozen, but nothing in them would keep a vacuum from freezing them once the horizon has
  /// passed their youngest tuple.
  FREEZABLE_PAGES,

  NORMAL_POINTERS,
  REDIRECTED_POINTERS,
  DEAD_POINTERS,
  UNUSED_POINTERS,

  /// Visible to a dirty read, as `pgstattuple` counts them: `tuple_count`.
  LIVE_TUPLES,
  LIVE_BYTES,
  /// Deleted, replaced, or of a transaction that was rolled back: `dead_tuple_count`.
  DEAD_TUPLES,
  DEAD_BYTES,
  /// Live or dead: only `pg_xact`, `pg_multixact` or the running server knows.
  UNDETERMINED_TUPLES,
  UNDETERMINED_BYTES,

  /// Between the line pointers and the tuples. This is what `pgstattuple` calls `free_space` since
  /// PostgreSQL 18.
  FREE_BYTES,
  /// What of that a new tuple can take: its line pointer taken off, and nothing where a page can
  /// have no more line pointers. This is its `free_space` until 17.
  USABLE_BYTES,
  /// Between the tuples, where nothing points to: compaction would close them.
  GAP_BYTES,

  HEAP_ONLY_TUPLES,
  HOT_CHAINS,
  /// The most tuples in one chain; the largest, not a sum.
  LONGEST_HOT_CHAIN,

  /// Bytes of tuples that a vacuum would give back now, alignment included, if no snapshot still
  /// needs them.
  VACUUM_FREES_BYTES,
  /// Line pointers that it would make unused.
  VACUUM_FREES_POINTERS,
  /// What the compaction after it would have to move.
  COMPACTION_MOVES_TUPLES,
  COMPACTION_MOVES_BYTES
}
