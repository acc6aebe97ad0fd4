package org.vacuumadvisor.fleet.metrics;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.metrics.Meter;
import io.opentelemetry.api.metrics.ObservableDoubleMeasurement;
import io.opentelemetry.api.metrics.ObservableMeasurement;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/// The metrics as instruments of OpenTelemetry, which are observed all at once.
final class Instruments {
  /// What labels are called there.
  private static final Map<String, String> ATTRIBUTES =
      Map.of(
          "datname",
          "db.namespace",
          "schemaname",
          "postgresql.schema.name",
          "relname",
          "postgresql.table.name");

  private static final String STATE = "state";

  private final Map<Metric, ObservableDoubleMeasurement> observers = new EnumMap<>(Metric.class);

  private Instruments() {}

  static void register(Meter meter, Supplier<List<Sample>> source) {
    var instruments = new Instruments();
    Map<String, ObservableDoubleMeasurement> byName = new LinkedHashMap<>();
    for (var metric : Metric.values()) {
      instruments.observers.put(
          metric, byName.computeIfAbsent(metric.openTelemetryName(), _ -> observer(meter, metric)));
    }
    var all = byName.values().toArray(ObservableMeasurement[]::new);
    var others = new ObservableMeasurement[all.length - 1];
    System.arraycopy(all, 1, others, 0, others.length);
    var _ = meter.batchCallback(() -> source.get().forEach(instruments::observe), all[0], others);
  }

  private static ObservableDoubleMeasurement observer(Meter meter, Metric metric) {
    var name = metric.openTelemetryName();
    return switch (metric.kind()) {
      case GAUGE, INFO ->
          meter
              .gaugeBuilder(name)
              .setUnit(metric.unit())
              .setDescription(metric.help())
              .buildObserver();
      case AMOUNT ->
          meter
              .upDownCounterBuilder(name)
              .ofDoubles()
              .setUnit(metric.unit())
              .setDescription(metric.help())
              .buildObserver();
      case COUNTER, UNTYPED_COUNTER ->
          meter
              .counterBuilder(name)
              .ofDoubles()
              .setUnit(metric.unit())
              .setDescription(metric.help())
              .buildObserver();
    };
  }

  private void observe(Sample sample) {
    var observer = observers.get(sample.metric());
    if (observer != null) {
      observer.record(sample.value(), attributes(sample));
    }
  }

  private static Attributes attributes(Sample sample) {
    var attributes = Attributes.builder();
    for (int at = 0; at < sample.labels().size(); at++) {
      var label = sample.metric().labels().get(at);
      attributes.put(
          AttributeKey.stringKey(ATTRIBUTES.getOrDefault(label, "vacuum_advisor." + label)),
          sample.labels().get(at));
    }
    if (sample.metric() == Metric.N_DEAD_TUP) {
      attributes.put(STATE, "dead");
    } else if (sample.metric() == Metric.N_LIVE_TUP) {
      attributes.put(STATE, "live");
    }
    return attributes.build();
  }
}
