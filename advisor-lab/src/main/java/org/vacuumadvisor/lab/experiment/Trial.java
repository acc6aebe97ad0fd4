package org.vacuumadvisor.lab.experiment;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.vacuumadvisor.lab.workload.Outcome;

/// One arm in one round, and what was measured.
///
/// @param arm its name
/// @param round from 1
/// @param settings what the server itself said to be set in this arm and not in all: settings of
///   the server by name, parameters of tables as `table.parameter`
/// @param samples one a second
/// @param missed how many samples the server was too slow to give
/// @param tables at the end
/// @param indexes at the end
/// @param log what autovacuum did, as the server's log tells
public record Trial(
    String arm,
    int round,
    Map<String, String> settings,
    Outcome outcome,
    List<Sample> samples,
    int missed,
    List<RelationSize> tables,
    List<RelationSize> indexes,
    VacuumLog.Work log,
    Wal wal) {
  public Trial {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    samples = List.copyOf(samples);
    tables = List.copyOf(tables);
    indexes = List.copyOf(indexes);
  }
}
