package org.vacuumadvisor.fleet.metrics;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import java.net.URI;
import java.util.Collection;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

/// An exporter that says once that it fails, until it succeeds again.
final class Deliveries implements MetricExporter {
  private final MetricExporter exporter;
  private final URI url;
  private final Consumer<String> warned;
  private final AtomicBoolean isFailing = new AtomicBoolean();

  Deliveries(MetricExporter exporter, URI url, Consumer<String> warned) {
    this.exporter = exporter;
    this.url = url;
    this.warned = warned;
  }

  boolean isFailing() {
    return isFailing.get();
  }

  @Override
  public CompletableResultCode export(Collection<MetricData> metrics) {
    var delivery = exporter.export(metrics);
    var _ =
        delivery.whenComplete(() -> {
          if (isFailing.getAndSet(!delivery.isSuccess()) || delivery.isSuccess()) {
            return;
          }
          var why = delivery.getFailureThrowable();
          warned.accept(
              "The metrics could not be sent to %s%s. It is tried again with the next."
                  .formatted(url, why == null ? "" : " (" + why.getMessage() + ")"));
        });
    return delivery;
  }

  @Override
  public CompletableResultCode flush() {
    return exporter.flush();
  }

  @Override
  public CompletableResultCode shutdown() {
    return exporter.shutdown();
  }

  @Override
  public AggregationTemporality getAggregationTemporality(InstrumentType type) {
    return exporter.getAggregationTemporality(type);
  }
}
