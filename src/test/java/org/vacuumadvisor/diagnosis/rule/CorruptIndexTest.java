package org.vacuumadvisor.diagnosis.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;

class CorruptIndexTest {
  private static final String ZERO_PAGE =
      """
      2026-11-20 02:10:05.341 UTC [88] ERROR:  index "t_a_idx" contains unexpected zero page at block 5
      2026-11-20 02:10:05.341 UTC [88] HINT:  Please REINDEX it.
      2026-11-20 02:10:05.341 UTC [88] CONTEXT:  while vacuuming index "t_a_idx" of relation "public.t"
      \tautomatic vacuum of table "shop.public.t"
      """;

  @Test
  void speaksOfADamagedIndexAndRebuildsItByName() {
    var finding = examine(ZERO_PAGE).getFirst();

    assertEquals(Severity.CRITICAL, finding.severity());
    assertTrue(
        finding.remedies().toString().contains("REINDEX INDEX CONCURRENTLY public.t_a_idx"),
        finding.remedies().toString());
  }

  @Test
  void provesItWithTheIndexItWasAt() {
    assertEquals(
        "while: vacuuming an index, t_a_idx, block 5",
        Verdicts.facts(examine(ZERO_PAGE).getFirst()).get(1));
  }

  @Test
  void writesNoEmptySchemaWhereNobodyToldIt() {
    var cut = ZERO_PAGE.lines().limit(2).reduce("", (all, line) -> all + line + "\n");
    var remedies = examine(cut).getFirst().remedies().toString();

    assertTrue(!remedies.contains("\"\""), remedies);
  }

  /// PostgreSQL: "cannot reindex system catalogs concurrently".
  @Test
  void rebuildsTheIndexOfACatalogAsTheServerLets() {
    var remedies =
        examine(
                "2026-11-20 02:10:05.341 UTC [88] ERROR:  heap tid from index tuple (4,40) points"
                    + " past end of heap page line pointer array at offset 161 of block 1 in index"
                    + " \"pg_index_indrelid_index\"\n")
            .getFirst()
            .remedies()
            .toString();

    assertTrue(
        remedies.contains("REINDEX INDEX pg_catalog.pg_index_indrelid_index (whoever"), remedies);
  }

  @Test
  void isClearWhereLogsTellOfNone() {
    assertEquals(List.of(), examine("2026-11-20 02:13:05 UTC [9] LOG:  hello\n"));
  }

  @Test
  void cannotTellWithoutLogs() {
    assertEquals(List.of("the server's log"), Verdicts.lacks(new CorruptIndex(), Given.server()));
  }

  private static List<Finding> examine(String log) {
    return Verdicts.findings(new CorruptIndex(), Evidence.of(Logs.history(log)));
  }
}
