package org.vacuumadvisor.fleet.metrics;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.unit.Resource;

/// A metric that is published: a line of `metrics.txt`.
///
/// @param name without the prefix
/// @param published as Prometheus has it
record Metric(String name, String published, List<String> labels, String help) {
  /// The prefix under which postgres_exporter publishes columns of that view.
  static final String OF_COLUMNS = "pg_stat_user_tables_";

  private static final Map<String, Metric> ALL = read();

  /// How a metric behaves.
  enum Kind {
    GAUGE,
    /// Counts since this program started.
    COUNTER,
    /// A counter of PostgreSQL, under a name of postgres_exporter that does not end in `_total`.
    UNTYPED_COUNTER,
    /// Always 1; its labels tell something.
    INFO
  }

  private static Map<String, Metric> read() {
    var all = new LinkedHashMap<String, Metric>();
    var section = List.<String>of();
    for (var line : Resource.lines(Metric.class, "metrics.txt")) {
      if (line.startsWith("[")) {
        section = List.of(line.substring(1, line.length() - 1).split(" ", -1));
      } else {
        var parts = line.split(": ", 2);
        var words = List.of(parts[0].split(" ", -1));
        var labels = new ArrayList<>(section.subList(1, section.size()));
        labels.addAll(words.subList(1, words.size()));
        var name = words.getFirst();
        all.put(name, new Metric(name, section.getFirst() + name, List.copyOf(labels), parts[1]));
      }
    }
    return all;
  }

  static Stream<Metric> all() {
    return ALL.values().stream();
  }

  static Metric of(String name) {
    var metric = ALL.get(name);
    if (metric == null) {
      throw new IllegalArgumentException("metrics.txt has no " + name);
    }
    return metric;
  }

  /// By the ending of its name.
  Kind kind() {
    return name.endsWith("_total")
        ? Kind.COUNTER
        : name.endsWith("_info")
            ? Kind.INFO
            : name.endsWith("_count") ? Kind.UNTYPED_COUNTER : Kind.GAUGE;
  }
}
