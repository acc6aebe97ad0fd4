package org.vacuumadvisor.fleet.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.vacuumadvisor.source.SourceException;

@Timeout(60)
class ScrapeEndpointTest {
  private final HttpClient client = HttpClient.newHttpClient();
  private ScrapeEndpoint endpoint;

  @BeforeEach
  void open() throws SourceException {
    var options = new MetricsOptions(1, "https://wiki.example.com/", Duration.ofMinutes(1));
    endpoint = ScrapeEndpoint.open(ListenAddress.of("127.0.0.1:0"), new Metrics(options));
  }

  @AfterEach
  void close() {
    endpoint.close();
    client.close();
  }

  @Test
  void halfRequestsKeepNobodyElseWaiting() throws Exception {
    var sockets = new ArrayList<Socket>();
    try {
      for (int each = 0; each < 15; each++) {
        var socket = new Socket(InetAddress.getLoopbackAddress(), endpoint.port());
        socket.getOutputStream().write("GET /metrics HT".getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        sockets.add(socket);
      }

      var answer = ask("GET", "/metrics");

      assertEquals(200, answer.statusCode());
      assertTrue(answer.body().contains("# TYPE vacuum_advisor_rule_info gauge"), answer.body());
    } finally {
      for (var socket : sockets) {
        socket.close();
      }
    }
  }

  @Test
  void answersAHeadRequestWithoutAWarning() throws Exception {
    var told = new ArrayList<String>();
    var handler =
        new Handler() {
          @Override
          public void publish(LogRecord each) {
            told.add(each.getMessage());
          }

          @Override
          public void flush() {}

          @Override
          public void close() {}
        };
    var logger = Logger.getLogger("com.sun.net.httpserver");
    logger.addHandler(handler);
    try {
      var answer = ask("HEAD", "/metrics");

      assertEquals(200, answer.statusCode());
      assertEquals("", answer.body());
    } finally {
      logger.removeHandler(handler);
    }
    assertEquals(java.util.List.of(), told);
  }

  @Test
  void saysThatItRunsAndWhereMetricsAre() throws Exception {
    assertEquals(200, ask("GET", "/-/healthy").statusCode());
    assertEquals(404, ask("GET", "/other").statusCode());
  }

  private HttpResponse<String> ask(String method, String path)
      throws IOException, InterruptedException {
    var request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:%d%s".formatted(endpoint.port(), path)))
            .method(method, BodyPublishers.noBody())
            .timeout(Duration.ofSeconds(5))
            .build();
    return client.send(request, BodyHandlers.ofString());
  }
}
