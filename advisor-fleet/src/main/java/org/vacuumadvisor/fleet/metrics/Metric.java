package org.vacuumadvisor.fleet.metrics;

import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/// All metrics that are published. `docs/operating.md` has them; names and labels stay as they are:
/// `vacuum_advisor_` and the name of the constant. Where postgres_exporter has a metric, its name
/// and labels are taken. Units are base units: seconds and bytes. What is not known has no value.
enum Metric {
  UP(Of.CLUSTER, "Whether the server was seen the last time: 1 yes, 0 no."),
  LOOKS_TOTAL(
      Of.CLUSTER,
      "Looks at the server since this program started, by what came of them.",
      "result"),
  LOOK_SECONDS_TOTAL(
      Of.CLUSTER, "Time of all looks that succeeded; the server worked a part of it."),
  LONGEST_LOOK_SECONDS(Of.CLUSTER, "Time of the longest look that succeeded."),
  LOOK_TIMESTAMP_SECONDS(Of.CLUSTER, "When the last look succeeded, in Unix time."),
  SURVEY_SUCCESS(Of.CLUSTER, "Whether there is a survey that is not stale: 1 yes, 0 no."),
  SURVEY_TIMESTAMP_SECONDS(Of.CLUSTER, "When the last survey succeeded, in Unix time."),
  SURVEY_AGE_SECONDS(Of.CLUSTER, "How long ago the last survey succeeded."),
  SURVEY_DURATION_SECONDS(Of.CLUSTER, "How long the last survey took, connecting included."),
  SURVEY_GAPS(Of.CLUSTER, "How many things the last survey could not see; advise -v names them."),
  VERDICT(
      Of.CLUSTER,
      "The verdict on the server: 1 for the one that holds, 0 for the others.",
      "verdict"),
  FINDINGS(
      Of.CLUSTER,
      "Findings by rule; datname is empty for those about the whole server.",
      "datname",
      "rule",
      "severity"),
  PROBLEM_FINDINGS(
      Of.CLUSTER,
      "A problem by its cause: how many findings it explains. The worst ones only.",
      "datname",
      "schemaname",
      "relname",
      "rule",
      "severity"),
  RULE_INFO(Of.RULES, "The page of each rule."),
  LEFT_OUT(
      Of.CLUSTER,
      "How many tables, databases, findings and problems have no series of their own.",
      "what"),
  XMIN_HOLDERS(
      Of.CLUSTER,
      "How many hold back the removal of dead rows. Absent where it is not known.",
      "kind",
      "reach"),
  OLDEST_XMIN_AGE_TRANSACTIONS(
      Of.CLUSTER,
      "Age of the oldest xmin held back. Absent where nobody holds it back or it is not known.",
      "kind",
      "reach"),
  OLDEST_XMIN_SECONDS(
      Of.CLUSTER,
      "How long ago the transaction of the oldest holder began, or the slot lost its consumer.",
      "kind",
      "reach"),
  OLDEST_XMIN_HOLDER_INFO(
      Of.CLUSTER,
      "Who the oldest holder is: its user and application, or the name of the slot or transaction.",
      "kind",
      "reach",
      "datname",
      "usename",
      "application_name",
      "name"),
  LIMIT_IDS(
      Of.CLUSTER,
      "Ages that matter: freeze_max_age, failsafe, warning, stop. ids is xid or mxid.",
      "ids",
      "limit"),
  LIMIT_REMAINING_IDS(
      Of.CLUSTER,
      "IDs until the oldest database reaches that age; negative where it is past it.",
      "ids",
      "limit"),
  LIMIT_REMAINING_SECONDS(
      Of.CLUSTER,
      "The same in time, at today's rate. Absent where no rate is known.",
      "ids",
      "limit"),
  IDS_PER_SECOND(Of.CLUSTER, "IDs given out between the last two surveys.", "ids"),
  DATABASE_AGE_IDS(
      Of.CLUSTER, "Age of datfrozenxid (ids is xid) or datminmxid (mxid).", "datname", "ids"),
  DATABASE_TABLES(
      Of.DATABASE, "Tables, TOAST tables and materialized views; catalogs are not counted."),
  DATABASE_TABLES_PAST_THRESHOLD(
      Of.DATABASE, "Tables with more dead rows than autovacuum's threshold."),
  DATABASE_DEAD_ROWS(
      Of.DATABASE, "Sum of n_dead_tup. Absent where it is not known of every table."),
  DATABASE_LIVE_ROWS(
      Of.DATABASE, "Sum of n_live_tup. Absent where it is not known of every table."),
  DATABASE_INSERTED_SINCE_VACUUM_ROWS(
      Of.DATABASE, "Sum of n_ins_since_vacuum. Absent where it is not known of every table."),
  DATABASE_HEAP_BYTES(
      Of.DATABASE,
      "Sum of the main forks of tables, as of the last vacuum or analyze; as they are where none"
          + " came."),
  N_DEAD_TUP(Of.STATISTICS, "Dead rows, of the tables that lead in some figure."),
  N_LIVE_TUP(Of.STATISTICS, "Live rows, of the same tables."),
  N_MOD_SINCE_ANALYZE(Of.STATISTICS, "Rows changed since the last analyze."),
  N_INS_SINCE_VACUUM(Of.STATISTICS, "Rows inserted since the last vacuum."),
  LAST_VACUUM(
      Of.STATISTICS, "When the last VACUUM by hand ended, in Unix time. Absent where none did."),
  LAST_AUTOVACUUM(
      Of.STATISTICS,
      "When the last vacuum by autovacuum ended, in Unix time. Absent where none did."),
  LAST_ANALYZE(
      Of.STATISTICS, "When the last ANALYZE by hand ended, in Unix time. Absent where none did."),
  LAST_AUTOANALYZE(
      Of.STATISTICS,
      "When the last analyze by autovacuum ended, in Unix time. Absent where none did."),
  VACUUM_COUNT(Of.STATISTICS, "Vacuums by hand."),
  AUTOVACUUM_COUNT(Of.STATISTICS, "Vacuums by autovacuum."),
  TABLE_HEAP_BYTES(
      Of.TABLE,
      "Main fork, without TOAST and indexes, as of the last vacuum or analyze; as it is where none"
          + " came."),
  TABLE_AGE_TRANSACTIONS(Of.TABLE, "Age of relfrozenxid."),
  TABLE_VACUUM_THRESHOLD_ROWS(Of.TABLE, "Dead rows beyond which autovacuum comes."),
  TABLE_INSERT_THRESHOLD_ROWS(
      Of.TABLE, "Inserted rows beyond which autovacuum comes. Absent where inserts bring none."),
  TABLE_AUTOVACUUM_ENABLED(
      Of.TABLE, "Whether autovacuum minds the thresholds of the table: 1 yes, 0 no.");

