package org.vacuumadvisor.source.paste;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// PostgreSQL calls a column without a name after its function, or `?column?`.
class SelectListTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "age(catalog_xmin) | age | age(catalog_xmin)",
        "max(age(relfrozenxid)) | max | age(relfrozenxid)",
        "now() - a.xact_start | ?column? | xact_age",
        "pg_size_pretty(pg_relation_size(relid)) | pg_size_pretty | pg_relation_size",
        "age(relfrozenxid) years | years | age(relfrozenxid)",
        "age(relfrozenxid) AS \"Years\" | Years | age(relfrozenxid)",
        "n_dead_tup as corpses | corpses | n_dead_tup",
        "a + b as corpses | corpses | corpses",
        "round(1.0 * x / y, 2) | round | round"
      })
  void aColumnIsCalledByWhatItHolds(String expression, String shown, String called) {
    assertEquals(
        List.of("relname", called),
        named("select relname, " + expression + " from t order by 2;", "relname", shown));
  }

  @Test
  void whereTheNumbersDifferNothingIsCalledAnew() {
    assertEquals(List.of("a", "b", "age"), named("select *, age(xmin) from t;", "a", "b", "age"));
  }

  @Test
  void aNameThatTheStatementGivesCountsWhereverItsColumnStands() {
    assertEquals(
        List.of("gid", "age(transaction)"),
        named("select gid, owner, age(transaction) AS kept from t;", "gid", "kept"));
  }

  private static List<String> named(String statement, String... header) {
    var grid = new Grid("", List.of(header), List.of(), 0, 0);
    return SelectList.name(grid, new Statement(statement, "", 1)).header();
  }
}
