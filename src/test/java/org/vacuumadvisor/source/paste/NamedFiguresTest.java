package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Kind;

/// Figures under the names, units and spellings that people give them.
class NamedFiguresTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "table: orders\nlive rows: 1.2 million\ndead rows: 340k",
        "- relation: orders\n  n_live_tup = 1,200,000\n  n_dead_tup = 340,000",
        "{\"table\": \"orders\", \"stats\": {\"live_tuples\": 1200000, \"dead_tuples\": 340000}}",
        "| Table | Live | Dead |\n|---|---|---|\n| `orders` | **1.2M** | ~340k |",
        "tabla\tfilas vivas\tfilas muertas\norders\t1.200.000\t340.000",
        "Tabelle;Lebende Zeilen;Tote Zeilen\norders;1 200 000;340 000",
        "表名,活元组数,死元组数\norders,1200000,340000",
        """
        metric | value
        -------+------
         table | orders
         n_live_tup | 1200000
         n_dead_tup | 340000\
        """
      })
  void figuresAreTheSameInEveryShape(String text) {
    var figures = onlyTable(text);

    assertEquals("1200000", figures.get("n_live_tup"));
    assertEquals("340000", figures.get("n_dead_tup"));
    assertEquals("orders", figures.get("relname"));
  }

  @Test
  void aUnitInTheHeadingCounts() {
    var figures = onlyTable("table: logs\ntotal_gb: 123\nmain_gb: 1.5\nindexes (MB): 523");

    assertEquals("132070244352", figures.get("total_bytes"));
    assertEquals("1610612736", figures.get("main_bytes"));
    assertEquals("548405248", figures.get("indexes_bytes"));
  }

  @Test
  void aHeadingThatMayMeanSeveralColumnsIsToldByItsCells() {
    var share = onlyTable("| table | updates | HOT |\n|---|---|---|\n| a | 1,000,000 | 33% |");
    var count = onlyTable("| table | updates | HOT |\n|---|---|---|\n| a | 1,000,000 | 330,000 |");

    assertEquals("33.0", share.get("hot_percent"));
    assertEquals("330000", count.get("n_tup_hot_upd"));
    assertFalse(share.containsKey("n_tup_hot_upd"));
  }

  @Test
  void aShareThatMayBeAFractionStaysUnknownAndIsReported() {
    var excerpt = excerpt("table: a\nn_live_tup: 5\ndead_ratio: 0.3");

    assertFalse(excerpt.tables().values().iterator().next().containsKey("dead_percent"));
    assertEquals(List.of("dead_ratio: 0.3"), texts(excerpt));
  }

  @Test
  void neverVacuumedSaysNullOfBothColumns() {
    var figures = onlyTable("table: downloads\nheap_pages: 271000\nnever_vacuumed: true");

    assertEquals("", figures.get("last_vacuum"));
    assertEquals("", figures.get("last_autovacuum"));
    assertEquals("271000", figures.get("relpages"));
  }

  @Test
  void theSizeThatAnIndexShouldHaveStandsBesideItsName() {
    var excerpt =
        excerpt(
            """
            indexes: ["app.jobs_i1", "app.jobs_pkey"]
            index_size: 130 MB
            expected_index_size: 136 kB\
            """);
    var figures = excerpt.tables().values().iterator().next();

    assertEquals("app", excerpt.tables().keySet().iterator().next().schema());
    assertEquals("136314880", value(figures.get("jobs_i1/index_bytes")));
    assertEquals("139264", value(figures.get("jobs_pkey/expected_bytes")));
  }

  @Test
  void anIndexNamesTheSchemaOfItsTable() {
    var excerpt =
        excerpt(
            """
             schema_name | table_name | index_name | bloat_pct | index_mb
            -------------+------------+------------+-----------+----------
             app         | orders     | orders_i1  |        72 |      850
            """);

    assertEquals("app", excerpt.tables().keySet().iterator().next().schema());
    assertEquals("891289600", value(excerpt.rows().getFirst().figures().get("index_bytes")));
  }

  @Test
  void anEstimateThatItsQueryCallsUnreliableIsDropped() {
    var figures =
        onlyTable(
            """
             schemaname | tblname | real_size | bloat_size | bloat_pct | is_na
            ------------+---------+-----------+------------+-----------+-------
             public     | notes   |  81920000 |   40960000 |      50.0 | t
            """);

    assertFalse(figures.containsKey("bloat_bytes"));
    assertEquals("81920000", figures.get("table_bytes"));
  }

  @Test
  void whatIsDeadInAFileIsNoCounter() {
    var figures =
        onlyTable(
            """
            SELECT tuple_percent, dead_tuple_count, free_percent FROM pgstattuple('app.notes');
             tuple_percent | dead_tuple_count | free_percent
            ---------------+------------------+--------------
                      40.5 |             1234 |         55.1
            """);

    assertEquals("1234", figures.get("dead_tuple_count"));
    assertFalse(figures.containsKey("n_dead_tup"));
  }

  @Test
  void aRowThatWasCutShowsNoNull() {
    var figures =
        onlyTable(
            """
             relname | n_live_tup | n_dead_tup | last_autovacuum     | last_vacuum
            ---------+------------+------------+---------------------+-------------
             items   |    2000000 |     15
            """);

    assertFalse(figures.containsKey("last_autovacuum"));
    assertFalse(figures.containsKey("n_dead_tup"), "it may have had more digits");
  }

  @Test
  void aHeaderWithoutRowsIsNoEmptyResult() {
    var header = " pid | state | xact_start\n-----+-------+------------\n";

    assertFalse(excerpt(header).shows(Kind.SESSIONS));
    assertTrue(excerpt(header + "(0 rows)\n").shows(Kind.SESSIONS));
  }

  @Test
  void aCountOfSessionsByWaitEventIsNoSession() {
    var excerpt =
        excerpt(
            """
            | wait_event | wait_event_type | count |
            |---|---|---|
            | VacuumDelay | **Timeout** | 10 |\
            """);
    var row = excerpt.rows().getFirst().figures();

    assertEquals("Timeout", value(row.get("wait_event_type")));
    assertEquals("10", value(row.get("sessions")));
    assertFalse(excerpt.shows(Kind.SESSIONS));
  }

  @Test
  void theTimeOfAStatementIsNoAgeOfATransaction() {
    var survey =
        Paste.survey(
            List.of(
                new Paste.Text(
                    "paste",
                    """
                     pid | state  | duration
                    -----+--------+----------
                      12 | active | 05:00:00
                    """)));

    assertTrue(survey.horizonHolders().isEmpty());
  }

  @Test
  void aColumnThatNobodyKnowsIsReported() {
    var excerpt =
        excerpt(" relname | n_dead_tup | colour\n---------+------------+--------\n a | 5 | red\n");

    assertEquals(List.of("column colour"), texts(excerpt));
  }

  @Test
  void aListOfSettingsNeedsNoHeader() {
    var settings =
        excerpt(" autovacuum_naptime | 60 | s\n maintenance_work_mem | 65536 | kB\n").settings();

    assertEquals("60s", value(settings.get("autovacuum_naptime")));
    assertEquals("65536kB", value(settings.get("maintenance_work_mem")));
  }

  private static String value(Excerpt.@Nullable Figure figure) {
    return figure == null ? "not read" : figure.value();
  }

  private static List<String> texts(Excerpt excerpt) {
    return excerpt.unknown().stream().map(Excerpt.UnknownLine::text).toList();
  }

  private static Map<String, String> onlyTable(String text) {
    var tables = excerpt(text).tables();
    assertEquals(1, tables.size());
    return tables.values().iterator().next().entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> each.getValue().value()));
  }

  private static Excerpt excerpt(String text) {
    return Paste.survey(List.of(new Paste.Text("paste", text))).coverage().pasted().orElseThrow();
  }
}
