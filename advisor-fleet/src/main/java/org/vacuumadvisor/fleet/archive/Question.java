package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// What is asked of the past.
///
/// @param at as of which moment
/// @param back from how long before on
/// @param cluster empty for all
/// @param table its name, or schema and name; empty for all
public record Question(
    Instant at, Duration back, Optional<String> cluster, Optional<String> table) {

  Instant from() {
    return at.minus(back);
  }

  /// What rows must be of, in SQL, with a parameter for each name.
  String where() {
    var conditions = new ArrayList<String>();
    conditions.add("time > ? AND time <= ?");
    cluster.ifPresent(_ -> conditions.add("cluster = ?"));
    return String.join(" AND ", conditions);
  }

  /// The same for rows of tables.
  String whereTable() {
    return table
        .map(name ->
            where()
                + (name.contains(".")
                    ? " AND schema || '.' || table_name = ?"
                    : " AND table_name = ?"))
        .orElse(where());
  }

  List<Object> parameters() {
    var all = new ArrayList<Object>(List.of(from(), at));
    cluster.ifPresent(all::add);
    return all;
  }

  List<Object> tableParameters() {
    var all = parameters();
    table.ifPresent(all::add);
    return all;
  }
}
