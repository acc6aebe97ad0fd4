package org.vacuumadvisor.model;

import java.util.Arrays;
import java.util.Optional;

/// The kinds of relation that matter to vacuum, `pg_class.relkind`.
public enum RelationKind {
  TABLE("r", "table"),
  MATERIALIZED_VIEW("m", "materialized view"),
  TOAST("t", "TOAST table"),
  /// Has no storage; its partitions have. Autovacuum neither vacuums nor analyzes it.
  PARTITIONED_TABLE("p", "partitioned table");

  private final String code;
  private final String word;

  RelationKind(String code, String word) {
    this.code = code;
    this.word = word;
  }

  /// The kind of a `relkind`; empty for views, sequences and whatever else vacuum passes by.
  public static Optional<RelationKind> ofCode(String code) {
    return Arrays.stream(values()).filter(each -> each.code.equals(code)).findFirst();
  }

  /// What PostgreSQL calls it.
  public String word() {
    return word;
  }
}
