package org.vacuumadvisor.mcp;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.unit.Resource;

/// What can be read beside the tools: the pages of `docs/rules`, one for each finding, and the
/// schemas of the documents that tools answer, as they are published.
final class Pages {
  /// What stands before the id of a finding in the address of its page.
  static final String RULES = "vacuum-advisor://rules/";

  /// What stands before the name of a schema in its address.
  static final String SCHEMAS = "vacuum-advisor://schemas/";

  private static final Map<String, String> PLACES =
      Map.of(
          "assessment", "/org/vacuumadvisor/report/assessment.schema.json",
          "simulation", "/org/vacuumadvisor/report/simulation.schema.json",
          "freeze", "/org/vacuumadvisor/report/freeze.schema.json",
          "verification", "/org/vacuumadvisor/verify/verification.schema.json",
          "history", "/org/vacuumadvisor/fleet/history/history.schema.json");

  private Pages() {}

  /// The ids of all findings, in the order of the alphabet.
  static List<String> rules() {
    return RuleBook.ids().stream().sorted().toList();
  }

  /// The page of a finding, as Markdown.
  ///
  /// @throws IllegalArgumentException if there is no such finding
  static String rule(String id) {
    if (!RuleBook.ids().contains(id)) {
      throw new IllegalArgumentException("There is no finding %s.".formatted(id));
    }
    return resource("rules/%s.md".formatted(id));
  }

  /// The schemas by name, as JSON; those of parts that are not installed are left out.
  static SortedMap<String, String> schemas() {
    var all = new TreeMap<String, String>();
    PLACES.forEach((name, place) -> {
      if (Pages.class.getResource(place) != null) {
        all.put(name, resource(place));
      }
    });
    return all;
  }

  static String resource(String name) {
    return Resource.text(Pages.class, name);
  }
}
