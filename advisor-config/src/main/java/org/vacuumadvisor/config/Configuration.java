package org.vacuumadvisor.config;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.advice.IgnoreRule;
import org.vacuumadvisor.diagnosis.Severity;

/// What a user has written down for every run: connections by name, defaults of options, findings
/// to ignore.
///
/// @param connections connection strings, without passwords
/// @param options values by the option's name: `--timeout`
/// @param ignored findings to leave out for a time
public record Configuration(
    Map<String, String> connections, Map<String, String> options, List<IgnoreRule> ignored) {
  /// Nothing is written down.
  public static final Configuration NONE = new Configuration(Map.of(), Map.of(), List.of());

  public Configuration {
    connections = Map.copyOf(connections);
    options = Map.copyOf(options);
    ignored = List.copyOf(ignored);
  }

  /// The longest that one statement may run; empty where nothing is written down.
  public Optional<Duration> timeout() {
    return Optional.ofNullable(options.get("--timeout")).map(Times::of);
  }

  /// The least severity that is shown; empty where nothing is written down.
  public Optional<Severity> minSeverity() {
    return Optional.ofNullable(options.get("--min-severity"))
        .map(each -> Severity.valueOf(each.toUpperCase(Locale.ROOT)));
  }
}
