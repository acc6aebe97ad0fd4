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
import io.prometheus.metrics.model.snapshots.MetricMetadata;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot;
import io.prometheus.metrics.model.snapshots.UnknownSnapshot.UnknownDataPointSnapshot;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import org.vacuumadvisor.fleet.metrics.Samples.Sample;
import org.vacuumadvisor.fleet.watch.Look;

/// The values of all watched servers, for whoever asks at any time, as Prometheus has them.
public final class Metrics {
  private final MetricsOptions options;
  private final ConcurrentMap<String, ServerState> servers = new ConcurrentHashMap<>();
  private final List<Sample> rules;

  public Metrics(MetricsOptions options) {
    this.options = options;
    rules =
        RuleBook.ids().stream()
            .distinct()
            .sorted()
            .map(id ->
                new Sample(Metric.of("rule_info"), List.of(id, options.runbooks() + id + ".md"), 1))
            .toList();
  }

  /// Takes a look into account. Looks at one server come one after the other.
  public void add(Look look) {
    var name = look.target().name();
    servers.put(name, servers.getOrDefault(name, ServerState.NONE).after(look, options));
  }

  List<Sample> at(Instant now) {
    var all = new ArrayList<>(rules);
    servers.forEach((name, state) -> state.addTo(all, name, now, options.every()));
    return all;
  }

  /// The values of a moment in Prometheus's text format.
  public String text(Instant now) throws IOException {
    var metrics = at(now).stream().collect(Collectors.groupingBy(Sample::metric));
    var snapshots =
        metrics.entrySet().stream().map(each -> snapshot(each.getKey(), each.getValue()));
    var output = new ByteArrayOutputStream();
    PrometheusTextFormatWriter.create()
        .write(output, new MetricSnapshots(snapshots.toList()), EscapingScheme.UNDERSCORE_ESCAPING);
    return output.toString(StandardCharsets.UTF_8);
  }

  private static MetricSnapshot snapshot(Metric metric, List<Sample> samples) {
    var all = samples.stream();
    // The library puts these endings there itself.
    var about =
        new MetricMetadata(metric.published().replaceFirst("_(total|info)$", ""), metric.help());
    return switch (metric.kind()) {
      case GAUGE ->
          new GaugeSnapshot(
              about,
              all.map(each -> new GaugeDataPointSnapshot(each.value(), labels(each), null))
                  .toList());
      case COUNTER ->
          new CounterSnapshot(
              about,
              all.map(each -> new CounterDataPointSnapshot(each.value(), labels(each), null, 0))
                  .toList());
      case UNTYPED_COUNTER ->
          new UnknownSnapshot(
              about,
              all.map(each -> new UnknownDataPointSnapshot(each.value(), labels(each), null))
                  .toList());
      case INFO ->
          new InfoSnapshot(
              about, all.map(each -> new InfoDataPointSnapshot(labels(each))).toList());
    };
  }

  private static Labels labels(Sample sample) {
    return Labels.of(sample.metric().labels(), sample.labels());
  }
}
