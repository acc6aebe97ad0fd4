package org.vacuumadvisor.cli;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.advice.IgnoreRule;

/// What a user has written down for every run: connections by name, defaults of options, findings
/// to ignore.
///
/// @param connections connection strings, without passwords
/// @param options values by the option's name: `--timeout`
/// @param ignored findings to leave out for a time
record Configuration(
    Map<String, String> connections, Map<String, String> options, List<IgnoreRule> ignored) {
  static final Configuration NONE = new Configuration(Map.of(), Map.of(), List.of());

  Configuration {
    connections = Map.copyOf(connections);
    options = Map.copyOf(options);
    ignored = List.copyOf(ignored);
  }

  /// The form that reports have where nothing else says one.
  Optional<Format> format() {
    return Optional.ofNullable(options.get("--format"))
        .map(each -> Format.valueOf(each.toUpperCase(Locale.ROOT)));
  }
}
