package org.vacuumadvisor.fleet.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.source.SourceException;

/// Publishes what a watch sees, in as many ways as were asked for.
public final class MetricsOutputs implements AutoCloseable {
  private final Metrics metrics;
  private final List<Outlet> outlets = new ArrayList<>();

  private MetricsOutputs(Metrics metrics) {
    this.metrics = metrics;
  }

  /// Opens them all.
  ///
  /// @param warned of what cannot be delivered for now
  /// @throws SourceException if one cannot be opened; then none is
  public static MetricsOutputs open(MetricsOptions options, Consumer<String> warned)
      throws SourceException {
    var metrics = new Metrics(options);
    var outputs = new MetricsOutputs(metrics);
    try {
      if (options.listen().isPresent()) {
        outputs.outlets.add(ScrapeEndpoint.open(options.listen().get(), metrics));
      }
      if (options.textfile().isPresent()) {
        outputs.outlets.add(Textfile.open(options.textfile().get(), metrics, warned));
      }
      return outputs;
    } catch (SourceException | RuntimeException failed) {
      outputs.close();
      throw failed;
    }
  }

  /// The port that was listened on where 0 was asked for; empty where none is.
  OptionalInt port() {
    return outlets.stream()
        .filter(ScrapeEndpoint.class::isInstance)
        .mapToInt(each -> ((ScrapeEndpoint) each).port())
        .findFirst();
  }

  /// Takes a look into account. Called from one thread.
  public void add(Look look) {
    if (!outlets.isEmpty()) {
      metrics.add(look);
    }
  }

  /// Delivers the last values, where each server is looked at just once.
  ///
  /// @throws SourceException if that fails
  public void finish() throws SourceException {
    for (var outlet : outlets) {
      outlet.finish();
    }
  }

  /// May be called again.
  @Override
  public void close() {
    outlets.forEach(Outlet::close);
    outlets.clear();
  }

  /// A way in which metrics leave this program.
  interface Outlet extends AutoCloseable {
    /// Every server was looked at once, and no more will follow.
    ///
    /// @throws SourceException if the values could not be delivered
    void finish() throws SourceException;

    @Override
    void close();
  }
}
