package org.vacuumadvisor.lab.promise;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.vacuumadvisor.lab.workload.FlowFigures;

/// What one server did in relation to another with the same work.
///
/// @param one the server in question
/// @param other what it is measured by
public record Contrast(Measured one, Measured other) {
  /// Less is what two runs of the same work differ by.
  private static final double FEWER = 0.97;

  private static final double SLOWER = 1.15;

  /// Below this, what a transaction takes longer is the wait for a processor that others use too.
  private static final double SLOWER_MS = 1;

  private static final double LARGER = 1.1;

  /// Fewer dead rows cost nobody anything.
  private static final double FEW_DEAD_ROWS = 100;

  /// How many transactions it did, in relation to the other.
  public double rate() {
    return (double) one.transactions() / other.transactions();
  }

  /// How long its transactions took, likewise.
  public double latency() {
    return one.medianMs() / other.medianMs();
  }

  /// How large it is at the end, likewise.
  public double size() {
    return (double) one.bytes() / other.bytes();
  }

  /// How much write-ahead log it wrote, likewise: the price.
  public double wal() {
    return (double) one.walBytes() / other.walBytes();
  }

  /// How many dead rows it had, likewise; fewer than a hundred count as a hundred.
  public double deadRows() {
    return many(one) / many(other);
  }

  private static double many(Measured server) {
    return Math.max(server.deadRows().orElse(Double.NaN), FEW_DEAD_ROWS);
  }

  /// Something that was worse.
  ///
  /// @param what a flow of the workload, or `transactions` or `size` of all
  record Worse(String what, String sentence) {}

  /// What was worse for the application. Two servers with the same work differ by chance, too.
  List<Worse> worse() {
    var worse = new ArrayList<Worse>();
    if (rate() < FEWER) {
      worse.add(new Worse("transactions", "%.2f × the transactions".formatted(rate())));
    }
    worse.addAll(slowerFlows());
    if (size() > LARGER) {
      worse.add(new Worse("size", "%.2f × the size".formatted(size())));
    }
    return worse;
  }

  private List<Worse> slowerFlows() {
    return IntStream.range(0, other.flows().size())
        .filter(at -> isSlower(other.flows().get(at), one.flows().get(at)))
        .mapToObj(at ->
            new Worse(
                other.flows().get(at).flow(),
                "%s takes %.1f ms instead of %.1f"
                    .formatted(
                        other.flows().get(at).flow(),
                        one.flows().get(at).medianMs(),
                        other.flows().get(at).medianMs())))
        .toList();
  }

  private static boolean isSlower(FlowFigures before, FlowFigures after) {
    return after.medianMs() > SLOWER * before.medianMs()
        && after.medianMs() > before.medianMs() + SLOWER_MS;
  }
}
