package org.vacuumadvisor.workload;

import java.util.List;

/// What applications do to one table or database.
///
/// @param kind the class of it
/// @param because the two or three figures that decided, each a short phrase: "94 % of operations
///   are reads"
public record Workload(
    WorkloadClass kind, Confidence confidence, Rates rates, List<String> because) {
  public Workload {
    because = List.copyOf(because);
  }
}
