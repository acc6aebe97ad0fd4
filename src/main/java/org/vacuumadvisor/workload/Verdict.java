package org.vacuumadvisor.workload;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.Activity;

/// A class with the confidence in it and the figures that decided.
record Verdict(WorkloadClass kind, Confidence confidence, List<String> because) {
  Verdict {
    because = List.copyOf(because);
  }

  static Verdict of(WorkloadClass kind, Confidence confidence, String... because) {
    return new Verdict(kind, confidence, List.of(because));
  }

  static Verdict undetermined(String... because) {
    return of(WorkloadClass.UNDETERMINED, Confidence.LOW, because);
  }

  boolean is(WorkloadClass wanted) {
    return kind == wanted;
  }

  Verdict atMost(Confidence limit) {
    return confidence.compareTo(limit) < 0 ? new Verdict(kind, limit, because) : this;
  }

  Verdict also(String reason) {
    var more = new ArrayList<>(because);
    more.add(reason);
    return new Verdict(kind, confidence, more);
  }

  Workload over(Activity activity, Period period) {
    return new Workload(kind, confidence, new Rates(activity, period), because);
  }
}
