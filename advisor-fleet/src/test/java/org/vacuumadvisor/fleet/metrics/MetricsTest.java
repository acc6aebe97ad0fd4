package org.vacuumadvisor.fleet.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.vacuumadvisor.fleet.watch.Target;
import org.vacuumadvisor.fleet.watch.WatchOptions;
import org.vacuumadvisor.fleet.watch.Watcher;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.jdbc.Databases;

@Timeout(120)
class MetricsTest {
  private static final String HOSTILE = "two\nlines \"quoted\" \\ and {braces}=x,";

  private static PostgresServer server;

  @BeforeAll
  static void start() throws SQLException {
    server = PostgresServer.start(ServerSpec.of(Release.V18));
    server.execute(
        "CREATE TABLE dead (i int) WITH (autovacuum_enabled = off)",
        "INSERT INTO dead SELECT generate_series(1, 5000)",
        "DELETE FROM dead WHERE i <= 1234",
        "CREATE TABLE \"%s\" (i int)".formatted(HOSTILE.replace("\"", "\"\"")),
        "INSERT INTO \"%s\" VALUES (1)".formatted(HOSTILE.replace("\"", "\"\"")),
        "CREATE TABLE never_vacuumed (i int)",
        "INSERT INTO never_vacuumed VALUES (1)",
        "VACUUM (ANALYZE) dead");
    server.execute("DELETE FROM dead WHERE i <= 2000", "SELECT pg_stat_force_next_flush()");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @Test
  void tellsPrometheusWhatTheServerCounts() throws Exception {
    long dead = count("SELECT n_dead_tup FROM pg_stat_user_tables WHERE relname = 'dead'");
    long vacuumed =
        count(
            "SELECT floor(extract(epoch FROM last_vacuum))::bigint FROM pg_stat_user_tables WHERE"
                + " relname = 'dead'");
    long age = count("SELECT age(datfrozenxid) FROM pg_database WHERE datname = 'postgres'");

    var exposed = scraped(List.of(target("shop")));

    assertTrue(dead > 0);
    assertEquals(
        (double) dead,
        exposed
            .value(
                "pg_stat_user_tables_n_dead_tup",
                "cluster",
                "shop",
                "datname",
                "postgres",
                "schemaname",
                "public",
                "relname",
                "dead")
            .orElseThrow());
    assertEquals(
        (double) vacuumed,
        Math.floor(
            exposed.value("pg_stat_user_tables_last_vacuum", "relname", "dead").orElseThrow()));
    assertEquals(
        OptionalDouble.empty(),
        exposed.value("pg_stat_user_tables_last_vacuum", "relname", "never_vacuumed"));
    assertEquals(
        OptionalDouble.of(0),
        exposed.value("vacuum_advisor_table_autovacuum_enabled", "relname", "dead"));
    assertEquals(
        OptionalDouble.empty(),
        exposed.value("vacuum_advisor_table_vacuum_threshold_rows", "relname", "dead"));
    assertEquals(
        OptionalDouble.of((double) count("SELECT pg_relation_size('dead')")),
        exposed.value("vacuum_advisor_table_heap_bytes", "relname", "dead"));
    assertEquals(
        OptionalDouble.of((double) count("SELECT pg_relation_size('never_vacuumed')")),
        exposed.value("vacuum_advisor_table_heap_bytes", "relname", "never_vacuumed"));
    assertEquals(
        OptionalDouble.of(
            (double) count("SELECT sum(pg_relation_size(relid))::bigint FROM pg_stat_user_tables")),
        exposed.value("vacuum_advisor_database_heap_bytes", "datname", "postgres"));
    // autovacuum_vacuum_threshold + autovacuum_vacuum_scale_factor * 0 rows, as reltuples is -1
    assertEquals(
        OptionalDouble.of(50),
        exposed.value("vacuum_advisor_table_vacuum_threshold_rows", "relname", "never_vacuumed"));
    assertTrue(
        exposed
                .value("vacuum_advisor_database_age_ids", "datname", "postgres", "ids", "xid")
                .orElseThrow()
            >= age);
    assertEquals(
        OptionalDouble.of(200_000_000),
        exposed.value("vacuum_advisor_limit_ids", "ids", "xid", "limit", "freeze_max_age"));
    assertEquals(OptionalDouble.of(1), exposed.value("vacuum_advisor_up", "cluster", "shop"));
    assertTrue(
        exposed
                .value(
                    "vacuum_advisor_findings", "rule", "autovacuum-disabled", "datname", "postgres")
                .orElse(0)
            >= 1);
    assertEquals(
        1, exposed.all("vacuum_advisor_verdict").stream().mapToDouble(each -> each.value()).sum());
    assertTrue(
        exposed.all("vacuum_advisor_rule_info").stream()
            .anyMatch(each ->
                each.labels()
                    .equals(
                        Map.of(
                            "rule",
                            "autovacuum-disabled",
                            "runbook_url",
                            "https://wiki.example.com/autovacuum-disabled.md"))));
  }

  @Test
  void escapesNamesThatWouldBreakTheFormat() throws Exception {
    var exposed = scraped(List.of(target("shop")));

    assertTrue(
        exposed.all("pg_stat_user_tables_n_live_tup").stream()
            .anyMatch(each -> HOSTILE.equals(each.labels().get("relname"))),
        exposed.all("pg_stat_user_tables_n_live_tup").toString());
  }

  @Test
  void showsAHolderWhileItIsThere() throws Exception {
    Exposed held;
    try (var holder = server.connect()) {
      holder.setAutoCommit(false);
      try (var statement = holder.createStatement()) {
        statement.execute("SET application_name = 'night job'");
        statement.execute("CREATE TEMPORARY TABLE written (i int)");
        server.execute("CREATE TABLE meanwhile (i int)", "DROP TABLE meanwhile");
        held = scraped(List.of(target("shop")));
      }
      holder.rollback();
    }
    var over = scraped(List.of(target("shop")));

    assertTrue(
        held.value("vacuum_advisor_oldest_xmin_age_transactions", "kind", "session").orElseThrow()
            >= 2);
    assertTrue(
        held.value("vacuum_advisor_oldest_xmin_seconds", "kind", "session").orElseThrow() > 0);
    assertEquals(
        OptionalDouble.of(1),
        held.value(
            "vacuum_advisor_oldest_xmin_holder_info",
            "application_name",
            "night job",
            "datname",
            "postgres",
            "usename",
            "postgres"));
    assertEquals(
        OptionalDouble.of(0), held.value("vacuum_advisor_xmin_holders", "kind", "prepared"));
    assertEquals(
        OptionalDouble.of(0), over.value("vacuum_advisor_xmin_holders", "kind", "session"));
    assertEquals(List.of(), over.all("vacuum_advisor_oldest_xmin_age_transactions"));
    assertEquals(List.of(), over.all("vacuum_advisor_oldest_xmin_holder_info"));
  }

  @Test
  void saysThatADeadServerIsDownAndNothingElseOfIt() throws Exception {
    int free;
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    var gone = new Target("shop", Target.of("postgresql://127.0.0.1:" + free + "/x").parameters());

    var metrics = metrics();
    try (var endpoint = ScrapeEndpoint.open(new ListenAddress(Optional.empty(), 0), metrics)) {
      watch(List.of(target("shop")), metrics);
      var before = scrape(endpoint);
      watch(List.of(gone), metrics);
      var after = scrape(endpoint);

      assertFalse(before.all("vacuum_advisor_findings").isEmpty());
      assertEquals(OptionalDouble.of(0), after.value("vacuum_advisor_up", "cluster", "shop"));
      assertEquals(OptionalDouble.of(0), after.value("vacuum_advisor_survey_success"));
      assertEquals(
          OptionalDouble.of(1), after.value("vacuum_advisor_looks_total", "result", "failed"));
      for (var name :
          List.of(
              "vacuum_advisor_findings",
              "vacuum_advisor_verdict",
              "vacuum_advisor_xmin_holders",
              "pg_stat_user_tables_n_dead_tup")) {
        assertEquals(List.of(), after.all(name));
      }
    }
  }

  @Test
  void countsNoHoldersWhereTheRoleMayNotSeeThem() throws Exception {
    server.execute("DROP ROLE IF EXISTS plain", "CREATE ROLE plain LOGIN");
    var target = new Target("shop", Target.of(server.uri() + "?user=plain").parameters());

    var exposed = scraped(List.of(target));

    assertEquals(
        OptionalDouble.empty(), exposed.value("vacuum_advisor_xmin_holders", "kind", "standby"));
    assertTrue(exposed.value("vacuum_advisor_survey_gaps").orElse(0) > 0);
  }

  @Test
  void saysWhereItCannotPublish() {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      var taken = new ListenAddress(Optional.empty(), socket.getLocalPort());
      assertThrows(SourceException.class, () -> ScrapeEndpoint.open(taken, metrics()));
    } catch (IOException unexpected) {
      throw new AssertionError(unexpected);
    }
  }

