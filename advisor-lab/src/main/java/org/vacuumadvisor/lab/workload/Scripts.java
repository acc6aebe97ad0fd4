package org.vacuumadvisor.lab.workload;

import java.util.List;
import java.util.Map;
import org.vacuumadvisor.unit.Resource;

/// The workloads that come with the lab.
public final class Scripts {
  private static final List<String> NAMES = Resource.lines(Scripts.class, "workloads.txt");

  /// Those that clients work through without a pause.
  private static final List<String> UNPACED =
      List.of("queue-churn", "tpc-c", "insert-only", "read-heavy");

  private Scripts() {}

  /// All that come at a pace, by name.
  public static List<Script> all() {
    return NAMES.stream().map(Scripts::named).toList();
  }

  /// Those that clients work through without a pause, one for each class of workloads.
  public static List<Script> unpaced() {
    return UNPACED.stream().map(each -> unpaced(each, Map.of())).toList();
  }

  /// One of these.
  ///
  /// @param sizes other than those that it has
  public static Script unpaced(String name, Map<String, Long> sizes) {
    return ScriptReader.read(name, Resource.text(Scripts.class, name + ".sql"), sizes);
  }

  /// The one of this name that comes at a pace.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  public static Script named(String name) {
    return unpaced(Named.one("workload", name, NAMES, each -> each), Map.of());
  }
}
