package org.vacuumadvisor.advice.setting;

import java.util.Collections;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/// One value of a knob.
///
/// @param values by the name of the setting or storage parameter, as SQL takes them; at least one
public record Rung(SortedMap<String, String> values) {

  /// @throws IllegalArgumentException without a value
  public Rung {
    if (values.isEmpty()) {
      throw new IllegalArgumentException("a knob is turned to some value");
    }
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  public static Rung of(String name, String value) {
    var values = new TreeMap<String, String>();
    values.put(name, value);
    return new Rung(values);
  }

  /// `autovacuum_naptime = 10s`.
  @Override
  public String toString() {
    return values.entrySet().stream()
        .map(each -> each.getKey() + " = " + each.getValue())
        .collect(Collectors.joining(", "));
  }
}
