package org.vacuumadvisor.fleet.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.vacuumadvisor.diagnosis.rule.RuleBook;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// Names that the dashboard and the alert rules use are names that are published.
class PublishedNamesTest {
  private static final Path FOLDER = Path.of("../docs/operating");
  private static final Path DASHBOARD = FOLDER.resolve("grafana-dashboard.json");
  private static final Path ALERTS = FOLDER.resolve("alerts.yaml");
  private static final Path ALERTS_TEST = FOLDER.resolve("alerts-test.yaml");

  private static final Pattern NAME = Pattern.compile("\\b(?:vacuum_advisor|pg)_\\w+");
  private static final Pattern SELECTOR = Pattern.compile("(\\w+)\\{([^}]*)}");
  private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*=");
  private static final Pattern GROUPED = Pattern.compile("\\b(?:by|on) \\(([^)]*)\\)");

  private static final Map<String, Metric> PUBLISHED =
      Metric.all().collect(Collectors.toMap(Metric::published, Function.identity()));

  @TempDir private Path folder;

  @Test
  void namesAreUniqueAndEndAsPrometheusWantsThem() {
    assertEquals(Metric.all().count(), PUBLISHED.size());
    for (var metric : PUBLISHED.values()) {
      assertFalse(metric.help().isBlank(), metric + "");
      assertFalse(metric.published().matches(".*_(ms|kb|mb|minutes)"), metric + "");
    }
  }

  @Test
  void theDashboardUsesNamesThatArePublished() {
    var expressions = expressions(new JsonMapper(), DASHBOARD, "expr");
    var queries = expressions(new JsonMapper(), DASHBOARD, "definition");

    assertTrue(expressions.size() > 10);
    check(expressions);
    check(queries);
  }

  @Test
  void theAlertsUseNamesThatArePublished() {
    var expressions = expressions(new YAMLMapper(), ALERTS, "expr");
    var pages = expressions(new YAMLMapper(), ALERTS, "runbook_url");

    assertTrue(expressions.size() > 5);
    check(expressions);
    check(expressions(new YAMLMapper(), ALERTS_TEST, "series"));
    for (var page : pages) {
      assertTrue(
          page.contains("$labels") || RuleBook.ids().contains(page.replaceAll(".*/|\\.md", "")),
          page);
    }
  }

  @Test
  void everyMetricIsInTheManual() throws IOException {
    var manual = Files.readString(Path.of("../docs/operating.md"));
    for (var name : PUBLISHED.keySet()) {
      var shown =
          name.replaceFirst("^pg_stat_user_tables_", "").replaceFirst("^vacuum_advisor_", "");
      assertTrue(manual.contains("`" + shown + "`") || manual.contains("`" + name + "`"), name);
    }
  }

  /// Debian's package prometheus has it.
  @Test
  void promtoolAcceptsTheAlertsAndTheDashboard() throws IOException, InterruptedException {
    var promtool = promtool();
    assumeTrue(promtool.isPresent(), "promtool is not on the PATH");
    var rules = new StringBuilder("groups: [{name: dashboard, rules: [");
    var number = 0;
    for (var expression : expressions(new JsonMapper(), DASHBOARD, "expr")) {
      rules
          .append("{record: 'panel:e%d', expr: '".formatted(number++))
          .append(expression.replace("$cluster", ".*").replace("'", "''"))
          .append("'},\n");
    }
    var panels = Files.writeString(folder.resolve("panels.yaml"), rules.append("]}]").toString());

    run(promtool.get(), "check", "rules", ALERTS.toString(), panels.toString());
    run(promtool.get(), "test", "rules", ALERTS_TEST.toString());
  }

  private static void check(List<String> expressions) {
    for (var expression : expressions) {
      Set<String> labels = new HashSet<>();
      var names = NAME.matcher(expression);
      var found = new ArrayList<String>();
      while (names.find()) {
        found.add(names.group());
        assertTrue(PUBLISHED.containsKey(names.group()), names.group() + " in " + expression);
        labels.addAll(labels(names.group()));
      }
      assertTrue(!found.isEmpty(), expression);
      var selectors = SELECTOR.matcher(expression);
      while (selectors.find()) {
        var own = labels(selectors.group(1));
        LABEL
            .matcher(selectors.group(2))
            .results()
            .forEach(label ->
                assertTrue(own.contains(label.group(1)), label.group(1) + " in " + expression));
      }
      var grouped = GROUPED.matcher(expression);
      while (grouped.find()) {
        for (var label : grouped.group(1).split(", ", -1)) {
          assertTrue(labels.contains(label), label + " in " + expression);
        }
      }
    }
  }

  private static List<String> labels(String name) {
    var metric = PUBLISHED.get(name);
    assertNotNull(metric, name);
    return metric.labels();
  }

  private static List<String> expressions(ObjectMapper mapper, Path file, String field) {
    var found = new ArrayList<String>();
    collect(mapper.readTree(file.toFile()), field, found);
    return found;
  }

  private static void collect(JsonNode node, String field, List<String> found) {
    for (var each : node.propertyStream().toList()) {
      if (each.getKey().equals(field) && each.getValue().isString()) {
        found.add(each.getValue().stringValue());
      }
    }
    node.forEach(each -> collect(each, field, found));
  }

  private static Optional<Path> promtool() {
    var given = Optional.ofNullable(System.getProperty("vacuumadvisor.promtool"));
    return Stream.concat(
            given.stream(),
            Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator, -1))
                .map(each -> each + "/promtool"))
        .map(Path::of)
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static void run(Path promtool, String... arguments)
      throws IOException, InterruptedException {
    var command = new ArrayList<>(List.of(promtool.toString()));
    command.addAll(List.of(arguments));
    var process = new ProcessBuilder(command).redirectErrorStream(true).start();
    try (var output = process.getInputStream()) {
      var said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
      assertEquals(0, process.waitFor(), said);
    }
  }
}
