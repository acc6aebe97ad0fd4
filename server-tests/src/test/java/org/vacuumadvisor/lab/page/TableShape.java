package org.vacuumadvisor.lab.page;

/// A table whose pages are to be different from those of other tables.
enum TableShape {
  /// 226 rows of two integers fit on a page of 8 kB with this fillfactor.
  TWO_INTEGERS("b integer DEFAULT 7", "b = b + 1", 85, true, 700),
  VARYING("b text", "b = nullif(repeat('x', (random() * 150)::int), '')", 100, true, 250),
  VARYING_UNINDEXED("b text", "b = repeat('y', (random() * 150)::int)", 90, false, 250),
  WIDE("b text", "b = repeat('z', 700 + (random() * 900)::int)", 70, true, 25),
  NARROW_UNINDEXED("b integer", "b = nullif(a % 3, 1)", 100, false, 700);

  private final String column;
  private final String change;
  private final int fillfactor;
  private final boolean indexed;
  private final int rows;

  TableShape(String column, String change, int fillfactor, boolean indexed, int rows) {
    this.column = column;
    this.change = change;
    this.fillfactor = fillfactor;
    this.indexed = indexed;
    this.rows = rows;
  }

  /// Rows it has to begin with: some pages.
  int rows() {
    return rows;
  }

  int fillfactor() {
    return fillfactor;
  }

  boolean indexed() {
    return indexed;
  }

  /// An assignment that no index minds: such an update may be HOT.
  String change() {
    return change;
  }

  /// An assignment that an index minds, if there is one.
  String changeOfKey() {
    return "a = a + 1000000";
  }

  String[] create(String table) {
    return new String[] {
      "DROP TABLE IF EXISTS " + table,
      "CREATE TABLE %s (a integer, %s) WITH (fillfactor = %d)".formatted(table, column, fillfactor),
      indexed ? "CREATE INDEX ON %s (a)".formatted(table) : "SELECT 1"
    };
  }
}
