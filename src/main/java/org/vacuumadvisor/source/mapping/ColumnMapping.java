package org.vacuumadvisor.source.mapping;

import org.vacuumadvisor.model.Column;
import org.vacuumadvisor.source.Row;
import org.vacuumadvisor.source.Topic;

/// A row of [Topic#COLUMNS].
final class ColumnMapping {
  private ColumnMapping() {}

  static Column column(Row row, Names names) {
    boolean hidden = !row.flag("may_select").or(true);
    return new Column(
        row.count("attnum").map(Math::toIntExact).or(0),
        names.one(row.text("attname").or("")),
        names.one(row.text("typname").or("")),
        row.count("attlen").map(Math::toIntExact).or(-1),
        names.one(row.text("attalign").or("")),
        row.flag("attisdropped").or(false),
        Hidden.in(hidden, row.count("avg_width").map(Math::toIntExact)),
        Hidden.in(hidden, row.real("null_frac")),
        Hidden.in(hidden, row.real("n_distinct")));
  }
}
