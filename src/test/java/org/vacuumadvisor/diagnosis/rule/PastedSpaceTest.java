package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// Space as people show it: sizes beside expected sizes, results of bloat queries, TOAST.
class PastedSpaceTest {
  @Test
  void readsAnIndexBesideItsExpectedSizeAndKeepsItsName() throws SourceException {
    var finding =
        findings(
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
  void readsTheResultOfABloatQuery() throws SourceException {
    var finding =
        findings(
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
  void passesOverAnEstimateThatDoesNotApply() throws SourceException {
    assertEquals(
        List.of(),
        findings(
            new HeapBloat(),
            """
             schemaname | tblname | real_size  | bloat_size | bloat_pct | is_na
            ------------+---------+------------+------------+-----------+-------
             sales      | orders  | 4294967296 | 3221225472 |        75 | t
            """));
  }

  @Test
  void suspectsAToastTableOfWhichRowsAreDeleted() throws SourceException {
    var sizes =
        """
        table: answers
        main_size: 900 MB
        toast_size: 40 GB
        total_size: 41 GB
        """;

    assertEquals(List.of(), findings(new ToastBloat(), sizes));
    assertEquals(1, findings(new ToastBloat(), sizes + "delete_batch_rows: 500\n").size());
  }

  private static List<Finding> findings(Rule rule, String text) throws SourceException {
    return Verdicts.findings(
        rule, Evidence.of(Paste.survey(List.of(new Paste.Text("pasted", text)))));
  }
}
