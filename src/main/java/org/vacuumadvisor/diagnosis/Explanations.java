package org.vacuumadvisor.diagnosis;

import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.unit.Resource;

/// Why findings matter: the blocks of the resource `explanations.txt`.
final class Explanations {
  /// By the first line of each block.
  private static final Map<String, String> ALL =
      Stream.of(Resource.text(Explanations.class, "explanations.txt").split("\n\n", -1))
          .filter(each -> !each.startsWith("#"))
          .map(each -> each.strip().split("\n", 2))
          .collect(Collectors.toMap(each -> each[0], each -> each[1].replace('\n', ' ')));

  private Explanations() {}

  /// That of the finding with this id, or of one cause of it: "catalog-bloat churn".
  static Optional<String> of(String name) {
    return Optional.ofNullable(ALL.get(name));
  }
}
