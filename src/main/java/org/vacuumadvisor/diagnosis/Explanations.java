package org.vacuumadvisor.diagnosis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.unit.Resource;

/// Why findings matter: the blocks of the resource `explanations.txt`.
final class Explanations {
  /// By the first line of each block.
  private static final Map<String, String> ALL =
      Resource.blocks(Explanations.class, "explanations.txt").stream()
          .collect(
              Collectors.toMap(
                  List::getFirst, each -> String.join(" ", each.subList(1, each.size()))));

  private Explanations() {}

  /// That of the finding with this id, or of one cause of it: "catalog-bloat churn".
  static Optional<String> of(String name) {
    return Optional.ofNullable(ALL.get(name));
  }
}
