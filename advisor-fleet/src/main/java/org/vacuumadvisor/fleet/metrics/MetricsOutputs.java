package org.vacuumadvisor.fleet.metrics;

import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.source.SourceException;

/// Publishes what a watch sees, in as many ways as were asked for.
public final class MetricsOutputs implements AutoCloseable {
  private final Metrics metrics;
  private @Nullable ScrapeEndpoint endpoint;
  private @Nullable Textfile textfile;

  private MetricsOutputs(Metrics metrics) {
    this.metrics = metrics;
  }

  /// Opens them all.
  ///
  /// @param warned of what cannot be delivered for now
  /// @throws SourceException if one cannot be opened; then none is
  public static MetricsOutputs open(MetricsOptions options, Consumer<String> warned)
      throws SourceException {
    var outputs = new MetricsOutputs(new Metrics(options));
    try {
      if (options.listen().isPresent()) {
        outputs.endpoint = ScrapeEndpoint.open(options.listen().get(), outputs.metrics);
      }
      if (options.textfile().isPresent()) {
        outputs.textfile = Textfile.open(options.textfile().get(), outputs.metrics, warned);
      }
      return outputs;
    } catch (SourceException | RuntimeException failed) {
      outputs.close();
      throw failed;
    }
  }

  /// The port that was listened on where 0 was asked for; empty where none is.
  OptionalInt port() {
    return endpoint == null ? OptionalInt.empty() : OptionalInt.of(endpoint.port());
  }

  /// Takes a look into account. Called from one thread.
  public void add(Look look) {
    if (endpoint != null || textfile != null) {
      metrics.add(look);
    }
  }

  /// Delivers the last values, where each server is looked at just once.
  ///
  /// @throws SourceException if that fails
  public void finish() throws SourceException {
    if (textfile != null) {
      textfile.finish();
    }
  }

  /// May be called again.
  @Override
  public void close() {
    if (endpoint != null) {
      endpoint.close();
    }
    if (textfile != null) {
      textfile.close();
      textfile = null;
    }
  }
}