  private static Exposed scraped(List<Target> targets) throws Exception {
    var metrics = metrics();
    watch(targets, metrics);
    return Exposed.of(metrics.text(Instant.now()));
  }

  private static Exposed scrape(ScrapeEndpoint endpoint) throws Exception {
    try (var client = HttpClient.newHttpClient()) {
      var answer =
          client.send(
              HttpRequest.newBuilder(
                      URI.create("http://127.0.0.1:%d/metrics".formatted(endpoint.port())))
                  .build(),
              BodyHandlers.ofString());
      assertEquals(200, answer.statusCode());
      return Exposed.of(answer.body());
    }
  }

  private static void watch(List<Target> targets, Metrics metrics) throws Exception {
    new Watcher(
            targets,
            new WatchOptions(
                Duration.ofMinutes(1),
                Duration.ofSeconds(5),
                4,
                Duration.ofSeconds(10),
                Databases.CURRENT,
                OptionalInt.empty()),
            metrics::add,
            _ -> {})
        .once(Optional.empty());
  }

  private static Target target(String name) throws SourceException {
    return new Target(name, Target.of(server.uri()).parameters());
  }

  private static Metrics metrics() {
    return new Metrics(
        new MetricsOptions(
            MetricsOptions.MOST_TOP_TABLES, "https://wiki.example.com/", Duration.ofMinutes(1)));
  }

  private static long count(String sql) throws SQLException {
    try (var connection = server.connect();
        var statement = connection.createStatement();
        var row = statement.executeQuery(sql)) {
      row.next();
      return row.getLong(1);
    }
  }
}
