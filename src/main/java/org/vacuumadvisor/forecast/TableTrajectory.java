package org.vacuumadvisor.forecast;

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
}
