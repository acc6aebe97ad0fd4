package org.vacuumadvisor.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

class RelationMappingTest {
  private static final String DATABASES = "oid|datname|datallowconn\n5|shop|t\n6|crm|t";

  @ParameterizedTest
  @CsvSource({"-1, 0, false", "-1, 12, false", "0, 0, false", "0, 3, true", "250, 3, true"})
  void knowsWhenRowsAreUnknown(String reltuples, String relpages, boolean known)
      throws SourceException {
    var relation =
        only(
            Rows.ofServer()
                .with(
                    Topic.TABLES,
                    "oid|nspname|relname|relkind|reltuples|relpages\n20000|public|t|r|%s|%s"
                        .formatted(reltuples, relpages)));

    assertEquals(known, relation.get(TableKeys.RELTUPLES).known().isPresent());
  }

  @Test
  void readsATableWithAllThatBelongsToIt() throws SourceException {
    var relation =
        only(
            Rows.ofServer()
                .with(Topic.DATABASES, DATABASES)
                .with(
                    Topic.TABLES,
                    """
                    oid|nspname|relname|relkind|relpersistence|relpages|relallvisible|relallfrozen|xid_age|multixact_age|reloptions|n_live_tup|n_dead_tup|n_mod_since_analyze|n_ins_since_vacuum|n_tup_upd|n_tup_hot_upd|autovacuum_count|total_vacuum_time|total_autovacuum_time
                    20000|public|orders|r|u|10|8|4|77|3|{fillfactor=70,autovacuum_enabled=off}|5|6|7|8|9|4|2|1.5|2
                    """)
                .with(
                    Topic.INDEXES,
                    """
                    indexrelid|indrelid|index_name|amname|relpages|reltuples|indisunique|is_partial|indkey|reloptions|idx_scan
                    20005|20000|orders_pkey|btree|2|5|t|f|1 0|{fillfactor=80}|42
                    """)
                .with(
                    Topic.COLUMNS,
                    """
                    attrelid|attnum|attname|typname|attlen|attalign|attisdropped|may_select|avg_width|null_frac|n_distinct
                    20000|1|id|int4|4|i|f|t|4|0|-1
                    20000|2|note|text|-1|i|f|f|~|~|~
                    """)
                .with(Topic.FOREIGN_KEYS, "conrelid|confrelid\n20000|20010\n20000|20020")
                .with(Topic.SIZES, "oid|size_bytes\n20000|163840"));

    assertEquals(new RelationKey(5, 20000), relation.key());
    assertEquals(Reading.of(Persistence.UNLOGGED), relation.persistence());
    assertEquals(70, relation.parameters().fillfactor().orElseThrow());
    assertEquals("off", relation.parameters().text("autovacuum_enabled").orElseThrow());
    assertEquals(Reading.of(new Bytes(163840)), relation.get(TableKeys.MAIN_BYTES));
    assertEquals(6, relation.counted(TableKeys.N_DEAD_TUP));
    assertEquals(Reading.of(8L), relation.get(TableKeys.N_INS_SINCE_VACUUM));
    assertEquals(Reading.of(Duration.ofNanos(3_500_000)), relation.vacuumTime());
    assertEquals(List.of(20010L, 20020L), relation.references());
    var index = relation.indexes().getFirst();
    assertEquals(Reading.of(List.of(1, 0)), index.keyColumns());
    assertEquals(42, index.scans());
    assertEquals(Reading.of(4), relation.columns().getFirst().averageWidth());
    assertEquals(Reading.missing(Why.NO_PRIVILEGE), relation.columns().getLast().averageWidth());
  }

