package org.vacuumadvisor.space;

/// Why an estimate of space may be wrong, or cannot be made.
public enum Doubt {
  /// Its size, or the number of its rows, is not in the evidence.
  NOT_SHOWN("its size or the number of its rows is not shown"),
  /// Neither VACUUM nor ANALYZE ever counted its rows, or no width of a column is known.
  NEVER_ANALYZED("it was never analyzed"),
  /// `pg_stats` shows a role only the columns it may read.
  NO_PRIVILEGE("the role may not read its statistics"),
  /// A few pages more or less are a large share of it.
  SMALL("it is too small to estimate"),
  /// Only B-trees have a known layout.
  OTHER_METHOD("only B-tree indexes can be estimated"),
  /// The values of an expression have statistics of their own, which are not collected.
  EXPRESSION("an indexed expression has no statistics here"),
  /// The statistics of a column are those of all rows, not of the indexed ones.
  PARTIAL("a partial index has no statistics of its own"),
  /// The index stores the type in another form than the table does.
  UNUSUAL_TYPE("a column's type is stored in an unusual way"),
  /// An index of several columns: how often their combinations repeat is not known, and repeated
  /// keys are stored once.
  DUPLICATES_UNKNOWN("how often its keys repeat is not known"),
  /// Of narrow rows a byte more or less, lost in the average, is a large share.
  WIDTH_UNCLEAR("a byte more or less in its rows would change much"),
  /// Old rows still hold what new rows do not.
  DROPPED_COLUMN("a dropped column may still be stored in old rows"),
  /// Many rows came, went or changed since VACUUM or ANALYZE counted them.
  STALE("many of its rows changed since it was last vacuumed or analyzed");

  private final String reason;

  Doubt(String reason) {
    this.reason = reason;
  }

  /// The reason as a clause: "it was never analyzed".
  public String reason() {
    return reason;
  }
}
