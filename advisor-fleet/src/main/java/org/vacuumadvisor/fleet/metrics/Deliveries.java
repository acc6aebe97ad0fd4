package org.vacuumadvisor.fleet.metrics;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.InstrumentType;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.Stream;

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
                  .formatted(OtlpPush.shown(url), why == null ? "" : ": " + reason(why)));
        });
    return delivery;
  }

  /// The library wraps what happened several times.
  private static String reason(Throwable failure) {
    var causes = Stream.iterate(failure, Objects::nonNull, Throwable::getCause).toList();
    for (var each : causes) {
      switch (each) {
        case UnresolvedAddressException _ -> {
          return "the host name is not known";
        }
        case HttpTimeoutException _ -> {
          return "no answer in time";
        }
        default -> {}
      }
    }
    if (causes.stream().anyMatch(ConnectException.class::isInstance)) {
      return "nothing listens there";
    }
    var last = causes.getLast();
    return Objects.requireNonNullElse(last.getMessage(), last.getClass().getSimpleName());
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
