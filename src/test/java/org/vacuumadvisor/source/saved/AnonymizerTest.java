package org.vacuumadvisor.source.saved;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.vacuumadvisor.source.saved.Recorder.give;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.source.Topic;

class AnonymizerTest {
  private final Recorder recorder = new Recorder();
  private final Anonymizer anonymizer = Anonymizer.before(recorder);

  @Test
  void callsADatabaseByItsOidEvenBeforeItIsKnown() {
    give(anonymizer, Topic.SERVER, null, "database|role\nsecret|boss");
    give(anonymizer, Topic.DATABASES, null, "oid|datname|datid|datname\n16384|secret|16384|secret");
    give(anonymizer, Topic.TABLES, "secret", "oid|relname\n16385|hidden");

    assertEquals(
        Map.of("database", "database_16384", "role", "role_1"), recorder.row(Topic.SERVER));
    assertEquals(
        List.of("16384", "database_16384", "16384", "database_16384"),
        recorder.sets().values().stream().toList().getFirst().getFirst());
    assertEquals(
        List.of("database_16384"),
        recorder.sets().keySet().stream()
            .filter(each -> each.topic() == Topic.TABLES)
            .map(Recorder.Heading::database)
            .toList());
  }

  @Test
  void aDatabaseWithoutARowHasADifferentNameFromAllOthers() {
    give(anonymizer, Topic.DATABASES, null, "oid|datname\n1|one");
    give(anonymizer, Topic.SESSIONS, null, "datname\none\nlost");

    assertEquals(
        List.of("database_1", "database_x1"),
        recorder.rows(Topic.SESSIONS).stream().map(row -> row.get("datname")).toList());
  }

  @Test
  void callsRelationsByTheirOids() {
    give(
        anonymizer,
        Topic.TABLES,
        "shop",
        """
        oid|nspname|relname|relkind|schemaname|relname
        16385|secret|hidden|r|secret|hidden
        16386|secret|hidden|m|secret|hidden
        16387|public|hidden|p|public|hidden
        16388|pg_toast|pg_toast_16385|t|pg_toast|pg_toast_16385
        16389|pg_toast|pg_toast_hidden|t|pg_toast|pg_toast_hidden
        1259|pg_catalog|pg_class|r|pg_catalog|pg_class
        16390|pg_temp_3|hidden|r|pg_temp_3|hidden
        16391|pg_catalog|hidden|r|pg_catalog|hidden
        """);

    assertEquals(
        List.of(
            "16385|schema_1|table_16385|r|schema_1|table_16385",
            "16386|schema_1|matview_16386|m|schema_1|matview_16386",
            "16387|public|table_16387|p|public|table_16387",
            "16388|pg_toast|pg_toast_16385|t|pg_toast|pg_toast_16385",
            "16389|pg_toast|toast_16389|t|pg_toast|toast_16389",
            "1259|pg_catalog|pg_class|r|pg_catalog|pg_class",
            "16390|pg_temp_3|table_16390|r|pg_temp_3|table_16390",
            "16391|pg_catalog|table_16391|r|pg_catalog|table_16391"),
        lines());
  }

  @Test
  void callsIndexesByTheirOids() {
    give(
        anonymizer,
        Topic.INDEXES,
        "shop",
        """
        indexrelid|indrelid|index_name|amname|indkey
        16400|16385|hidden_pkey|btree|1 2 0
        16401|16388|pg_toast_16385_index|btree|1 2
        16402|16385|hidden|secret|~
        2662|1259|pg_class_oid_index|btree|1
        """);

    assertEquals(
        List.of(
            "16400|16385|index_16400|btree|1 2 0",
            "16401|16388|pg_toast_16385_index|btree|1 2",
            "16402|16385|index_16402|access_method_1|~",
            "2662|1259|pg_class_oid_index|btree|1"),
        lines());
  }

  @Test
  void callsColumnsByTheirNumbers() {
    give(
        anonymizer,
        Topic.COLUMNS,
        "shop",
        """
        attrelid|attnum|attname|typname|attlen|attalign|attisdropped|avg_width|null_frac|n_distinct
        16385|1|hidden|int4|4|i|f|4|0|-1
        16385|2|hidden|secret|-1|i|f|1.5e+06|1e-05|-0.25
        """);

    assertEquals(
        List.of(
            "16385|1|column_1|int4|4|i|f|4|0|-1",
            "16385|2|column_2|type_1|-1|i|f|1.5e+06|1e-05|-0.25"),
        lines());
  }

