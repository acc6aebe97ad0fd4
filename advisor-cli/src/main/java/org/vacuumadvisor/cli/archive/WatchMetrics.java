package org.vacuumadvisor.cli.archive;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.metrics.ListenAddress;
import org.vacuumadvisor.fleet.metrics.MetricsOptions;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/// What monitoring systems are told of watched servers.
final class WatchMetrics {
  /// As OpenTelemetry calls it; tokens do not belong on a command line.
  private static final String OTLP_HEADERS = "OTEL_EXPORTER_OTLP_HEADERS";

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  @Option(
      names = "--listen",
      paramLabel = "[HOST:]PORT",
      description =
          "Let Prometheus ask for metrics at http://HOST:PORT/metrics. Without HOST only this"
              + " machine can; 0.0.0.0 is all its interfaces. There is no password.")
  private @Nullable String listen;

  @Option(
      names = "--textfile",
      paramLabel = "FILE",
      description =
          "Write metrics to this file, for the textfile collector of node_exporter: it reads files"
              + " that end in .prom. It is removed when the watch ends, but not with --once.")
  private @Nullable Path textfile;

  @Option(
      names = "--otlp",
      paramLabel = "URL",
      description =
          "Send metrics there as often as servers are surveyed, by OTLP over HTTP"
              + " (http://collector:4318). Headers, such as a token, come from the environment"
              + " variable OTEL_EXPORTER_OTLP_HEADERS (name=value,…).")
  private @Nullable String otlp;

  @Option(
      names = "--top-tables",
      paramLabel = "N",
      defaultValue = "15",
      description =
          "How many tables of each ranking (dead rows, inserts, changes, size, age) have metrics of"
              + " their own, up to 15. Default: ${DEFAULT-VALUE}.")
  private int topTables;

  @Option(
      names = "--runbooks",
      paramLabel = "URL",
      defaultValue = "docs/rules/",
      description =
          "Where the pages of the rules are, for links in alerts: the rule's id and .md are"
              + " appended. Default: ${DEFAULT-VALUE}.")
  private String runbooks;

  MetricsOptions options(Duration every) {
    if (topTables < 0 || topTables > MetricsOptions.MOST_TOP_TABLES) {
      throw wrong("--top-tables is a number from 0 to " + MetricsOptions.MOST_TOP_TABLES + ".");
    }
    return new MetricsOptions(
        Optional.ofNullable(listen).map(this::address),
        Optional.ofNullable(textfile),
        Optional.ofNullable(otlp).map(this::url),
        otlp == null ? Map.of() : headers(System.getenv().getOrDefault(OTLP_HEADERS, "")),
        topTables,
        runbooks,
        every);
  }

  private ListenAddress address(String text) {
    try {
      return ListenAddress.of(text);
    } catch (IllegalArgumentException wrong) {
      throw wrong("--listen: " + wrong.getMessage() + ".");
    }
  }

  private URI url(String text) {
    try {
      var url = new URI(text);
      if (Set.of("http", "https").contains(String.valueOf(url.getScheme()))
          && url.getHost() != null) {
        if (url.getUserInfo() != null) {
          throw wrong(
              "--otlp: leave the password out, and put a header into " + OTLP_HEADERS + ".");
        }
        return url;
      }
    } catch (URISyntaxException _) {
      // answered below
    }
    boolean mayHoldSecret = text.contains("@") || text.contains("?");
    throw wrong(
        "--otlp: %s is no URL such as http://collector:4318."
            .formatted(mayHoldSecret ? "what is given" : "'" + text + "'"));
  }

  private Map<String, String> headers(String text) {
    Map<String, String> headers = new LinkedHashMap<>();
    for (var each : text.split(",", -1)) {
      int equals = each.indexOf('=');
      if (equals > 0) {
        headers.put(each.substring(0, equals).strip(), each.substring(equals + 1).strip());
      } else if (!each.isBlank()) {
        throw wrong(OTLP_HEADERS + " is a list of name=value, separated by commas.");
      }
    }
    return headers;
  }

  private ParameterException wrong(String message) {
    return new ParameterException(command.commandLine(), message);
  }
}