  /// What is measured: which prefix a metric has, and which labels before its own.
  private enum Of {
    CLUSTER("vacuum_advisor_", "cluster"),
    DATABASE("vacuum_advisor_", "cluster", "datname"),
    TABLE("vacuum_advisor_", "cluster", "datname", "schemaname", "relname"),
    STATISTICS("pg_stat_user_tables_", "cluster", "datname", "schemaname", "relname"),
    RULES("vacuum_advisor_", "rule", "runbook_url");

    private final String prefix;

    @SuppressWarnings("ImmutableEnumChecker") // made by List.of
    private final List<String> labels;

    Of(String prefix, String... labels) {
      this.prefix = prefix;
      this.labels = List.of(labels);
    }
  }

  /// How a metric behaves.
  enum Kind {
    GAUGE,
    /// Counts since this program started.
    COUNTER,
    /// A counter of PostgreSQL, under a name of postgres_exporter that does not end in `_total`.
    UNTYPED_COUNTER,
    /// Always 1; its labels tell something.
    INFO
  }

  private final String published;
  private final String help;

  @SuppressWarnings("ImmutableEnumChecker") // made by Stream.toList
  private final List<String> labels;

  Metric(Of of, String help, String... more) {
    this.published = of.prefix + name().toLowerCase(Locale.ROOT);
    this.help = help;
    this.labels = Stream.concat(of.labels.stream(), Stream.of(more)).toList();
  }

  /// By the ending of its name.
  Kind kind() {
    if (published.endsWith("_total")) {
      return Kind.COUNTER;
    }
    if (published.endsWith("_info")) {
      return Kind.INFO;
    }
    return published.endsWith("_count") ? Kind.UNTYPED_COUNTER : Kind.GAUGE;
  }

  /// As Prometheus has it.
  String published() {
    return published;
  }

  String help() {
    return help;
  }

  List<String> labels() {
    return labels;
  }
}
