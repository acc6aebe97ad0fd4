package org.vacuumadvisor.fleet.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric.DataCase;
import io.opentelemetry.proto.metrics.v1.NumberDataPoint;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.fleet.watch.Target;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Databases;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;

@Timeout(120)
class OtlpPushTest {
  private static final PostgresServer SERVER = SharedServers.on(Release.V18);

  private final List<ExportMetricsServiceRequest> requests = new CopyOnWriteArrayList<>();
  private final List<String> paths = new CopyOnWriteArrayList<>();
  private final List<String> tokens = new CopyOnWriteArrayList<>();
  private HttpServer collector;
  private volatile int status = 200;

  @BeforeEach
  void listen() throws IOException {
    collector = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/",
        exchange -> {
          boolean isZipped =
              "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
          try (var body =
              isZipped
                  ? new GZIPInputStream(exchange.getRequestBody())
                  : exchange.getRequestBody()) {
            requests.add(ExportMetricsServiceRequest.parseFrom(body.readAllBytes()));
          }
          paths.add(exchange.getRequestURI().getPath());
          tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
          exchange.sendResponseHeaders(status, -1);
          exchange.close();
        });
    collector.start();
  }

  @AfterEach
  void close() {
    collector.stop(0);
  }

  @Test
  void sendsWhatPrometheusWouldRead() throws Exception {
    try (var outputs = MetricsOutputs.open(options(), _ -> {})) {
      outputs.add(survey());
      outputs.finish();
      var points = points(requests.getLast());

      assertEquals("/v1/metrics", paths.getLast());
      assertEquals("Bearer secret", tokens.getLast());
      assertEquals(
          List.of(1.0),
          values(points, "vacuum_advisor.up", Map.of("vacuum_advisor.cluster", "shop")));
      assertFalse(
          values(points, "postgresql.rows", Map.of("db.namespace", "postgres", "state", "dead"))
              .isEmpty());
      assertEquals(
          List.of(200_000_000.0),
          values(
              points,
              "vacuum_advisor.limit.ids",
              Map.of("vacuum_advisor.ids", "xid", "vacuum_advisor.limit", "freeze_max_age")));
      assertEquals(
          "vacuum-advisor",
          requests.getLast().getResourceMetrics(0).getResource().getAttributesList().stream()
              .filter(each -> each.getKey().equals("service.name"))
              .map(each -> each.getValue().getStringValue())
              .findFirst()
              .orElseThrow());

      outputs.add(
          new Look.Failed(
              target(), Instant.now(), Duration.ofSeconds(1), "refused", Optional.empty()));
      outputs.finish();
      var after = points(requests.getLast());

      assertEquals(List.of(0.0), values(after, "vacuum_advisor.up", Map.of()));
      assertEquals(List.of(), values(after, "vacuum_advisor.verdict", Map.of()));
      assertEquals(List.of(), values(after, "postgresql.rows", Map.of()));
    }
  }

  @Test
  void saysOnceThatNothingArrives() throws Exception {
    status = 400;
    var warnings = new ArrayList<String>();
    try (var outputs = MetricsOutputs.open(options(), warnings::add)) {
      outputs.add(survey());
      assertThrows(SourceException.class, outputs::finish);
      assertThrows(SourceException.class, outputs::finish);
      assertEquals(1, warnings.size(), warnings.toString());
      assertTrue(warnings.getFirst().contains("/v1/metrics"), warnings.toString());

      status = 200;
      outputs.finish();
    }
    assertEquals(1, warnings.size(), warnings.toString());
  }

  private record Point(String metric, Map<String, String> attributes, double value) {}

  private static List<Point> points(ExportMetricsServiceRequest request) {
    return request.getResourceMetricsList().stream()
        .flatMap(each -> each.getScopeMetricsList().stream())
        .flatMap(each -> each.getMetricsList().stream())
        .flatMap(metric ->
            numbers(metric)
                .map(point ->
                    new Point(
                        metric.getName(),
                        point.getAttributesList().stream()
                            .collect(
                                Collectors.toMap(
                                    KeyValue::getKey, each -> each.getValue().getStringValue())),
                        point.getAsDouble())))
        .toList();
  }

  private static Stream<NumberDataPoint> numbers(io.opentelemetry.proto.metrics.v1.Metric metric) {
    return metric.getDataCase() == DataCase.GAUGE
        ? metric.getGauge().getDataPointsList().stream()
        : metric.getSum().getDataPointsList().stream();
  }

  private static List<Double> values(
      List<Point> points, String metric, Map<String, String> attributes) {
    return points.stream()
        .filter(each -> each.metric().equals(metric))
        .filter(each -> each.attributes().entrySet().containsAll(attributes.entrySet()))
        .map(Point::value)
        .toList();
  }

  private MetricsOptions options() {
    return new MetricsOptions(
        Optional.empty(),
        Optional.empty(),
        Optional.of(URI.create("http://127.0.0.1:%d".formatted(collector.getAddress().getPort()))),
        Map.of("Authorization", "Bearer secret"),
        MetricsOptions.MOST_TOP_TABLES,
        "",
        Duration.ofMinutes(10));
  }

  private static Look survey() throws SourceException, InterruptedException {
    try {
      SERVER.execute(
          "CREATE TABLE IF NOT EXISTS pushed (i int)",
          "INSERT INTO pushed VALUES (1)",
          "SELECT pg_stat_force_next_flush()");
    } catch (SQLException failed) {
      throw new AssertionError(failed);
    }
    var survey =
        ServerSource.of(target().parameters(), SessionLimits.standard())
            .survey(Databases.CURRENT, Progress.NONE);
    return new Look.Full(
        target(), Instant.now(), Duration.ofSeconds(1), Duration.ZERO, Advisor.assess(survey));
  }

  private static Target target() throws SourceException {
    return new Target("shop", Target.of(SERVER.uri()).parameters());
  }
}
