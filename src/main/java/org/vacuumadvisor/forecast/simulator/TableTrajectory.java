package org.vacuumadvisor.forecast.simulator;

import java.util.List;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationName;

/// What becomes of one table.
///
/// @param runs the first of them: very many are not kept, [#figures] counts all
/// @param peakDead most dead rows in each span
/// @param meanDead dead rows in each span on average
/// @param heapBytes at the end of each span
/// @param indexBytes of all its indexes, at the end of each span
/// @param xidAge at the end of each span
public record TableTrajectory(
    RelationKey key,
    RelationName name,
    TableFigures figures,
    List<SimulatedRun> runs,
    Series peakDead,
    Series meanDead,
    Series heapBytes,
    Series indexBytes,
    Series xidAge) {
  public TableTrajectory {
    runs = List.copyOf(runs);
  }

  /// Most dead rows at a time once the first span is over, which still shows what was there before.
  public double settledPeak() {
    double most = 0;
    for (int span = Math.min(1, peakDead.size() - 1); span < peakDead.size(); span++) {
      most = Math.max(most, peakDead.at(span));
    }
    return most;
  }
}
