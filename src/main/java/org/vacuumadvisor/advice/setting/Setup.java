package org.vacuumadvisor.advice.setting;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.forecast.Changes;

/// Knobs turned. What is not among them is as today.
public record Setup(Map<Knob, Rung> turned) {
  static final Setup TODAY = new Setup(Map.of());

  public Setup {
    turned = Collections.unmodifiableMap(new LinkedHashMap<>(turned));
  }

  Setup with(Knob knob, Rung rung) {
    var more = new LinkedHashMap<>(turned);
    more.put(knob, rung);
    return new Setup(more);
  }

  Setup without(Knob knob) {
    var fewer = new LinkedHashMap<>(turned);
    fewer.remove(knob);
    return new Setup(fewer);
  }

  Optional<Rung> at(Knob knob) {
    return Optional.ofNullable(turned.get(knob));
  }

  public Changes changes() {
    var changes = Changes.NONE;
    for (var each : turned.entrySet()) {
      changes = each.getKey().turn(changes, each.getValue());
    }
    return changes;
  }

  /// How much all of it takes; a stronger value of a knob takes a little more than a weaker one.
  double effort() {
    return turned.entrySet().stream()
        .mapToDouble(each ->
            each.getKey().effort() + STRENGTH * each.getKey().rungs().indexOf(each.getValue()))
        .sum();
  }

  private static final double STRENGTH = 0.05;
}