  @Test
  void knowsWhatARelationIsAPartOf() throws SourceException {
    var relations =
        Rows.ofServer()
            .with(
                Topic.TABLES,
                """
                oid|nspname|relname|relkind|toast_of|partition_of|relpages|xid_age
                20000|public|whole|p|~|~|-1|~
                20003|public|part|r|~|20000|0|4
                20006|pg_toast|pg_toast_20003|t|20003|~|0|4
                20009|public|view|v|~|~|0|~
                """)
            .survey()
            .relations();

    assertEquals(
        List.of(RelationKind.PARTITIONED_TABLE, RelationKind.TABLE, RelationKind.TOAST),
        relations.stream().map(Relation::kind).toList());
    assertEquals(
        List.of(Optional.empty(), Optional.of(20000L), Optional.of(20003L)),
        relations.stream().map(Relation::parent).toList());
    assertTrue(relations.getFirst().get(TableKeys.RELPAGES).known().isEmpty());
    assertTrue(relations.getFirst().ages().known().isEmpty());
  }

  @Test
  void readsBlockNumbersBeyondWhatASignedIntegerHolds() throws SourceException {
    var relation =
        only(
            Rows.ofServer()
                .with(
                    Topic.TABLES,
                    "oid|nspname|relname|relkind|relpages\n20000|public|t|r|-1294967296"));

    assertEquals(Optional.of(new Pages(3_000_000_000L)), relation.get(TableKeys.RELPAGES).known());
  }

  @Test
  void takesATableThatNobodyCountedForOneOfUnknownSize() throws SourceException {
    var relation =
        only(
            Rows.ofServer()
                .with(
                    Topic.TABLES,
                    "oid|nspname|relname|relkind|relpages|relallvisible|relallfrozen\n"
                        + "20000|public|t|r|0|0|0"));

    assertEquals(Optional.empty(), relation.heapSize().known());
    assertEquals(Optional.empty(), relation.visibleShare().known());
    assertEquals(Optional.empty(), relation.unfrozenPages().known());
  }

  @Test
  void keepsASharedCatalogOnce() throws SourceException {
    var columns = "oid|nspname|relname|relkind|relisshared\n";
    var indexes = "indexrelid|indrelid|index_name\n2671|1262|pg_database_datname_index";
    var relations =
        Rows.ofServer()
            .with(Topic.DATABASES, DATABASES)
            .with(
                Topic.TABLES,
                "shop",
                columns + "1262|pg_catalog|pg_database|r|t\n1259|pg_catalog|pg_class|r|f")
            .with(Topic.INDEXES, "shop", indexes)
            .with(
                Topic.TABLES,
                "crm",
                columns + "1262|pg_catalog|pg_database|r|t\n1259|pg_catalog|pg_class|r|f")
            .with(Topic.INDEXES, "crm", indexes)
            .survey()
            .relations();

    assertEquals(
        List.of(
            new RelationKey(RelationKey.SHARED, 1262),
            new RelationKey(5, 1259),
            new RelationKey(6, 1259)),
        relations.stream().map(Relation::key).toList());
    assertEquals(1, relations.getFirst().indexes().size());
    assertEquals("shop", relations.getFirst().name().database());
    assertTrue(relations.getFirst().isShared());
    assertFalse(relations.getLast().isShared());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ';',
      textBlock =
          """
          {buffering=auto};                        buffering;  auto
          {"a=x,y",b=1};                           a;          x,y
          {"a=say \\"hi\\" \\\\ there",b=1};       a;          say "hi" \\ there
          fillfactor=70, autovacuum_enabled=false; fillfactor; 70
          fillfactor=70, autovacuum_enabled=false; autovacuum_enabled; false
          """)
  void readsStorageParametersAsPrintedOrListed(String text, String name, String value) {
    assertEquals(value, OptionsText.parameters(Reading.of(text)).text(name).orElseThrow());
  }

  @Test
  void readsNoStorageParameters() {
    assertTrue(OptionsText.parameters(Reading.missing(Why.NOT_APPLICABLE)).isEmpty());
    assertTrue(OptionsText.parameters(Reading.of("{}")).isEmpty());
  }

  private static Relation only(Rows rows) throws SourceException {
    return rows.survey().relations().getFirst();
  }
}
