package org.vacuumadvisor.source;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class UpdateStatementTest {
  @Test
  void readsTheTableAndTheColumnsThatAreSet() {
    assertSets("t: a, b", "UPDATE t SET a = $1, b = b + $2 WHERE id = $3");
    assertSets("s.t: a", "update only s.T as x set A=$1 from other o where o.a = x.b");
    assertSets("t: a, b, c", "UPDATE t SET (a, b) = (SELECT x, y FROM z WHERE q = $1), c = $2");
    assertSets("My T: Co\"l, d", "UPDATE \"My T\" SET \"Co\"\"l\" = $1, d = now() RETURNING e = f");
    assertSets(
        "t: a", "/* app: x set q = 1 */ UPDATE t SET a = CASE WHEN b = $1 THEN $2 ELSE c END");
    assertSets("t: a", "UPDATE t SET a[$1] = $2, b.");
    assertSets("t: a", "UPDATE t SET a = ', b = 1 where'");
  }

  /// Upserts update, too.
  @Test
  void readsWhatAConflictUpdates() {
    assertSets(
        "t: n, at",
        "INSERT INTO t (id, n) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET n = t.n + $3, at ="
            + " excluded.at");
  }

  @Test
  void passesOtherStatementsBy() {
    for (var sql :
        List.of(
            "SELECT * FROM t WHERE update = set",
            "INSERT INTO t SELECT * FROM update_set",
            "SET a = 1",
            "UPDATE t",
            "UPDATE t SET ",
            "<insufficient privilege>",
            "")) {
      assertTrue(UpdateStatement.of(sql, 1).isEmpty(), sql);
    }
  }

  private static void assertSets(String expected, String sql) {
    var read = UpdateStatement.of(sql, 1).orElseThrow();
    assertEquals(
        expected,
        (read.schema().isEmpty() ? "" : read.schema() + ".")
            + read.table()
            + ": "
            + String.join(", ", read.columns()));
  }
}
