package org.vacuumadvisor.fleet.archive;

import org.vacuumadvisor.report.data.RunColumn;

/// A column of a dataset.
///
/// @param name in lower case with underscores, the unit in it where it has one
public record Field(String name, Type type) {

  /// What a column holds. Every column may be null: that is what is not known.
  public enum Type {
    TEXT("VARCHAR"),
    COUNT("BIGINT"),
    REAL("DOUBLE"),
    FLAG("BOOLEAN"),
    /// A moment, in UTC.
    TIME("TIMESTAMPTZ");

    private final String sql;

    Type(String sql) {
      this.sql = sql;
    }

    /// The type in DuckDB.
    String sql() {
      return sql;
    }
  }

  static Field of(RunColumn column) {
    return new Field(column.name(), Type.valueOf(column.kind().name()));
  }
}