  @Test
  void numbersRolesApplicationsAndAddresses() {
    give(
        anonymizer,
        Topic.SESSIONS,
        null,
        """
        pid|usename|application_name|client_addr|backend_type|state|xact_start|wait_event
        1|boss|secret app|10.1.2.3|client backend|idle in transaction (aborted)|2026-11-21 12:00:00.5+05:30|hidden
        2|postgres|pg_dump|~|secret launcher|active|~|~
        3|boss||10.1.2.3|walsender|~|~|~
        """);

    assertEquals(
        List.of(
            "1|role_1|application_1|address_1|client backend|idle in transaction (aborted)"
                + "|2026-11-21 12:00:00.5+05:30|~",
            "2|postgres|pg_dump|~|background worker|active|~|~",
            "3|role_1||address_1|walsender|~|~|~"),
        lines());
  }

  @Test
  void numbersSlotsAndPreparedTransactions() {
    give(
        anonymizer,
        Topic.REPLICATION_SLOTS,
        null,
        """
        slot_name|plugin|slot_type|datoid|restart_lsn|wal_status|invalidation_reason
        secret|pgoutput|logical|16384|16/B374D848|extended|wal_removed
        hidden|secret_plugin|logical|16384|~|lost|~
        """);
    give(anonymizer, Topic.PREPARED_TRANSACTIONS, null, "gid|owner\nsecret|boss");

    assertEquals(
        List.of(
            "slot_1|pgoutput|logical|16384|16/B374D848|extended|wal_removed",
            "slot_2|plugin_1|logical|16384|~|lost|~",
            "transaction_1|role_1"),
        lines());
  }

  @Test
  void keepsLagsOfStandbys() {
    give(
        anonymizer,
        Topic.STANDBYS,
        null,
        """
        pid|usesysid|client_hostname|client_port|write_lag|flush_lag|sync_state
        1|10|secret.example.com|5432|00:00:00.000123|-1 days +02:03:04|async
        """);

    assertEquals(List.of("1|10|~|~|00:00:00.000123|-1 days +02:03:04|async"), lines());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          autovacuum: VACUUM public.secret                                  | autovacuum: VACUUM table
          autovacuum: VACUUM ANALYZE a.secret (to prevent wraparound)       | autovacuum: VACUUM ANALYZE table (to prevent wraparound)
          autovacuum: ANALYZE public.secret                                 | autovacuum: ANALYZE table
          autovacuum: BRIN summarize public.secret 12                       | autovacuum: BRIN summarize table
          secret                                                            | autovacuum: table
          """)
  void namesNoTableOfATask(String task, String disguised) {
    give(anonymizer, Topic.SESSIONS, null, "task\n" + task);
    give(anonymizer, Topic.VACUUM_PROGRESS, null, "relid|task\n16385|" + task);

    assertEquals(disguised, recorder.row(Topic.SESSIONS).get("task"));
    assertEquals(
        disguised.replace("table", "table_16385"), recorder.row(Topic.VACUUM_PROGRESS).get("task"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "~",
      textBlock =
          """
          {fillfactor=70,autovacuum_vacuum_scale_factor=0.01} | {fillfactor=70,autovacuum_vacuum_scale_factor=0.01}
          {autovacuum_enabled=FALSE}                          | {autovacuum_enabled=FALSE}
          {text_fields=secret}                                | {}
          {fillfactor=70,"key=a,fillfactor=1,b"}              | {fillfactor=70}
          {"key=\\",fillfactor=1,\\"",fillfactor=2}           | {fillfactor=2}
          {fillfactor=secret/x}                               | {}
          {}                                                  | {}
          """)
  void keepsPostgresOwnStorageParameters(String options, String disguised) {
    give(anonymizer, Topic.TABLES, "shop", "reloptions\n" + options);

    assertEquals(disguised, recorder.row(Topic.TABLES).get("reloptions"));
  }

  @Test
  void keepsSettingsThatCannotHoldNames() {
    give(
        anonymizer,
        Topic.SETTINGS,
        null,
        """
        name|setting|unit|context|source|boot_val|reset_val|pending_restart|sourcefile
        autovacuum|on|~|sighup|default|on|on|f|~
        autovacuum_vacuum_scale_factor|0.05|~|sighup|configuration file|0.2|0.05|f|/secret/postgresql.auto.conf
        maintenance_work_mem|65536|kB|user|configuration file|65536|65536|f|C:\\secret\\hidden.conf
        log_line_prefix|secret %m|~|sighup|configuration file|%m [%p] |secret %m|f|~
        synchronized_standby_slots|secret,hidden|~|sighup|configuration file||secret,hidden|f|~
        log_destination|stderr, csvlog|~|sighup|configuration file|stderr|stderr, csvlog|f|~
        lc_messages|en_US.UTF-8|~|superuser|configuration file|~|en_US.UTF-8|f|~
        secret.vacuum_hidden|on|~|user|session|on|on|f|~
        rds.extensions|secret|~|internal|default|~|secret|f|~
        """);

    assertEquals(
        List.of(
            "autovacuum|on|~|sighup|default|on|on|f|~",
            "autovacuum_vacuum_scale_factor|0.05|~|sighup|configuration file|0.2|0.05|f"
                + "|postgresql.auto.conf",
            "maintenance_work_mem|65536|kB|user|configuration file|65536|65536|f|file_1",
            "log_line_prefix|~|~|sighup|configuration file|~|~|f|~",
            "synchronized_standby_slots|~|~|sighup|configuration file||~|f|~",
            "log_destination|stderr, csvlog|~|sighup|configuration file|stderr|stderr, csvlog|f|~",
            "lc_messages|en_US.UTF-8|~|superuser|configuration file|~|en_US.UTF-8|f|~",
            "rds.extensions||~|internal|default|~||f|~"),
        lines());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          18.6                   | 18.6
          18.6 (secret build 7)  | 18.6
          19beta1                | 19beta1
          9.6.24                 | 9.6.24
          secret                 | 0
          """)
  void keepsTheNumberOfAVersion(String version, String disguised) {
    give(anonymizer, Topic.SERVER, null, "server_version\n" + version);
    give(anonymizer, Topic.WAL, null, "wal_records");

    assertEquals(disguised, recorder.row(Topic.SERVER).get("server_version"));
  }

