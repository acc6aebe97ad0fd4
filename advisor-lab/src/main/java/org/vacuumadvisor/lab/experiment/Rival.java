package org.vacuumadvisor.lab.experiment;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.vacuumadvisor.postgres.SettingSql;

/// Who sets a server up: the advisor, nobody, or a rule of thumb of somebody who does not look at
/// the server first, or looks at what everybody looks at.
public enum Rival {
  NOBODY("as it is, most with a setting that somebody got wrong", Map.of(), Map.of()),
  /// The last step of the article on queues, "Optimizing Postgres's Autovacuum for High-Churn
  /// Tables" (Tembo, 2023).
  ARTICLE(
      "the settings of an article on queues (Tembo, 2023)",
      Map.of(),
      settings(
          "autovacuum_vacuum_scale_factor = 0.1",
          "autovacuum_vacuum_cost_limit = 10000",
          "autovacuum_vacuum_cost_delay = 0",
          "autovacuum_naptime = 10s")),
  /// What <https://pgtune.leopard.in.ua> prints for release 13 and later, OLTP, 4 GB, 2 processors,
  /// 100 connections and an SSD. It sets nothing of autovacuum but the memory.
  PGTUNE(
      "what pgtune prints for an OLTP server of 4 GB and 2 processors",
      settings("shared_buffers = 1GB", "wal_buffers = 16MB"),
      settings(
          "effective_cache_size = 3GB",
          "maintenance_work_mem = 256MB",
          "checkpoint_completion_target = 0.9",
          "default_statistics_target = 100",
          "random_page_cost = 1.1",
          "effective_io_concurrency = 200",
          "work_mem = 10485kB",
          "min_wal_size = 2GB",
          "max_wal_size = 8GB")),
  /// The rules of Azure's adaptive autovacuum are not published. These are the five settings that
  /// it tunes, at the busy end of what Azure's tuning guide suggests.
  AZURE(
      "the five settings of the server that Azure tunes, at the busy end of its guide",
      Map.of(),
      settings(
          "autovacuum_vacuum_scale_factor = 0.05",
          "autovacuum_vacuum_threshold = 50",
          "autovacuum_analyze_scale_factor = 0.05",
          "autovacuum_vacuum_cost_limit = 2000",
          "autovacuum_vacuum_cost_delay = 2ms")),
  /// What is told at conferences year after year: thresholds of a twentieth and a faster pace for
  /// all, a hundredth for large tables, a fixed number for queues, and nothing of what somebody
  /// once set for a table.
  DBA(
      "an experienced administrator's: everybody's rules, large tables and queues by themselves",
      settings("autovacuum_max_workers = 5"),
      settings(
          "autovacuum = on",
          "autovacuum_naptime = 15s",
          "autovacuum_vacuum_scale_factor = 0.05",
          "autovacuum_vacuum_threshold = 50",
          "autovacuum_analyze_scale_factor = 0.05",
          "autovacuum_vacuum_insert_scale_factor = 0.05",
          "autovacuum_vacuum_insert_threshold = 1000",
          "autovacuum_vacuum_cost_limit = 2000",
          "autovacuum_vacuum_cost_delay = 2ms",
          "autovacuum_work_mem = -1",
          "maintenance_work_mem = 256MB")),
  ADVISOR("what the advisor says after it has looked at this server", Map.of(), Map.of());

  private static final String NAPTIME = "autovacuum_naptime";

  /// Options of tables are taken away; then tables from 100,000 rows on get a hundredth, and tables
  /// that had ten times as many updates and deletions as rows a fixed number.
  private static final String TABLES =
      """
      DO $$
      DECLARE
        t record;
      BEGIN
        FOR t IN
          SELECT c.oid::regclass AS name, s.n_live_tup AS live,
                 s.n_tup_upd + s.n_tup_del AS dead,
                 (SELECT string_agg(split_part(o, '=', 1), ', ') FROM unnest(c.reloptions) o
                   WHERE o LIKE 'autovacuum%') AS set_here
            FROM pg_class c JOIN pg_stat_user_tables s ON s.relid = c.oid
           WHERE c.relkind = 'r' AND c.relpersistence <> 't'
        LOOP
          IF t.set_here IS NOT NULL THEN
            EXECUTE format('ALTER TABLE %s RESET (%s)', t.name, t.set_here);
          END IF;
          IF t.dead > 10 * greatest(t.live, 100) THEN
            EXECUTE format('ALTER TABLE %s SET (autovacuum_vacuum_scale_factor = 0,'
                           ' autovacuum_vacuum_threshold = 1000)', t.name);
          ELSIF t.live >= 100000 THEN
            EXECUTE format('ALTER TABLE %s SET (autovacuum_vacuum_scale_factor = 0.01,'
                           ' autovacuum_vacuum_threshold = 1000)', t.name);
          END IF;
        END LOOP;
      END $$\
      """;

  private final String meaning;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<String, String> atStart;

  @SuppressWarnings("ImmutableEnumChecker")
  private final Map<String, String> settings;

  Rival(String meaning, Map<String, String> atStart, Map<String, String> settings) {
    this.meaning = meaning;
    this.atStart = atStart;
    this.settings = settings;
  }

  /// Its name on the command line: `pgtune`.
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// What it does, in a few words.
  public String meaning() {
    return meaning;
  }

  /// Settings that its server starts with, as only a start makes them work.
  public Map<String, String> atStart() {
    return atStart;
  }

  /// The statements that set up a server at work. A naptime that is shorter already stays: in
  /// experiments an hour is made to pass in minutes by it.
  ///
  /// @param naptimeSeconds of the server as it is
  public List<String> statements(int naptimeSeconds) {
    var statements = new ArrayList<String>();
    settings.forEach((name, value) -> {
      if (!name.equals(NAPTIME) || seconds(value) < naptimeSeconds) {
        statements.add(SettingSql.ofServer(name, value));
      }
    });
    if (this == DBA) {
      statements.add(TABLES);
    }
    return statements;
  }

  private static int seconds(String value) {
    return Integer.parseInt(value.substring(0, value.length() - 1));
  }

  private static Map<String, String> settings(String... assignments) {
    var map = new LinkedHashMap<String, String>();
    for (var each : assignments) {
      var sides = each.split(" = ", 2);
      map.put(sides[0], sides[1]);
    }
    return map;
  }
}
