package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;

/// In which order bloated files of one rule are told: the largest first.
final class BloatOrder {
  private BloatOrder() {}

  static Comparator<Finding> largestFirst() {
    return Comparator.comparingLong((Finding each) -> size(each.subject())).reversed();
  }

  private static long size(Subject subject) {
    return switch (subject) {
      case Subject.OfRelation(var relation) -> relation.extent().bestPages().count();
      case Subject.OfIndex(_, var index) -> index.pages().count();
      case Subject.Cluster _, Subject.OfDatabase _ -> 0;
    };
  }
}
