package org.vacuumadvisor.source.log.template;

/// What can stand in a hole of a [Template]: every number and every name that PostgreSQL prints.
public enum Hole {
  /// A relation with its schema, and perhaps its database, between quotes.
  QUALIFIED(Type.TEXT),
  /// A table by its bare name.
  TABLE(Type.TEXT),
  /// An index by its bare name.
  INDEX(Type.TEXT),
  /// Of a TOAST table, by the number in its name: the oid of its table.
  TOAST(Type.UNSIGNED),
  SCHEMA(Type.TEXT),
  DATABASE(Type.TEXT),
  /// Words that do not matter here.
  WORDS(Type.TEXT),

  INDEX_SCANS(Type.INTEGER),
  PAGES_REMOVED(Type.UNSIGNED),
  PAGES_REMAIN(Type.UNSIGNED),
  PAGES_TOTAL(Type.UNSIGNED),
  PAGES_SCANNED(Type.UNSIGNED),
  PAGES_SCANNED_PERCENT(Type.DECIMAL),
  PAGES_EAGERLY_SCANNED(Type.UNSIGNED),
  PAGES_SKIPPED_PINNED(Type.UNSIGNED),
  PAGES_SKIPPED_FROZEN(Type.UNSIGNED),
  PAGES_EMPTY(Type.UNSIGNED),
  TUPLES_REMOVED,
  TUPLES_REMAIN,
  TUPLES_DEAD_NOT_REMOVABLE,
  TUPLES_REMOVABLE,
  TUPLES_NONREMOVABLE,
  TUPLES_MISSED,
  TUPLES_MISSED_PAGES(Type.UNSIGNED),
  UNUSED_ITEM_IDENTIFIERS,
  OLDEST_XMIN(Type.UNSIGNED),
  CUTOFF_XID(Type.UNSIGNED),
  CUTOFF_AGE(Type.INTEGER),
  RELFROZENXID(Type.UNSIGNED),
  RELFROZENXID_AHEAD(Type.INTEGER),
  RELMINMXID(Type.UNSIGNED),
  RELMINMXID_AHEAD(Type.INTEGER),
  FROZEN_PAGES(Type.UNSIGNED),
  FROZEN_PERCENT(Type.DECIMAL),
  FROZEN_TUPLES,
  SET_ALL_VISIBLE(Type.UNSIGNED),
  SET_ALL_FROZEN(Type.UNSIGNED),
  WERE_ALL_VISIBLE(Type.UNSIGNED),
  DEAD_ITEM_PAGES(Type.UNSIGNED),
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
  MEMORY_RESETS(Type.INTEGER),
  MEMORY_LIMIT_MB(Type.DECIMAL),

  CPU_USER(Type.DECIMAL),
  CPU_SYSTEM(Type.DECIMAL),
  ELAPSED(Type.DECIMAL),
  INDEX_PAGES(Type.UNSIGNED),
  INDEX_ROWS,
  INDEX_ROWS_REMOVED,
  INDEX_PAGES_NEWLY_DELETED(Type.UNSIGNED),
  INDEX_PAGES_DELETED(Type.UNSIGNED),
  INDEX_PAGES_REUSABLE(Type.UNSIGNED),
  PASS_ROWS,
  PASS_PAGES(Type.UNSIGNED),
  TRUNCATED_FROM(Type.UNSIGNED),
  TRUNCATED_TO(Type.UNSIGNED),
  WORKERS_PLANNED(Type.INTEGER),
  WORKERS_LAUNCHED(Type.INTEGER),
  SAMPLE_PAGES(Type.UNSIGNED),
  SAMPLE_PAGES_TOTAL(Type.UNSIGNED),
  SAMPLE_LIVE_ROWS,
  SAMPLE_DEAD_ROWS,
  SAMPLE_ROWS,
  SAMPLE_ESTIMATED_ROWS,

  BLOCK(Type.UNSIGNED),
  OFFSET(Type.INTEGER),
  OID(Type.UNSIGNED),
  IDS_LEFT,
  PERCENT_LEFT(Type.DECIMAL),
  PROCESS(Type.INTEGER),
  XID_AGE(Type.INTEGER),
  WAITED_MS(Type.DECIMAL),
  /// A number that another message tells as well, or that names nothing of the user's.
  OTHER;

  /// What PostgreSQL's type of a figure can hold. A line with more is none that it wrote.
  public enum Type {
    /// Of 64 bits; as many as sums of them are exact in.
    COUNT(1L << Double.PRECISION),
    /// Transaction IDs, object IDs, block numbers.
    UNSIGNED(0xFFFF_FFFFL),
    INTEGER(Integer.MAX_VALUE),
    /// Digits, and perhaps a point and more digits.
    DECIMAL(1L << Double.PRECISION),
    /// Anything, up to the last place where the rest of the template still fits.
    TEXT(0);

    private final long most;

    Type(long most) {
      this.most = most;
    }

    boolean holds(long value) {
      return value >= 0 && value <= most;
    }

    boolean holds(double value) {
      return value >= 0 && value <= (double) most;
    }
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
