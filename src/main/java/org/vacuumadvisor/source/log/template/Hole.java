package org.vacuumadvisor.source.log.template;

/// What can stand in a hole of a [Template]: every number and every name that PostgreSQL prints.
public enum Hole {
  /// A relation with its schema, and perhaps its database, between quotes.
  QUALIFIED(Type.TEXT),
  /// A table by its bare name.
  TABLE(Type.TEXT),
  /// An index by its bare name.
  INDEX(Type.TEXT),
  SCHEMA(Type.TEXT),
  DATABASE(Type.TEXT),
  /// Words that do not matter here.
  WORDS(Type.TEXT),

  INDEX_SCANS,
  PAGES_REMOVED,
  PAGES_REMAIN,
  PAGES_TOTAL,
  PAGES_SCANNED,
  PAGES_SCANNED_PERCENT(Type.DECIMAL),
  PAGES_EAGERLY_SCANNED,
  PAGES_SKIPPED_PINNED,
  PAGES_SKIPPED_FROZEN,
  PAGES_EMPTY,
  TUPLES_REMOVED,
  TUPLES_REMAIN,
  TUPLES_DEAD_NOT_REMOVABLE,
  TUPLES_REMOVABLE,
  TUPLES_NONREMOVABLE,
  TUPLES_MISSED,
  TUPLES_MISSED_PAGES,
  UNUSED_ITEM_IDENTIFIERS,
  OLDEST_XMIN,
  CUTOFF_XID,
  CUTOFF_AGE,
  RELFROZENXID,
  RELFROZENXID_AHEAD,
  RELMINMXID,
  RELMINMXID_AHEAD,
  FROZEN_PAGES,
  FROZEN_PERCENT(Type.DECIMAL),
  FROZEN_TUPLES,
  SET_ALL_VISIBLE,
  SET_ALL_FROZEN,
  WERE_ALL_VISIBLE,
  DEAD_ITEM_PAGES,
  DEAD_ITEM_PERCENT(Type.DECIMAL),
  DEAD_ITEMS,
  DELAY_MS(Type.DECIMAL),
  IO_READ_MS(Type.DECIMAL),
  IO_WRITE_MS(Type.DECIMAL),
  READ_RATE(Type.DECIMAL),
  WRITE_RATE(Type.DECIMAL),
  BUFFER_HITS,
  BUFFER_READS,
  BUFFER_DIRTIED,
  WAL_RECORDS,
  WAL_PAGE_IMAGES,
  WAL_BYTES,
  WAL_PAGE_IMAGE_BYTES,
  WAL_BUFFERS_FULL,
  MEMORY_MB(Type.DECIMAL),
  MEMORY_RESETS,
  MEMORY_LIMIT_MB(Type.DECIMAL),

  CPU_USER(Type.DECIMAL),
  CPU_SYSTEM(Type.DECIMAL),
  ELAPSED(Type.DECIMAL),
  INDEX_PAGES,
  INDEX_ROWS,
  INDEX_ROWS_REMOVED,
  INDEX_PAGES_NEWLY_DELETED,
  INDEX_PAGES_DELETED,
  INDEX_PAGES_REUSABLE,
  PASS_ROWS,
  PASS_PAGES,
  TRUNCATED_FROM,
  TRUNCATED_TO,
  WORKERS_PLANNED,
  WORKERS_LAUNCHED,
  SAMPLE_PAGES,
  SAMPLE_PAGES_TOTAL,
  SAMPLE_LIVE_ROWS,
  SAMPLE_DEAD_ROWS,
  SAMPLE_ROWS,
  SAMPLE_ESTIMATED_ROWS,

  BLOCK,
  OFFSET,
  OID,
  IDS_LEFT,
  PERCENT_LEFT(Type.DECIMAL),
  PROCESS,
  XID_AGE,
  WAITED_MS(Type.DECIMAL),
  /// A number that another message tells as well, or that names nothing of the user's.
  OTHER;

  /// How a hole is written.
  public enum Type {
    /// Digits, perhaps with a minus sign.
    COUNT,
    /// Digits, and perhaps a point and more digits.
    DECIMAL,
    /// Anything, up to the last place where the rest of the template still fits.
    TEXT
  }

  private final Type type;

  Hole() {
    this(Type.COUNT);
  }

  Hole(Type type) {
    this.type = type;
  }

  public Type type() {
    return type;
  }
}
