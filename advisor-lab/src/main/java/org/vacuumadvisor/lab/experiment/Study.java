package org.vacuumadvisor.lab.experiment;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.lab.workload.Named;
import org.vacuumadvisor.lab.workload.Workload;

/// What is compared: work, settings and bars.
///
/// @param name on the command line
/// @param question that it answers, a sentence
/// @param clients how many work unless others are asked for
/// @param duration of a trial unless another is asked for
/// @param common settings of the server in all arms
/// @param remarks what a reader has to know of the settings in common
/// @param prepared statements run in all arms between the load and the work
/// @param treatments what is done in an arm; what is done in `advised` is found out
/// @param indexOnlyScan a query that an index could answer alone
public record Study(
    String name,
    String question,
    Workload workload,
    int clients,
    Duration duration,
    Map<String, String> common,
    List<String> remarks,
    List<String> prepared,
    Map<Arm, Treatment> treatments,
    Optional<String> indexOnlyScan,
    List<Bar> bars) {
  public Study {
    common = Collections.unmodifiableMap(new LinkedHashMap<>(common));
    remarks = List.copyOf(remarks);
    prepared = List.copyOf(prepared);
    treatments = Collections.unmodifiableMap(new LinkedHashMap<>(treatments));
    bars = List.copyOf(bars);
  }

  /// Its arms, in the order of the report.
  public List<Arm> arms() {
    return List.copyOf(treatments.keySet());
  }

  /// The study of this name.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  public static Study named(String name) {
    return Named.one("experiment", name, Studies.all(), Study::name);
  }

  /// The names of all studies.
  public static List<String> names() {
    return Studies.all().stream().map(Study::name).toList();
  }

  /// The same study of another size, such as one for a test.
  public Study of(Workload other) {
    return new Study(
        name,
        question,
        other,
        clients,
        duration,
        common,
        remarks,
        prepared,
        treatments,
        indexOnlyScan,
        bars);
  }

  /// The same study with more settings of the server in all arms.
  public Study with(Map<String, String> settings) {
    var all = new LinkedHashMap<>(common);
    all.putAll(settings);
    return new Study(
        name,
        question,
        workload,
        clients,
        duration,
        all,
        remarks,
        prepared,
        treatments,
        indexOnlyScan,
        bars);
  }
}
