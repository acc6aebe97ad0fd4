package org.vacuumadvisor.fleet.metrics;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.vacuumadvisor.source.SourceException;

/// Lets Prometheus ask for the values: `GET /metrics`. Each request has a thread of its own, and
/// little time: whoever sends half of one keeps nobody else waiting.
public final class ScrapeEndpoint implements AutoCloseable {
  /// Limits of the JDK's server, in seconds where they are times.
  private static final Map<String, String> LIMITS =
      Map.of(
          "sun.net.httpserver.maxReqTime", "5",
          "sun.net.httpserver.maxRspTime", "30",
          "sun.net.httpserver.maxIdleConnections", "16",
          "jdk.httpserver.maxConnections", "64");

  private static final String TEXT = "text/plain; version=0.0.4; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService threads;

  private ScrapeEndpoint(HttpServer server, ExecutorService threads) {
    this.server = server;
    this.threads = threads;
  }

  /// Answers from now on, until it is closed.
  ///
  /// @throws SourceException if nothing can listen there
  public static ScrapeEndpoint open(ListenAddress address, Metrics metrics) throws SourceException {
    LIMITS.forEach((name, limit) -> {
      if (System.getProperty(name) == null) {
        System.setProperty(name, limit);
      }
    });
    try {
      var server = HttpServer.create(address.resolved(), 0);
      var threads = Executors.newVirtualThreadPerTaskExecutor();
      server.setExecutor(threads);
      server.createContext("/", exchange -> answer(exchange, metrics));
      server.start();
      return new ScrapeEndpoint(server, threads);
    } catch (IOException failed) {
      throw new SourceException(
          "Cannot listen on %s:%d: %s. Choose another port, or end what uses it."
              .formatted(address.host().orElse("127.0.0.1"), address.port(), failed.getMessage()),
          failed);
    }
  }

  private static void answer(HttpExchange exchange, Metrics metrics) throws IOException {
    try (exchange) {
      int status = 200;
      var text =
          switch (exchange.getRequestURI().getPath()) {
            case "/metrics" -> metrics.text(Instant.now());
            case "/-/healthy" -> "Healthy.\n";
            default -> {
              status = 404;
              yield "Metrics are at /metrics.\n";
            }
          };
      var body = text.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", TEXT);
      if (exchange.getRequestMethod().equals("HEAD")) {
        exchange.sendResponseHeaders(status, -1);
      } else {
        exchange.sendResponseHeaders(status, body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  int port() {
    return server.getAddress().getPort();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
