package org.vacuumadvisor.lab.workload;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class ScriptReaderTest {
  private static final String QUEUE =
      """
      -- A queue of mine,
      -- in two lines.
      -- set autovacuum_naptime = 1min
      -- follow for 5min

      -- load
      CREATE TABLE job (id bigserial PRIMARY KEY)

      INSERT INTO job
      SELECT i FROM generate_series(1, 10) i

      -- 2.5/s take
      DELETE FROM job WHERE id = :n

      SELECT :random(7, 7)::int, :skewed(5), '{}'::jsonb ? 'a'
      """;

  @Test
  void readsWhatAFileSaysOfItsWorkload() {
    var script = ScriptReader.read("mine", QUEUE);

    assertEquals("mine", script.name());
    assertEquals("A queue of mine, in two lines.", script.about());
    assertEquals(Map.of("autovacuum_naptime", "1min"), script.settings());
    assertEquals(Duration.ofMinutes(5), script.follow());
  }

  @Test
  void anEmptyLineEndsAStatement() {
    var script = ScriptReader.read("mine", QUEUE);

    assertEquals(
        List.of(
            "CREATE TABLE job (id bigserial PRIMARY KEY)",
            "INSERT INTO job\nSELECT i FROM generate_series(1, 10) i"),
        script.load());
    var flow = script.flows().getFirst();
    assertEquals("take", flow.name());
    assertEquals(2.5, flow.rate());
    assertEquals(2, flow.statements().size());
  }

  @Test
  void placesForValuesAreGivenToJdbcAndCastsAndOperatorsAreNot() {
    var flow = ScriptReader.read("mine", QUEUE).flows().getFirst();

    assertEquals("DELETE FROM job WHERE id = ?", flow.statements().getFirst().sql());
    assertEquals("SELECT ?::int, ?, '{}'::jsonb ?? 'a'", flow.statements().getLast().sql());
    var draws = flow.statements().getLast().draws();
    assertEquals(2, draws.size());
    assertEquals(7, draws.getFirst().next(1, 0, new Random(1)));
    assertEquals(3, flow.statements().getFirst().draws().getFirst().next(3, 0, new Random(1)));
  }

  @Test
  void sizesStandWhereTheyAreNamed() {
    var text =
        """
        -- Rows.
        -- size rows = 10

        -- load
        CREATE TABLE t AS SELECT generate_series(1, :rows) AS rows

        -- 100 % take
        DELETE FROM t WHERE rows = :random(1, :rows) + :client
        """;

    var script = ScriptReader.read("rows", text, Map.of("rows", 5L));

    assertEquals(List.of("CREATE TABLE t AS SELECT generate_series(1, 5) AS rows"), script.load());
    var draws = script.flows().getFirst().statements().getFirst().draws();
    assertTrue(draws.getFirst().next(1, 0, new Random(1)) <= 5);
    assertEquals(7, draws.getLast().next(1, 7, new Random(1)));
    assertEquals(
        List.of("CREATE TABLE t AS SELECT generate_series(1, 10) AS rows"),
        ScriptReader.read("rows", text).load());
  }

  @Test
  void aFileWithoutAFlowIsRefusedByName() {
    var refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> ScriptReader.read("idle", "-- Nothing happens.\n\n-- load\nSELECT 1"));

    assertEquals("The workload \"idle\" has no flow.", refusal.getMessage());
  }

  @Test
  void aParagraphThatIsNeitherLoadNorFlowIsRefused() {
    var refusal =
        assertThrows(
            IllegalArgumentException.class,
            () -> ScriptReader.read("odd", "-- Odd.\n\nSELECT 1\n\n-- 1/s a\nSELECT 2"));

    assertEquals(
        "The workload \"odd\" has a paragraph that is neither \"-- load\" nor \"-- RATE/s NAME\":"
            + " SELECT 1",
        refusal.getMessage());
  }

  @Test
  void everyWorkloadOfTheLabCanBeReadAndSaysWhatItIs() {
    for (var script : Scripts.all()) {
      assertTrue(script.about().length() > 80, script.name());
      assertTrue(script.settings().containsKey("autovacuum_naptime"), script.name());
    }
    assertTrue(Scripts.all().size() >= 20);
  }
}
