package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder.Reach;

/// A log tells that someone holds the horizon, the server tells who: one finding, which names the
/// holder and has the proof of both.
final class NamedHolder {
  private static final String UNKNOWN = "xmin-held";
  private static final String KNOWN = "xmin-held-by-";

  private NamedHolder() {}

  /// The findings without those on an unknown holder whose tables a known one reaches.
  static List<Finding> of(List<Finding> findings) {
    var named = new ArrayList<>(findings);
    for (var told : findings) {
      if (told.id().equals(UNKNOWN)) {
        holder(told, named)
            .ifPresent(known -> {
              named.set(named.indexOf(known), proven(known, told));
              named.remove(told);
            });
      }
    }
    return List.copyOf(named);
  }

  private static Optional<Finding> holder(Finding told, List<Finding> findings) {
    return findings.stream()
        .filter(each -> each.id().startsWith(KNOWN) && !isOfCatalogsOnly(each))
        .filter(each -> covers(each.subject(), told.subject()))
        .findFirst();
  }

  private static Finding proven(Finding known, Finding told) {
    return new Finding(
        known.id(),
        known.severity().compareTo(told.severity()) <= 0 ? known.severity() : told.severity(),
        known.subject(),
        known.headline(),
        Stream.concat(
                known.evidence().stream(),
                told.evidence().stream().filter(fact -> fact.provenance() == null))
            .toList(),
        known.explanation(),
        known.confidence().compareTo(told.confidence()) <= 0
            ? known.confidence()
            : told.confidence(),
        known.surer(),
        known.remedies());
  }

  private static boolean isOfCatalogsOnly(Finding finding) {
    return finding.remedies().stream()
        .anyMatch(each ->
            each instanceof Remedy.OfHorizon release
                && release
                    .holder()
                    .filter(holder -> holder.reach() instanceof Reach.Catalogs)
                    .isPresent());
  }

  private static boolean covers(Subject holder, Subject told) {
    if (holder instanceof Subject.Cluster) {
      return true;
    }
    var one = database(holder);
    var other = database(told);
    return one.isEmpty() || other.isEmpty() || one.equals(other);
  }

  private static String database(Subject subject) {
    return switch (subject) {
      case Subject.Cluster() -> "";
      case Subject.OfDatabase(String name) -> name;
      case Subject.OfRelation(var relation) -> relation.name().database();
      case Subject.OfIndex(var table, _) -> table.name().database();
    };
  }
}
