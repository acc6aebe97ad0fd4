package org.vacuumadvisor.fleet.metrics;

import java.util.List;

/// All metrics that are published. `docs/operating.md` has them; names and labels stay as they are.
///
/// Where postgres_exporter has a metric, its name and labels are taken, and `postgresql.…` where
/// the receiver of OpenTelemetry's collector has one. Units are base units: seconds and bytes.
enum Metric {
  UP(
      Kind.GAUGE,
      "vacuum_advisor_up",
      "vacuum_advisor.up",
      "1",
      "Whether the server was seen the last time: 1 yes, 0 no.",
      "cluster"),
  LOOKS(
      Kind.COUNTER,
      "vacuum_advisor_looks_total",
      "vacuum_advisor.looks",
      "{look}",
      "Looks at the server since this program started, by what came of them.",
      "cluster",
      "result"),
  LOOK_SECONDS(
      Kind.COUNTER,
      "vacuum_advisor_look_seconds_total",
      "vacuum_advisor.look.seconds",
      "s",
      "Time of all looks that succeeded; the server worked a part of it.",
      "cluster"),
  LONGEST_LOOK(
      Kind.GAUGE,
      "vacuum_advisor_longest_look_seconds",
      "vacuum_advisor.longest_look",
      "s",
      "Time of the longest look that succeeded.",
      "cluster"),
  LOOK_TIME(
      Kind.GAUGE,
      "vacuum_advisor_look_timestamp_seconds",
      "vacuum_advisor.look.timestamp",
      "s",
      "When the last look succeeded, in Unix time.",
      "cluster"),
  SURVEY_SUCCESS(
      Kind.GAUGE,
      "vacuum_advisor_survey_success",
      "vacuum_advisor.survey.success",
      "1",
      "Whether there is a survey that is not stale: 1 yes, 0 no.",
      "cluster"),
  SURVEY_TIME(
      Kind.GAUGE,
      "vacuum_advisor_survey_timestamp_seconds",
      "vacuum_advisor.survey.timestamp",
      "s",
      "When the last survey succeeded, in Unix time.",
      "cluster"),
  SURVEY_AGE(
      Kind.GAUGE,
      "vacuum_advisor_survey_age_seconds",
      "vacuum_advisor.survey.age",
      "s",
      "How long ago the last survey succeeded.",
      "cluster"),
  SURVEY_DURATION(
      Kind.GAUGE,
      "vacuum_advisor_survey_duration_seconds",
      "vacuum_advisor.survey.duration",
      "s",
      "How long the last survey took, connecting included.",
      "cluster"),
  SURVEY_GAPS(
      Kind.GAUGE,
      "vacuum_advisor_survey_gaps",
      "vacuum_advisor.survey.gaps",
      "{gap}",
      "How many things the last survey could not see; advise -v names them.",
      "cluster"),
  VERDICT(
      Kind.GAUGE,
      "vacuum_advisor_verdict",
      "vacuum_advisor.verdict",
      "1",
      "The verdict on the server: 1 for the one that holds, 0 for the others.",
      "cluster",
      "verdict"),
  FINDINGS(
      Kind.GAUGE,
      "vacuum_advisor_findings",
      "vacuum_advisor.findings",
      "{finding}",
      "Findings by rule; datname is empty for those about the whole server.",
      "cluster",
      "datname",
      "rule",
      "severity"),
  PROBLEMS(
      Kind.GAUGE,
      "vacuum_advisor_problem_findings",
      "vacuum_advisor.problem.findings",
      "{finding}",
      "A problem by its cause: how many findings it explains. The worst ones only.",
      "cluster",
      "datname",
      "schemaname",
      "relname",
      "rule",
      "severity"),
  RULE(
      Kind.INFO,
      "vacuum_advisor_rule_info",
      "vacuum_advisor.rule.info",
      "1",
      "The page of each rule.",
      "rule",
      "runbook_url"),
  LEFT_OUT(
      Kind.GAUGE,
      "vacuum_advisor_left_out",
      "vacuum_advisor.left_out",
      "1",
      "How many tables, databases, findings and problems have no series of their own.",
      "cluster",
      "what"),
  HOLDERS(
      Kind.GAUGE,
      "vacuum_advisor_xmin_holders",
      "vacuum_advisor.xmin.holders",
      "{holder}",
      "How many hold back the removal of dead rows. Absent where it is not known.",
      "cluster",
      "kind",
      "reach"),
  OLDEST_XMIN(
      Kind.GAUGE,
      "vacuum_advisor_oldest_xmin_age_transactions",
      "vacuum_advisor.oldest_xmin.age.transactions",
      "{transaction}",
      "Age of the oldest xmin held back. Absent where nobody holds it back or it is not known.",
      "cluster",
      "kind",
      "reach"),
  OLDEST_XMIN_SECONDS(
      Kind.GAUGE,
      "vacuum_advisor_oldest_xmin_seconds",
      "vacuum_advisor.oldest_xmin",
      "s",
      "How long ago the transaction of the oldest holder began, or the slot lost its consumer.",
      "cluster",
      "kind",
      "reach"),
  OLDEST_XMIN_HOLDER(
      Kind.INFO,
      "vacuum_advisor_oldest_xmin_holder_info",
      "vacuum_advisor.oldest_xmin.holder.info",
      "1",
      "Who the oldest holder is: its user and application, or the name of the slot or transaction.",
      "cluster",
      "kind",
      "reach",
      "datname",
      "usename",
      "application_name",
      "name"),
  LIMIT(
      Kind.GAUGE,
      "vacuum_advisor_limit_ids",
      "vacuum_advisor.limit.ids",
      "{id}",
      "Ages that matter: freeze_max_age, failsafe, warning, stop. ids is xid or mxid.",
      "cluster",
      "ids",
      "limit"),
  LIMIT_LEFT(
      Kind.GAUGE,
      "vacuum_advisor_limit_remaining_ids",
      "vacuum_advisor.limit.remaining.ids",
      "{id}",
      "IDs until the oldest database reaches that age; negative where it is past it.",
      "cluster",
      "ids",
      "limit"),
  LIMIT_LEFT_SECONDS(
      Kind.GAUGE,
      "vacuum_advisor_limit_remaining_seconds",
      "vacuum_advisor.limit.remaining",
      "s",
      "The same in time, at today's rate. Absent where no rate is known.",
      "cluster",
      "ids",
      "limit"),
  IDS_PER_SECOND(
      Kind.GAUGE,
      "vacuum_advisor_ids_per_second",
      "vacuum_advisor.ids_per_second",
      "{id}/s",
      "IDs given out between the last two surveys.",
      "cluster",
      "ids"),
  DATABASE_AGE(
      Kind.GAUGE,
      "vacuum_advisor_database_age_ids",
      "vacuum_advisor.database.age.ids",
      "{id}",
      "Age of datfrozenxid (ids is xid) or datminmxid (mxid).",
      "cluster",
      "datname",
      "ids"),
  DATABASE_TABLES(
      Kind.GAUGE,
      "vacuum_advisor_database_tables",
      "vacuum_advisor.database.tables",
      "{table}",
      "Tables, TOAST tables and materialized views; catalogs are not counted.",
      Of.DATABASE),
  DATABASE_DUE(
      Kind.GAUGE,
      "vacuum_advisor_database_tables_past_threshold",
      "vacuum_advisor.database.tables_past_threshold",
      "{table}",
      "Tables with more dead rows than autovacuum's threshold.",
      Of.DATABASE),
  DATABASE_DEAD_ROWS(
      Kind.GAUGE,
      "vacuum_advisor_database_dead_rows",
      "vacuum_advisor.database.dead_rows",
      "{row}",
      "Sum of n_dead_tup. Absent where it is not known of every table.",
      Of.DATABASE),
  DATABASE_LIVE_ROWS(
      Kind.GAUGE,
      "vacuum_advisor_database_live_rows",
      "vacuum_advisor.database.live_rows",
      "{row}",
      "Sum of n_live_tup. Absent where it is not known of every table.",
      Of.DATABASE),
  DATABASE_INSERTED_ROWS(
      Kind.GAUGE,
      "vacuum_advisor_database_inserted_since_vacuum_rows",
      "vacuum_advisor.database.inserted_since_vacuum_rows",
      "{row}",
      "Sum of n_ins_since_vacuum. Absent where it is not known of every table.",
      Of.DATABASE),
  DATABASE_BYTES(
      Kind.GAUGE,
      "vacuum_advisor_database_heap_bytes",
      "vacuum_advisor.database.heap",
      "By",
      "Sum of the main forks of tables, as of the last vacuum or analyze; as they are where none"
          + " came.",
      Of.DATABASE),
  N_DEAD_TUP(
      Kind.AMOUNT,
      "pg_stat_user_tables_n_dead_tup",
      "postgresql.rows",
      "{row}",
      "Dead rows, of the tables that lead in some figure.",
      Of.TABLE),
  N_LIVE_TUP(
      Kind.AMOUNT,
      "pg_stat_user_tables_n_live_tup",
      "postgresql.rows",
      "{row}",
      "Live rows, of the same tables.",
      Of.TABLE),
  N_MOD_SINCE_ANALYZE(
      Kind.GAUGE,
      "pg_stat_user_tables_n_mod_since_analyze",
      "vacuum_advisor.table.modified_since_analyze",
      "{row}",
      "Rows changed since the last analyze.",
      Of.TABLE),
  N_INS_SINCE_VACUUM(
      Kind.GAUGE,
      "pg_stat_user_tables_n_ins_since_vacuum",
      "vacuum_advisor.table.inserted_since_vacuum",
      "{row}",
      "Rows inserted since the last vacuum.",
      Of.TABLE),
  LAST_VACUUM(
      Kind.GAUGE,
      "pg_stat_user_tables_last_vacuum",
      "vacuum_advisor.table.last_vacuum",
      "s",
      "When the last VACUUM by hand ended, in Unix time. Absent where none did.",
      Of.TABLE),
  LAST_AUTOVACUUM(
      Kind.GAUGE,
      "pg_stat_user_tables_last_autovacuum",
      "vacuum_advisor.table.last_autovacuum",
      "s",
      "When the last vacuum by autovacuum ended, in Unix time. Absent where none did.",
      Of.TABLE),
  LAST_ANALYZE(
      Kind.GAUGE,
      "pg_stat_user_tables_last_analyze",
      "vacuum_advisor.table.last_analyze",
      "s",
      "When the last ANALYZE by hand ended, in Unix time. Absent where none did.",
      Of.TABLE),
  LAST_AUTOANALYZE(
      Kind.GAUGE,
      "pg_stat_user_tables_last_autoanalyze",
      "vacuum_advisor.table.last_autoanalyze",
      "s",
      "When the last analyze by autovacuum ended, in Unix time. Absent where none did.",
      Of.TABLE),
  VACUUM_COUNT(
      Kind.UNTYPED_COUNTER,
      "pg_stat_user_tables_vacuum_count",
      "postgresql.table.vacuum.count",
      "{vacuum}",
      "Vacuums by hand.",
      Of.TABLE),
  AUTOVACUUM_COUNT(
      Kind.UNTYPED_COUNTER,
      "pg_stat_user_tables_autovacuum_count",
      "vacuum_advisor.table.autovacuum.count",
      "{vacuum}",
      "Vacuums by autovacuum.",
      Of.TABLE),
  TABLE_BYTES(
      Kind.AMOUNT,
      "vacuum_advisor_table_heap_bytes",
      "postgresql.table.size",
      "By",
      "Main fork, without TOAST and indexes, as of the last vacuum or analyze; as it is where none"
          + " came.",
      Of.TABLE),
  TABLE_AGE(
      Kind.GAUGE,
      "vacuum_advisor_table_age_transactions",
      "vacuum_advisor.table.age.transactions",
      "{transaction}",
      "Age of relfrozenxid.",
      Of.TABLE),
  TABLE_VACUUM_THRESHOLD(
      Kind.GAUGE,
      "vacuum_advisor_table_vacuum_threshold_rows",
      "vacuum_advisor.table.vacuum_threshold.rows",
      "{row}",
      "Dead rows beyond which autovacuum comes.",
      Of.TABLE),
  TABLE_INSERT_THRESHOLD(
      Kind.GAUGE,
      "vacuum_advisor_table_insert_threshold_rows",
      "vacuum_advisor.table.insert_threshold.rows",
      "{row}",
      "Inserted rows beyond which autovacuum comes. Absent where inserts bring none.",
      Of.TABLE),
  TABLE_AUTOVACUUM(
      Kind.GAUGE,
      "vacuum_advisor_table_autovacuum_enabled",
      "vacuum_advisor.table.autovacuum_enabled",
      "1",
      "Whether autovacuum minds the thresholds of the table: 1 yes, 0 no.",
      Of.TABLE);

