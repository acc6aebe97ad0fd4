package org.vacuumadvisor.fleet.archive;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.Closeable;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URLDecoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Collectors;

/// The files of a folder, as S3 lists and gives them: each folder in it is a bucket.
final class StoreOfFiles implements Closeable {
  private final Path folder;
  private final HttpServer server;

  /// The files that were asked for.
  private final ConcurrentLinkedQueue<String> given = new ConcurrentLinkedQueue<>();

  StoreOfFiles(Path folder) throws IOException {
    this.folder = folder;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
  }

  Map<String, String> environment(Path cache) {
    return Map.of(
        "AWS_ENDPOINT_URL",
        "http://127.0.0.1:" + server.getAddress().getPort(),
        "AWS_ACCESS_KEY_ID",
        "key",
        "AWS_SECRET_ACCESS_KEY",
        "secret",
        "XDG_CACHE_HOME",
        cache.toString());
  }

  long timesGiven(String name) {
    return given.stream().filter(each -> each.endsWith(name)).count();
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      var query = exchange.getRequestURI().getRawQuery();
      var place = folder.resolve(exchange.getRequestURI().getPath().substring(1));
      if (query != null && query.contains("list-type=2")) {
        send(exchange, 200, list(place, prefix(query)).getBytes(UTF_8));
      } else if (Files.isRegularFile(place)) {
        give(exchange, place);
      } else {
        send(exchange, 404, new byte[0]);
      }
    }
  }

  private void give(HttpExchange exchange, Path file) throws IOException {
    var bytes = Files.readAllBytes(file);
    var headers = exchange.getResponseHeaders();
    headers.set("Last-Modified", "Fri, 20 Nov 2026 00:00:00 GMT");
    headers.set("Accept-Ranges", "bytes");
    if (exchange.getRequestMethod().equals("HEAD")) {
      headers.set("Content-Length", Integer.toString(bytes.length));
      exchange.sendResponseHeaders(200, -1);
      return;
    }
    given.add(file.toString());
    var range = exchange.getRequestHeaders().getFirst("Range");
    if (range == null) {
      send(exchange, 200, bytes);
      return;
    }
    var ends = range.replace("bytes=", "").split("-", -1);
    int from = Integer.parseInt(ends[0]);
    int to = Math.min(bytes.length - 1, Integer.parseInt(ends[1]));
    headers.set("Content-Range", "bytes %d-%d/%d".formatted(from, to, bytes.length));
    send(exchange, 206, Arrays.copyOfRange(bytes, from, to + 1));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
    exchange.getResponseBody().write(body);
  }

  private static String prefix(String query) {
    return Arrays.stream(query.split("&"))
        .filter(each -> each.startsWith("prefix="))
        .map(each -> URLDecoder.decode(each.substring("prefix=".length()), UTF_8))
        .findFirst()
        .orElse("");
  }

  private static String list(Path bucket, String prefix) throws IOException {
    try (var files = Files.walk(bucket)) {
      return files
          .filter(Files::isRegularFile)
          .map(each -> Map.entry(bucket.relativize(each).toString(), each.toFile().length()))
          .filter(each -> each.getKey().startsWith(prefix))
          .map(each ->
              "<Contents><Key>%s</Key><Size>%d</Size><LastModified>2026-11-20T00:00:00.000Z</LastModified><ETag>\"1\"</ETag></Contents>"
                  .formatted(each.getKey(), each.getValue()))
          .collect(
              Collectors.joining(
                  "", "<ListBucketResult><IsTruncated>false</IsTruncated>", "</ListBucketResult>"));
    }
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