  @Test
  void keepsWhatTellsAProvider() {
    give(anonymizer, Topic.SERVER, null, "version\nPostgreSQL 17.4 on x86_64-secret, AlloyDB 1");
    give(anonymizer, Topic.WAL, null, "wal_records");

    assertEquals("PostgreSQL 17.4 alloydb", recorder.row(Topic.SERVER).get("version"));
  }

  @Test
  void aColumnThatItDoesNotKnowIsEmpty() {
    give(anonymizer, Topic.TABLES, "shop", "oid|secret_of_20|query\n16385|hidden|SELECT 1");

    assertEquals(List.of("16385|~|~"), lines());
  }

  @Test
  void aFigureThatIsNoneIsEmpty() {
    give(anonymizer, Topic.TABLES, "shop", "oid|n_live_tup\nsecret|hidden 1");

    assertEquals(List.of("~|~"), lines());
  }

  @Test
  void numbersExtensionsOfOnesOwn() {
    give(
        anonymizer, Topic.EXTENSIONS, "shop", "extname|extversion\npgstattuple|1.5\nsecret|hidden");

    assertEquals(List.of("pgstattuple|1.5", "extension_1|0"), lines());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          tables of database secret (not asked for)                     | tables
          tables of 7 databases: secret, hidden and 5 more (no CONNECT) | tables of 7 databases
          the tables of database "a b": the server said "secret"        | the tables
          the replication slots (permission denied for secret)          | the replication slots
          secret things                                                 | part of the server
          """)
  void tellsAGapWithoutNames(String what, String disguised) {
    anonymizer.gap(new Gap(Gap.Kind.FAILED, what, "estimates of bloat", "GRANT x TO secret"));

    assertEquals(
        List.of(new Gap(Gap.Kind.FAILED, disguised, "estimates of bloat", null)), recorder.gaps());
  }

  private List<String> lines() {
    return recorder.sets().values().stream()
        .flatMap(List::stream)
        .map(AnonymizerTest::line)
        .toList();
  }

  private static String line(List<@Nullable String> cells) {
    return String.join("|", cells.stream().map(cell -> cell == null ? "~" : cell).toList());
  }
}
