package org.vacuumadvisor.comparison;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.advice.Recommendation;

/// A recommendation, as far as one can see later whether it was followed.
public record Advised(String title, About about, Optional<String> sql, Optional<Change> change) {
  static Advised of(Recommendation recommendation) {
    return new Advised(
        recommendation.title(),
        About.of(recommendation.appliesTo()),
        recommendation.sql(),
        Change.of(recommendation));
  }

  /// What it has in common with the same recommendation at another time, which may ask for another
  /// value.
  Object key() {
    return change
        .<Object>map(each -> List.of(about, each.kind(), each.set().keySet(), each.reset()))
        .orElse(List.of(about, title, sql));
  }
}
