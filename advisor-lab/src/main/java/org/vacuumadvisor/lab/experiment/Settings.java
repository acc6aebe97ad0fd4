package org.vacuumadvisor.lab.experiment;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/// Settings of servers, in the order in which they are told.
final class Settings {
  private Settings() {}

  static Map<String, String> of(String... namesAndValues) {
    var map = new LinkedHashMap<String, String>();
    for (int at = 0; at < namesAndValues.length; at += 2) {
      map.put(namesAndValues[at], namesAndValues[at + 1]);
    }
    return Collections.unmodifiableMap(map);
  }

  /// Both, the later ones where both have the same.
  static Map<String, String> plus(Map<String, String> some, Map<String, String> more) {
    var map = new LinkedHashMap<>(some);
    map.putAll(more);
    return Collections.unmodifiableMap(map);
  }

  /// The number of a value such as `15s`.
  static int seconds(String value) {
    return Integer.parseInt(value.substring(0, value.length() - 1));
  }
}
