package org.vacuumadvisor.mcp;

import java.util.List;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.unit.Resource;

/// The pages of `docs/rules`, one for each finding.
final class RulePages {
  /// What stands before the id of a finding in the address of its page.
  static final String ADDRESS = "vacuum-advisor://rules/";

  private RulePages() {}

  /// The ids of all findings, in the order of the alphabet.
  static List<String> ids() {
    return RuleBook.ids().stream().sorted().toList();
  }

  /// The page of a finding, as Markdown.
  ///
  /// @param id one of [#ids]
  static String page(String id) {
    if (!RuleBook.ids().contains(id)) {
      throw new IllegalArgumentException("There is no finding %s.".formatted(id));
    }
    return resource("rules/%s.md".formatted(id));
  }

  static String resource(String name) {
    return Resource.text(RulePages.class, name);
  }
}
