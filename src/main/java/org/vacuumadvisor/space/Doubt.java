package org.vacuumadvisor.space;

/// Why an estimate of space may be wrong, or cannot be made.
public enum Doubt {
  /// Its size, or the number of its rows, is not in the evidence.
  NOT_SHOWN(Weight.PROHIBITIVE, "its size or the number of its rows is not shown"),
  /// Neither VACUUM nor ANALYZE ever counted its rows, or no width of a column is known.
  NEVER_ANALYZED(Weight.PROHIBITIVE, "it was never analyzed"),
  /// `pg_stats` shows a role only the columns it may read.
  NO_PRIVILEGE(Weight.PROHIBITIVE, "the role may not read its statistics"),
  /// A few pages more or less are a large share of it.
  SMALL(Weight.PROHIBITIVE, "it is too small to estimate"),
  /// Only B-trees have a known layout.
  OTHER_METHOD(Weight.PROHIBITIVE, "only B-tree indexes can be estimated"),
  /// The values of an expression have statistics of their own, which are not collected.
  EXPRESSION(Weight.PROHIBITIVE, "an indexed expression has no statistics here"),
  /// The statistics of a column are those of all rows, not of the indexed ones.
  PARTIAL(Weight.PROHIBITIVE, "a partial index has no statistics of its own"),
  /// The index stores the type in another form than the table does.
  UNUSUAL_TYPE(Weight.PROHIBITIVE, "a column's type is stored in an unusual way"),
  /// An index of several columns: how often their combinations repeat is not known, and repeated
  /// keys are stored once.
  DUPLICATES_UNKNOWN(Weight.NOTABLE, "how often its keys repeat is not known"),
  /// Of narrow rows a byte more or less, lost in the average, is a large share.
  WIDTH_UNCLEAR(Weight.NOTABLE, "a byte more or less in its rows would change much"),
  /// Old rows still hold what new rows do not.
  DROPPED_COLUMN(Weight.NOTABLE, "a dropped column may still be stored in old rows"),
  /// Many rows came, went or changed since VACUUM or ANALYZE counted them.
  STALE(Weight.NOTABLE, "many of its rows changed since it was last vacuumed or analyzed");

  /// How much a doubt weighs.
  private enum Weight {
    NOTABLE,
    PROHIBITIVE
  }

  private final Weight weight;
  private final String reason;

  Doubt(Weight weight, String reason) {
    this.weight = weight;
    this.reason = reason;
  }

  /// Whether no figure can be given at all.
  public boolean isProhibitive() {
    return weight == Weight.PROHIBITIVE;
  }

  /// The reason as a clause: "it was never analyzed".
  public String reason() {
    return reason;
  }
}
