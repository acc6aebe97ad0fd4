package org.vacuumadvisor.lab.promise;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/// What came of all workloads on servers that several rivals set up.
///
/// @param rivals in the order in which they are told; the advisor is the last
/// @param matches by workload, then by release
/// @param failures a sentence for each that failed
public record Contest(
    Schedule plan,
    List<Rival> rivals,
    Instant startedAt,
    Duration took,
    List<Match> matches,
    List<String> failures) {
  public Contest {
    rivals = List.copyOf(rivals);
    matches =
        matches.stream()
            .sorted(
                Comparator.comparing((Match each) -> each.script().name())
                    .thenComparing(Match::release))
            .toList();
    failures = List.copyOf(failures);
  }

  /// A figure of the advisor's servers in relation to those of a rival: the geometric mean of all
  /// matches; `NaN` without any.
  public double mean(Rival rival, ToDoubleFunction<Contrast> figure) {
    return Math.exp(
        matches.stream()
            .map(each -> each.contrast(Rival.ADVISOR, rival))
            .mapToDouble(each -> Math.log(figure.applyAsDouble(each)))
            .average()
            .orElse(Double.NaN));
  }

  /// How many servers of one were worse in something for the application than those of another.
  public long worse(Rival one, Rival other) {
    return matches.stream().filter(each -> !each.contrast(one, other).worse().isEmpty()).count();
  }
}
