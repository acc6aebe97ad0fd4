package org.vacuumadvisor.lab.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.postgres.SettingSql;

/// What is done to a server of an arm, and to no other, once its tables are loaded.
///
/// @param settings of the server
/// @param statements each one statement of SQL, run in their order
/// @param company who is there beside the clients
record Treatment(Map<String, String> settings, List<String> statements, Company company) {
  static final Treatment NONE = new Treatment(Map.of(), List.of(), Company.NOBODY);

  Treatment {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    statements = List.copyOf(statements);
  }

  static Treatment of(Map<String, String> settings) {
    return new Treatment(settings, List.of(), Company.NOBODY);
  }

  Treatment with(Company other) {
    return new Treatment(settings, statements, other);
  }

  /// All of it as SQL.
  List<String> sql() {
    return Stream.concat(
            settings.entrySet().stream()
                .map(each -> SettingSql.ofServer(each.getKey(), each.getValue())),
            statements.stream())
        .toList();
  }
}
