package org.vacuumadvisor.diagnosis;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.unit.Resource;

/// Why a finding matters and what to do: a block of the resource `explanations.txt`.
///
/// @param name the id of the finding, or of one cause of it: "catalog-bloat churn"
/// @param why the sentences of its explanation
/// @param more what would make it certain, and what to do, each with its mark
record Explanation(String name, String why, List<String> more) {
  static final String CERTAIN = "certain: ";
  static final String ACT = "→ ";

  private static final Map<String, Explanation> ALL =
      Resource.blocks(Explanation.class, "explanations.txt").stream()
          .map(Explanation::of)
          .collect(Collectors.toMap(Explanation::name, Function.identity()));

  private static Explanation of(List<String> lines) {
    var parts =
        Stream.of(String.join(" ", lines.subList(1, lines.size())).split(" (?=certain: |→ )"))
            .toList();
    return new Explanation(lines.getFirst(), parts.getFirst(), parts.subList(1, parts.size()));
  }

  static Optional<Explanation> named(String name) {
    return Optional.ofNullable(ALL.get(name));
  }

  /// What stands behind a mark.
  Stream<String> after(String mark) {
    return more.stream()
        .filter(each -> each.startsWith(mark))
        .map(each -> each.substring(mark.length()));
  }
}