  /// The labels that say what is measured.
  private static final class Of {
    static final String[] DATABASE = {"cluster", "datname"};
    static final String[] TABLE = {"cluster", "datname", "schemaname", "relname"};
  }

  /// How a metric behaves.
  enum Kind {
    GAUGE,
    /// A gauge that may be summed, as the size of tables; OpenTelemetry calls it a counter that
    /// goes up and down.
    AMOUNT,
    /// Counts since this program started.
    COUNTER,
    /// A counter of PostgreSQL, under a name of postgres_exporter that does not end in `_total`.
    UNTYPED_COUNTER,
    /// Always 1; its labels tell something.
    INFO
  }

  private final Kind kind;
  private final String published;
  private final String openTelemetryName;
  private final String unit;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // made by List.of
  private final List<String> labels;

  Metric(
      Kind kind,
      String published,
      String openTelemetryName,
      String unit,
      String help,
      String... labels) {
    this.kind = kind;
    this.published = published;
    this.openTelemetryName = openTelemetryName;
    this.unit = unit;
    this.help = help;
    this.labels = List.of(labels);
  }

  Kind kind() {
    return kind;
  }

  /// As Prometheus has it.
  String published() {
    return published;
  }

  String openTelemetryName() {
    return openTelemetryName;
  }

  /// As OpenTelemetry writes it, in UCUM.
  String unit() {
    return unit;
  }

  String help() {
    return help;
  }

  List<String> labels() {
    return labels;
  }
}
