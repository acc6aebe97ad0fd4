package org.vacuumadvisor.fleet.metrics;

import io.prometheus.metrics.exporter.httpserver.HTTPServer;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import org.vacuumadvisor.source.SourceException;

/// Lets Prometheus ask for the values: `GET /metrics`.
final class ScrapeEndpoint implements Outlet {
  private final HTTPServer server;

  private ScrapeEndpoint(HTTPServer server) {
    this.server = server;
  }

  /// @throws SourceException if nothing can listen there
  static ScrapeEndpoint open(ListenAddress address, Metrics metrics) throws SourceException {
    var registry = new PrometheusRegistry();
    registry.register(new Exposition(metrics));
    try {
      var resolved = address.resolved();
      return new ScrapeEndpoint(
          HTTPServer.builder()
              .inetAddress(resolved.getAddress())
              .port(resolved.getPort())
              .registry(registry)
              .buildAndStart());
    } catch (IOException failed) {
      throw new SourceException(
          "Cannot listen on %s:%d: %s. Choose another port with --listen, or end what uses it."
              .formatted(address.host().orElse("127.0.0.1"), address.port(), failed.getMessage()),
          failed);
    }
  }

  int port() {
    return server.getPort();
  }

  @Override
  public void finish() {}

  @Override
  public void close() {
    server.close();
  }
}
