package org.vacuumadvisor.lab.promise;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.workload.ScriptReader;
import tools.jackson.databind.json.JsonMapper;

class PromisesTest {
  /// A tenth of the rows dies every second, and autovacuum is switched off for the table.
  static final String SICK =
      """
      -- Updates of an indexed column.
      -- set autovacuum_naptime = 1s

      -- load
      CREATE TABLE t (id int PRIMARY KEY, n int NOT NULL) WITH (autovacuum_enabled = false)

      CREATE INDEX ON t (n)

      INSERT INTO t SELECT i, i FROM generate_series(1, 20000) i

      UPDATE t SET n = n + 1

      ANALYZE t

      -- 20/s update
      UPDATE t SET n = n + 1
       WHERE id IN (SELECT 1 + (random() * 20000)::int FROM generate_series(1, 100))
      """;

  @Test
  void aTableThatAutovacuumLeavesAloneIsBetterOffWhereTheAdviceIsFollowed() throws Exception {
    var kept = run("sick", SICK);

    assertEquals(List.of(), kept.failures());
    var following = kept.matches().getFirst();
    var promise =
        following.advice().promises().stream()
            .filter(each -> each.because().contains("autovacuum-disabled"))
            .findFirst()
            .orElseThrow();
    assertEquals("ALTER TABLE public.t RESET (autovacuum_enabled)", trimmed(promise.statement()));
    assertTrue(promise.failure().isEmpty());
    assertEquals(true, promise.answered().orElseThrow());
    assertEquals(0, kept.harmed().yes());
    assertEquals(List.of(), violations(kept));
    assertTrue(following.server(Rival.NOBODY).measured().transactions() > 0);
  }

  @Test
  void aWorkloadThatFailsIsToldAndStopsNoOther() throws Exception {
    var kept =
        run(
            "broken",
            """
            -- Broken.
            -- set autovacuum_naptime = 1s

            -- load
            SELECT 1

            -- 1/s a
            SELECT x
            """);

    assertTrue(kept.matches().isEmpty());
    assertTrue(
        kept.failures().getFirst().contains("column \"x\" does not exist"),
        () -> kept.failures().toString());
    assertEquals(List.of(), violations(kept));
    assertFalse(ContestReport.of(kept).first().isEmpty());
  }

  private static Contest run(String name, String sql) {
    var told = new ArrayList<String>();
    var schedule =
        new Schedule(
            List.of(ScriptReader.read(name, sql)),
            List.of(Releases.underTest().getLast()),
            Duration.ofSeconds(2),
            Duration.ofSeconds(4),
            Duration.ofSeconds(12),
            1,
            1);
    var kept = Contest.run(schedule, List.of(Rival.NOBODY), told::add);
    assertEquals(1, told.size());
    return kept;
  }

  private static List<String> violations(Contest kept) throws IOException {
    var json = new StringWriter();
    ContestJson.write(kept, json);
    return violations(json.toString());
  }

  /// Where a document does not fit its schema.
  static List<String> violations(String json) {
    return SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
        .getSchema(ContestJson.class.getResourceAsStream("contest.schema.json"))
        .validate(new JsonMapper().readTree(json))
        .stream()
        .map(each -> each.getInstanceLocation() + " " + each.getMessage())
        .toList();
  }

  private static String trimmed(String statement) {
    return statement.replaceAll("\\s+", " ").replaceAll(";$", "").strip();
  }
}
