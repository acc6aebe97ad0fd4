package org.vacuumadvisor.fleet.metrics;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.SdkMeterProvider;
import io.opentelemetry.sdk.metrics.export.PeriodicMetricReader;
import io.opentelemetry.sdk.resources.Resource;
import java.net.URI;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.vacuumadvisor.source.SourceException;

/// Sends the values by OTLP, again and again. What did not arrive is not sent again: newer values
/// follow.
final class OtlpPush implements Outlet {
  private static final String USUAL_PATH = "/v1/metrics";
  private static final int LONGEST_WAIT_SECONDS = 15;

  /// Every server has at most some 2,000 series; the library's own limit is 2,000 for all.
  private static final int MOST_SERIES = 5_000_000;

  /// What it would write to standard error we say ourselves. Kept, so that it stays so.
  private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

  private final URI url;
  private final SdkMeterProvider provider;
  private final Deliveries deliveries;

  private OtlpPush(URI url, SdkMeterProvider provider, Deliveries deliveries) {
    this.url = url;
    this.provider = provider;
    this.deliveries = deliveries;
  }

  static OtlpPush open(URI url, MetricsOptions options, Metrics metrics, Consumer<String> warned) {
    LIBRARY.setLevel(Level.OFF);
    var endpoint = endpoint(url);
    var builder =
        OtlpHttpMetricExporter.builder().setEndpoint(endpoint.toString()).setRetryPolicy(null);
    options.otlpHeaders().forEach(builder::addHeader);
    var deliveries = new Deliveries(builder.build(), endpoint, warned);
    var reader =
        PeriodicMetricReader.builder(deliveries)
            .setInterval(options.every().toMillis(), TimeUnit.MILLISECONDS)
            .build();
    var provider =
        SdkMeterProvider.builder()
            .setResource(
                Resource.create(
                    Attributes.builder()
                        .put("service.name", "vacuum-advisor")
                        .put("db.system.name", "postgresql")
                        .build()))
            .registerMetricReader(reader, _ -> MOST_SERIES)
            .build();
    Instruments.register(provider.get("org.vacuumadvisor"), metrics);
    return new OtlpPush(endpoint, provider, deliveries);
  }

  /// A URL without a path is that of a collector.
  private static URI endpoint(URI url) {
    var path = url.getPath();
    return path == null || path.isEmpty() || path.equals("/") ? url.resolve(USUAL_PATH) : url;
  }

  /// Without the query, which may hold a token.
  static String shown(URI url) {
    return url.getScheme()
        + "://"
        + url.getRawAuthority()
        + Objects.requireNonNullElse(url.getRawPath(), "");
  }

  @Override
  public void finish() throws SourceException {
    CompletableResultCode flushed =
        provider.forceFlush().join(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
    if (!flushed.isSuccess() || deliveries.isFailing()) {
      throw new SourceException(
          "The metrics could not be sent to %s. Check the URL, and that a collector for OTLP over HTTP is there."
              .formatted(shown(url)));
    }
  }

  /// Sends what was seen last.
  @Override
  public void close() {
    var _ = provider.shutdown().join(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS);
  }
}
