package org.vacuumadvisor.fleet.metrics;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.CounterSnapshot.CounterDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot.GaugeDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot;
import io.prometheus.metrics.model.snapshots.InfoSnapshot.InfoDataPointSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.io.IOException;
import java.io.OutputStream;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/// The values as Prometheus's client library has them, made anew for each scrape.
final class Exposition {
  private final Supplier<List<Sample>> source;

  Exposition(Supplier<List<Sample>> source) {
    this.source = source;
  }

  private MetricSnapshots collect() {
    Map<Metric, List<Sample>> metrics =
        source.get().stream()
            .collect(
                Collectors.groupingBy(
                    Sample::metric, () -> new EnumMap<>(Metric.class), Collectors.toList()));
    return new MetricSnapshots(
        metrics.entrySet().stream().map(each -> snapshot(each.getKey(), each.getValue())).toList());
  }

  /// In Prometheus's text format.
  void writeTo(OutputStream output) throws IOException {
    PrometheusTextFormatWriter.create()
        .write(output, collect(), EscapingScheme.UNDERSCORE_ESCAPING);
  }

  private static MetricSnapshot snapshot(Metric metric, List<Sample> samples) {
    return switch (metric.kind()) {
      case GAUGE -> {
        var builder = GaugeSnapshot.builder().name(metric.published()).help(metric.help());
        samples.forEach(each ->
            builder.dataPoint(
                GaugeDataPointSnapshot.builder().labels(labels(each)).value(each.value()).build()));
        yield builder.build();
      }
      case COUNTER -> {
        var builder = CounterSnapshot.builder().name(without(metric, "_total")).help(metric.help());
        samples.forEach(each ->
            builder.dataPoint(
                CounterDataPointSnapshot.builder()
                    .labels(labels(each))
                    .value(each.value())
                    .build()));
        yield builder.build();
      }
      case UNTYPED_COUNTER -> {
        var builder = UnknownSnapshot.builder().name(metric.published()).help(metric.help());
        samples.forEach(each ->
            builder.dataPoint(
                UnknownDataPointSnapshot.builder()
                    .labels(labels(each))
                    .value(each.value())
                    .build()));
        yield builder.build();
      }
      case INFO -> {
        var builder = InfoSnapshot.builder().name(without(metric, "_info")).help(metric.help());
        samples.forEach(each ->
            builder.dataPoint(InfoDataPointSnapshot.builder().labels(labels(each)).build()));
        yield builder.build();
      }
    };
  }

  /// The library puts the ending there itself.
  private static String without(Metric metric, String ending) {
    var name = metric.published();
    return name.substring(0, name.length() - ending.length());
  }

  private static Labels labels(Sample sample) {
    return Labels.of(sample.metric().labels(), sample.labels());
  }
}
