package org.vacuumadvisor.fleet.metrics;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Supplier;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.fleet.watch.Look;

/// The values of all watched servers, for whoever asks at any time.
final class Metrics implements Supplier<List<Sample>> {
  private final MetricsOptions options;
  private final ConcurrentMap<String, ServerState> servers = new ConcurrentHashMap<>();
  private final List<Sample> rules;

  Metrics(MetricsOptions options) {
    this.options = options;
    rules =
        RuleBook.ids().stream()
            .distinct()
            .sorted()
            .map(
                id -> new Sample(Metric.RULE_INFO, List.of(id, options.runbooks() + id + ".md"), 1))
            .toList();
  }

  /// Takes a look into account. Looks at one server come one after the other.
  void add(Look look) {
    var name = look.target().name();
    servers.put(name, servers.getOrDefault(name, ServerState.NONE).after(look, options));
  }

  /// As of now.
  @Override
  public List<Sample> get() {
    return at(Instant.now());
  }

  List<Sample> at(Instant now) {
    var all = new ArrayList<>(rules);
    servers.forEach((name, state) -> state.addTo(all, name, now, options.every()));
    return all;
  }
}
