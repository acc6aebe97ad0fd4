package org.vacuumadvisor.lab.experiment;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.vacuumadvisor.lab.workload.run.Outcome;

/// One arm in one round, and what was measured.
///
/// @param round from 1
/// @param settings what the server itself said to be set in this arm and not in all: settings of
///   the server by name, parameters of tables as `table.parameter`
/// @param samples one a second
/// @param missed how many samples the server was too slow to give
/// @param tables at the end
/// @param indexes at the end
/// @param foresight empty where somebody vacuums or holds the horizon beside the clients
public record Trial(
    Arm arm,
    int round,
    Map<String, String> settings,
    Outcome outcome,
    List<Sample> samples,
    int missed,
    List<RelationSize> tables,
    List<RelationSize> indexes,
    VacuumWork vacuums,
    Wal wal,
    Optional<Foresight> foresight) {
  public Trial {
    settings = Collections.unmodifiableMap(new TreeMap<>(settings));
    samples = List.copyOf(samples);
    tables = List.copyOf(tables);
    indexes = List.copyOf(indexes);
  }

  /// The size of all tables together at the end.
  public long tableBytes() {
    return tables.stream().mapToLong(RelationSize::bytes).sum();
  }

  /// The size of all indexes together at the end.
  public long indexBytes() {
    return indexes.stream().mapToLong(RelationSize::bytes).sum();
  }
}
