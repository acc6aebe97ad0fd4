package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.space.CatalogBloat;
import org.vacuumadvisor.diagnosis.rule.space.HeapBloat;
import org.vacuumadvisor.diagnosis.rule.space.IndexBloat;
import org.vacuumadvisor.diagnosis.rule.space.ToastBloat;

/// Space as people show it: sizes beside expected sizes, results of bloat queries, TOAST.
class PastedSpaceTest {
  @Test
  void readsAnIndexBesideItsExpectedSizeAndKeepsItsName() {
    var finding =
        Pasted.findings(
                new IndexBloat(),
                """
                index: sales.orders_status_idx
                index_size: 260 MB
                expected_index_size: 900 kB
                """)
            .getFirst();

    assertEquals(
        "99.66 % of the 260 MB of index sales.orders_status_idx are empty", finding.headline());
    assertFalse(finding.toString().contains("\"\""));
  }

  @Test
  void readsTheResultOfABloatQuery() {
    var finding =
        Pasted.findings(
                new HeapBloat(),
                """
                 schemaname | tblname | real_size  | bloat_size | bloat_pct | is_na
                ------------+---------+------------+------------+-----------+-------
                 sales      | orders  | 4294967296 | 3221225472 |        75 | f
                """)
            .getFirst();

    assertEquals("75 % of the 4 GB of sales.orders are free or dead", finding.headline());
  }

  @Test
  void passesOverAnEstimateThatDoesNotApply() {
    assertEquals(
        List.of(),
        Pasted.findings(
            new HeapBloat(),
            """
             schemaname | tblname | real_size  | bloat_size | bloat_pct | is_na
            ------------+---------+------------+------------+-----------+-------
             sales      | orders  | 4294967296 | 3221225472 |        75 | t
            """));
  }

  @Test
  void suspectsAToastTableOfWhichRowsAreDeleted() {
    var sizes =
        """
        table: answers
        main_size: 900 MB
        toast_size: 40 GB
        total_size: 41 GB
        """;

    assertEquals(List.of(), Pasted.findings(new ToastBloat(), sizes));
    assertEquals(1, Pasted.findings(new ToastBloat(), sizes + "delete_batch_rows: 500\n").size());
  }

  @Test
  void readsNoSizeThatIsSupposedOrStandsAlone() {
    for (var text :
        List.of(
            "The table is 90 GB.",
            "If the table is 90 GB although it holds 6 GB of live rows, is that bloat?",
            "The table is not 90 GB, it holds 6 GB of live rows.",
            "The disk is 90 GB and the table holds 6 GB of live rows.")) {
      assertEquals(List.of(), Pasted.findings(new HeapBloat(), text), text);
    }
  }

  @Test
  void suspectsACatalogThatIsLargerThanTablesExplain() {
    assertEquals(
        "Catalog pg_attribute is 22 GB large",
        Pasted.findings(new CatalogBloat(), catalog("pg_attribute", "22 GB"))
            .getFirst()
            .headline());
    assertEquals(
        List.of(), Pasted.findings(new CatalogBloat(), catalog("pg_attribute", "4900 MB")));
    assertEquals(
        List.of(), Pasted.findings(new CatalogBloat(), catalog("pg_largeobject", "900 GB")));
  }

  private static String catalog(String name, String size) {
    return "     relname     | pg_relation_size\n-----------------+------------------\n %-15s | %s\n"
        .formatted(name, size);
  }

  @Test
  void looksAtTheRowsOfACatalogWhereTheyAreShown() {
    var text =
        """
           relname    | pg_size_pretty | reltuples
        --------------+----------------+-----------
         pg_attribute | 22 GB          | 130000000
        """;

    assertEquals(List.of(), Pasted.findings(new CatalogBloat(), text));
  }

  @Test
  void knowsTheRelationOfAMeasurementFromTheCallBelowIt() {
    var evidence =
        Pasted.evidence(
            """
            The `letters` table is small.

             table_len  | tuple_percent | free_space | free_percent
            ------------+---------------+------------+--------------
             4294967296 |           9.5 | 3865470566 |           90
            (1 row)

            (from pgstattuple('pg_toast.pg_toast_77880'))
            """);

    assertEquals(List.of(), Verdicts.findings(new HeapBloat(), evidence));
    assertEquals(1, Verdicts.findings(new ToastBloat(), evidence).size());
  }
}
