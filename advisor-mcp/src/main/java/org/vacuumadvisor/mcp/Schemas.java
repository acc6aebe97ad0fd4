package org.vacuumadvisor.mcp;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// The schemas of the documents that tools answer, as they are published.
final class Schemas {
  /// What stands before the name of a schema in its address.
  static final String ADDRESS = "vacuum-advisor://schemas/";

  private static final Map<String, String> PLACES =
      Map.of(
          "assessment", "/org/vacuumadvisor/report/assessment.schema.json",
          "simulation", "/org/vacuumadvisor/report/simulation.schema.json",
          "freeze", "/org/vacuumadvisor/report/freeze.schema.json",
          "verification", "/org/vacuumadvisor/verify/verification.schema.json",
          "history", "/org/vacuumadvisor/fleet/history/history.schema.json");

  private Schemas() {}

  /// The schemas by name, as JSON; those of parts that are not installed are left out.
  static SortedMap<String, String> all() {
    var all = new TreeMap<String, String>();
    PLACES.forEach((name, place) -> {
      if (Schemas.class.getResource(place) != null) {
        all.put(name, RulePages.resource(place));
      }
    });
    return all;
  }
}
