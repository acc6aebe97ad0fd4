package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.unit.Quantities;

/// One thing that is wrong: its cause, what follows from it, and what to do.
///
/// @param cause what to mend
/// @param alike the same about other tables, to be mended alike
/// @param consequences what follows from the cause and goes away with it
/// @param recommendations what answers cause and alike, best first
public record Problem(
    Finding cause,
    List<Finding> alike,
    List<Finding> consequences,
    List<Recommendation> recommendations) {
  public Problem {
    alike = List.copyOf(alike);
    consequences = List.copyOf(consequences);
    recommendations = List.copyOf(recommendations);
  }

  /// The worst of cause and consequences.
  public Severity severity() {
    return findings().map(Finding::severity).min(Severity::compareTo).orElse(cause.severity());
  }

  /// The consequence that is worse than its cause, such as a wraparound that comes near; empty
  /// where there is none.
  public Optional<Finding> emergency() {
    return consequences.stream()
        .filter(each -> each.severity() == Severity.CRITICAL)
        .filter(Problems::isEmergency)
        .findFirst();
  }

  /// What a reader has to know first: the emergency that it leads to, or else the cause.
  public String headline() {
    return emergency().orElse(cause).headline();
  }

  /// What it and those alike are of, in a word.
  public String noun() {
    return cause
        .holders()
        .map(HorizonHolder::noun)
        .findFirst()
        .orElse(
            switch (cause.subject()) {
              case Subject.OfIndex _ -> "index";
              case Subject.Cluster _ -> "setting";
              case Subject.OfRelation _, Subject.OfDatabase _ -> "table";
            });
  }

  /// Those alike, counted: "5 other sessions".
  public String others() {
    return Quantities.counted(alike.size(), "other " + noun());
  }

  /// The cause first.
  public Stream<Finding> findings() {
    return Stream.of(Stream.of(cause), alike.stream(), consequences.stream()).flatMap(each -> each);
  }

  /// What is left of it if only some findings are shown. Its cause stays with what follows from it;
  /// of several tables alike, one that is shown takes the place of one that is not.
  public Optional<Problem> within(Set<Finding> shown, Set<Recommendation> recommended) {
    if (findings().noneMatch(shown::contains)) {
      return Optional.empty();
    }
    var likewise = alike.stream().filter(shown::contains).toList();
    boolean isReplaced = !shown.contains(cause) && !likewise.isEmpty();
    return Optional.of(
        new Problem(
            isReplaced ? likewise.getFirst() : cause,
            isReplaced ? likewise.subList(1, likewise.size()) : likewise,
            consequences.stream().filter(shown::contains).toList(),
            recommendations.stream().filter(recommended::contains).toList()));
  }
}
