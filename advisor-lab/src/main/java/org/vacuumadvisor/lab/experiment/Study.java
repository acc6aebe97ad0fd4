package org.vacuumadvisor.lab.experiment;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.lab.workload.Named;
import org.vacuumadvisor.lab.workload.Script;

/// What is compared: work, settings and bars.
///
/// @param name on the command line
/// @param question that it answers, a sentence
/// @param clients how many work unless others are asked for
/// @param duration of a trial unless another is asked for
/// @param settings of the server in all arms
/// @param remarks what a reader has to know of the settings in common
/// @param arms in the order of the report
/// @param indexOnlyScan a query that an index could answer alone
/// @param bars what it has to show
public record Study(
    String name,
    String question,
    Script workload,
    int clients,
    Duration duration,
    Map<String, String> settings,
    List<String> remarks,
    List<Arm> arms,
    Optional<String> indexOnlyScan,
    List<Bar> bars) {
  public Study {
    settings = Map.copyOf(settings);
    remarks = List.copyOf(remarks);
    arms = List.copyOf(arms);
    bars = List.copyOf(bars);
  }

  /// The study of this name.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  public static Study named(String name) {
    return Named.one("experiment", name, Studies.ALL, Study::name);
  }

  /// The names of all studies.
  public static List<String> names() {
    return Studies.ALL.stream().map(Study::name).toList();
  }

  /// Its arm of this name.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  public Arm arm(String arm) {
    return Named.one("arm", arm, arms, Arm::name);
  }
}
