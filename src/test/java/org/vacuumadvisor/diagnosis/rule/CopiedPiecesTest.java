package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.paste.Paste;

/// Pieces of what servers and clients print, as people copy them: without the rest that would make
/// them plainer.
class CopiedPiecesTest {

  /// The storage parameters below a `\d+` whose head was cut off, a row of `pg_class`, a statement.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "Options: autovacuum_enabled=false, fillfactor=20",
        "reloptions | {autovacuum_enabled=false}",
        "shop=# CREATE TABLE jobs(id int) WITH (autovacuum_enabled = 'off');"
      })
  void aTableWhoseAutovacuumIsOffIsNamed(String text) throws SourceException {
    assertEquals("autovacuum-disabled", findings(text).getFirst().id());
  }

  /// `age()` of a multixact ID compares it with transaction IDs: the figure means nothing.
  @Test
  void theAgeOfAMultixactIdByTheWrongFunctionIsNoFigure() throws SourceException {
    var shown =
        """
        shop=# SELECT relname, %s(relminmxid) AS mxid_age FROM pg_class WHERE relkind = 'r';
         relname |  mxid_age
        ---------+------------
         jobs    | 2082314835
         orders  | 2082313765
        (2 rows)
        """;

    assertEquals("multixact-near", findings(shown.formatted("mxid_age")).getFirst().id());
    assertEquals("need-more-data", findings(shown.formatted("age")).getFirst().id());
  }

  @Test
  void theTimeOfASessionIdleInTransactionCountsUnderAnyName() throws SourceException {
    var found =
        findings(
            """
            | pid  | duration    | blocked_by_pids | database | state               |
            |------|-------------|-----------------|----------|---------------------|
            | 4711 | 4h 28m 4.1s | null            | shop     | idle in transaction |
            """);

    assertEquals("xmin-held-by-transaction", found.getFirst().id());
  }

  /// How many rows there are is not shown: one statement may have changed each of them once. Who
  /// shows nothing else asks about it.
  @Test
  void aLowShareOfHotUpdatesIsToldWithoutTheNumberOfRows() throws SourceException {
    var found =
        findings(
            """
            -- Sample of yesterday
            --
            --  relname | n_tup_upd | n_tup_hot_upd
            -- ---------+-----------+---------------
            --  jobs    |    120000 |           400
            """);

    assertEquals("low-hot-ratio", found.getFirst().id());
    assertEquals(Severity.ADVICE, found.getFirst().severity());
  }

  @Test
  void anIndexOfACatalogIsRebuiltWithoutConcurrently() throws SourceException {
    var said =
        Advisor.assess(
            List.of(
                new Paste.Text(
                    "paste",
                    """
                     schemaname | relname      | indexrelname | index_size | bloat_percent
                    ------------+--------------+--------------+------------+---------------
                     pg_catalog | pg_attribute | attnam_index | 312 MB     |         98.72
                    """)));

    assertEquals(
        "REINDEX INDEX pg_catalog.attnam_index;",
        said.recommendations().getFirst().sql().orElseThrow());
  }

  /// Collectors join the lines of a message, be it with its prefix or without, or in a record.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-06-22 15:25:01 UTC [12] ERROR:  canceling autovacuum task"
            + " CONTEXT:  automatic vacuum of table \"shop.public.jobs\"",
        "2026-06-22 15:25:01 UTC [12] ERROR:  canceling autovacuum task"
            + "2026-06-22 15:25:01 UTC [12] CONTEXT:  automatic vacuum of table"
            + " \"shop.public.jobs\"",
        "      \"ErrMsg\": \"ERROR:  canceling autovacuum task CONTEXT:  automatic vacuum of table"
            + " \\\"shop.public.jobs\\\" \",\n      \"Database\": \"shop\""
      })
  void aJoinedMessageNamesItsTable(String text) throws SourceException {
    assertEquals(
        "Autovacuum of public.jobs was cancelled once, and no completed run is logged since",
        findings(text).getFirst().headline());
  }

  /// What somebody made the server quote is no message of it, be it ever so long.
  @ParameterizedTest
  @ValueSource(
      strings = {
        "ERROR:  invalid input syntax for type integer: \"1 CONTEXT:  automatic vacuum of table"
            + " \"\"shop.public.jobs\"\"\"\n",
        "2026-06-22 15:25:00 UTC [9] ERROR:  syntax error\n"
            + "2026-06-22 15:25:00 UTC [9] STATEMENT:  x\n"
            + "2026-06-22 15:25:01 UTC [9] ERROR:  canceling statement due to user request CONTEXT:"
            + "  automatic vacuum of table \"shop.public.jobs\"\n"
      })
  void aQuotedContextNamesNobody(String text) throws SourceException {
    assertEquals("need-more-data", findings(text).getFirst().id());
  }

  @Test
  void aLineOfManyPartsIsReadToItsEnd() throws SourceException {
    var parts =
        "ERROR:  invalid page in block 1 of relation base/1/2 " + "HINT:  x ".repeat(100_000);

    assertEquals("corrupt-heap", findings(parts).getFirst().id());
  }

  /// Countdowns that rise are of several servers; writes stop three million IDs before the wrap.
  @Test
  void theLowestCountdownLeads() throws SourceException {
    var warning = "WARNING:  database \"depot\" must be vacuumed within %d transactions\n";
    var found = findings(warning.formatted(13_000_211) + warning.formatted(230_512_077));

    var headline = found.getFirst().headline();
    assertTrue(headline.startsWith("Database depot: 10 million transactions"), headline);
  }

  /// Vacuum mends such a page by itself.
  @Test
  void aPageThatNobodyHadWrittenIsNoDamage() throws SourceException {
    var found = findings("WARNING:  relation \"jobs\" page 131022 is uninitialized --- fixing\n");

    assertEquals(Severity.INFO, found.getFirst().severity());
  }

  @Test
  void aMissingChunkNamesItsToastTable() throws SourceException {
    var found =
        findings("ERROR:  missing chunk number 0 for toast value 19019672 in pg_toast_17895\n");

    assertEquals(
        "Damaged data in TOAST table pg_toast.pg_toast_17895", found.getFirst().headline());
  }

  private static List<Finding> findings(String text) throws SourceException {
    return Advisor.assess(List.of(new Paste.Text("paste", text))).findings();
  }
}
