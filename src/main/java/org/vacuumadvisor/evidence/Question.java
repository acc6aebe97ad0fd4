package org.vacuumadvisor.evidence;

import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.reading.Key;
import org.vacuumadvisor.postgres.Identifiers;

/// What would settle something that the evidence leaves open: a statement whose result to paste, or
/// another place to look.
///
/// @param what what is missing, in a few words
/// @param ask the statement, or what to bring in words
/// @param view what the statement reads, or what else shows it
/// @param isSql whether `ask` is a statement
public record Question(String what, String ask, String view, boolean isSql) {
  public static final Question SESSIONS =
      sql(
          "open transactions",
          "SELECT pid, datname, usename, application_name, backend_type, state, backend_start,"
              + " xact_start, state_change, wait_event_type, backend_xid, age(backend_xid) AS"
              + " xid_age, backend_xmin, age(backend_xmin) AS xmin_age FROM pg_stat_activity"
              + " WHERE backend_xid IS NOT NULL OR backend_xmin IS NOT NULL ORDER BY xact_start",
          "pg_stat_activity");

  public static final Question SLOTS =
      sql(
          "replication slots",
          "SELECT slot_name, slot_type, active, xmin, age(xmin) AS xmin_age, catalog_xmin,"
              + " age(catalog_xmin) AS catalog_xmin_age, restart_lsn, wal_status FROM"
              + " pg_replication_slots",
          "pg_replication_slots");

  public static final Question PREPARED =
      sql(
          "prepared transactions",
          "SELECT gid, prepared, owner, database, age(transaction) AS xid_age FROM"
              + " pg_prepared_xacts",
          "pg_prepared_xacts");

  public static final Question STANDBYS =
      sql(
          "feedback of standbys",
          "SELECT pid, application_name, state, backend_xmin, age(backend_xmin) AS xmin_age FROM"
              + " pg_stat_replication",
          "pg_stat_replication");

  public static final Question SETTINGS =
      sql(
          "the settings of autovacuum",
          "SELECT name, setting, unit FROM pg_settings WHERE name ~"
              + " 'vacuum|track_counts|maintenance_work_mem'",
          "pg_settings");

  public static final Question RELEASE =
      sql("the release", "SHOW server_version", "server_version");

  public static final Question TABLES =
      sql(
          "dead rows and vacuums of the tables",
          "SELECT * FROM pg_stat_user_tables",
          "pg_stat_user_tables");

  public static final Question CLASSES =
      sql(
          "size, age and storage parameters of the tables",
          "SELECT oid::regclass AS relation, relkind, reltuples, relpages, relallvisible,"
              + " age(relfrozenxid) AS xid_age, mxid_age(relminmxid) AS multixact_age, reloptions"
              + " FROM pg_class WHERE relkind IN ('r', 'm', 't')",
          "pg_class");

  public static final Question INHERITED_STATISTICS =
      sql(
          "statistics of partitioned tables as a whole",
          "SELECT schemaname, tablename, attname, inherited, avg_width FROM pg_stats WHERE"
              + " inherited",
          "pg_stats");

  public static final Question INDEXES =
      sql(
          "indexes and their sizes",
          "SELECT s.*, pg_relation_size(s.indexrelid) AS index_bytes FROM pg_stat_user_indexes s",
          "pg_stat_user_indexes");

  public static final Question DATABASE_AGES =
      sql(
          "ages of the databases",
          "SELECT datname, datallowconn, age(datfrozenxid) AS xid_age, mxid_age(datminmxid) AS"
              + " multixact_age"
              + " FROM pg_database",
          "pg_database");

  public static final Question WORKERS =
      sql(
          "what the workers of autovacuum do",
          "SELECT pid, datname, backend_type, state, xact_start, wait_event_type, wait_event, query"
              + " FROM pg_stat_activity WHERE backend_type = 'autovacuum worker'",
          "pg_stat_activity");

  public static final Question PROGRESS =
      sql(
          "vacuums at work",
          "SELECT *, relid::regclass AS relation FROM pg_stat_progress_vacuum",
          "pg_stat_progress_vacuum");

  public static final Question RESET =
      sql(
          "when the counters began",
          "SELECT datname, stats_reset FROM pg_stat_database WHERE datname = current_database()",
          "pg_stat_database");

  public static final Question LOG =
      words(
          "the server's log",
          "the server's log of a day with log_autovacuum_min_duration = 0",
          "the server's log");

  public static final Question CANCELLED =
      words(
          "vacuums cancelled or skipped",
          "the server log's lines with \"canceling autovacuum task\" and \"skipping\"",
          "the server's log");

  /// The figures of two moments.
  public static final Question SAMPLE =
      words(
          "what happens in a minute",
          "vacuum-advisor advise --sample 60s, or the same statement a minute later",
          "two looks at pg_stat_user_tables");

  public static Question sql(String what, String ask, String view) {
    return new Question(what, ask, view, true);
  }

  public static Question words(String what, String ask, String view) {
    return new Question(what, ask, view, false);
  }

  /// One setting of the server.
  public static Question setting(String parameter) {
    return sql(parameter, "SHOW " + parameter, "pg_settings");
  }

  /// What a vacuum itself says of the rows it leaves.
  public static Question verbose(RelationName name) {
    return sql(
        "what a vacuum of %s leaves behind".formatted(name.sql()),
        "VACUUM (VERBOSE) " + name.sql(),
        "VACUUM VERBOSE");
  }

  /// The space of a table, by reading it whole.
  public static Question exactSpace(RelationName name) {
    return sql(
        "the free space in %s, measured".formatted(name.sql()),
        "SELECT * FROM pgstattuple(%s)".formatted(Identifiers.quotedLiteral(name.sql())),
        "pgstattuple()");
  }

  /// The statement that shows a figure of a table.
  public static Question showing(Key<?> key) {
    return switch (key.view()) {
      case "pg_class" -> CLASSES;
      case "pgstattuple()" ->
          sql(key.label(), "SELECT * FROM pgstattuple('a table')", "pgstattuple()");
      case "EXPLAIN (ANALYZE)" ->
          words(key.label(), "EXPLAIN (ANALYZE, BUFFERS) of a frequent query", "EXPLAIN");
      case "sizes" ->
          sql(
              "sizes of the tables",
              "SELECT oid::regclass AS relation, pg_relation_size(oid) AS main_bytes,"
                  + " pg_indexes_size(oid) AS indexes_bytes, pg_total_relation_size(oid) AS"
                  + " total_bytes FROM pg_class WHERE relkind IN ('r', 'm')",
              "pg_class");
      default -> TABLES;
    };
  }
}
