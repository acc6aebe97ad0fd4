package org.vacuumadvisor.lab.promise;

import java.util.List;
import java.util.OptionalDouble;
import org.vacuumadvisor.lab.workload.FlowFigures;

/// What a server did in some time.
///
/// @param flows in the order of the workload
/// @param bytes of the database at the end
/// @param walBytes written meanwhile
/// @param deadRows of all tables of the application together, on average of the looks; empty where
///   nobody looked
/// @param vacuums of tables of the application by autovacuum
public record Measured(
    List<FlowFigures> flows, long bytes, long walBytes, OptionalDouble deadRows, long vacuums) {
  public Measured {
    flows = List.copyOf(flows);
  }

  /// Transactions of all flows.
  public long transactions() {
    return flows.stream().mapToLong(FlowFigures::transactions).sum();
  }

  /// The latency that half of the transactions stayed below: the geometric mean of the flows, so
  /// that a flow of slow statements does not drown the others. 0 where nothing was done.
  public double medianMs() {
    return Math.exp(
        flows.stream()
            .filter(each -> each.transactions() > 0)
            .mapToDouble(each -> Math.log(each.medianMs()))
            .average()
            .orElse(Double.NEGATIVE_INFINITY));
  }
}
