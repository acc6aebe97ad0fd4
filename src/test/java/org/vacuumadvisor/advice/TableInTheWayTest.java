package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.source.paste.Paste;

/// PostgreSQL passes temporary tables of other sessions by (`vacuum_rel()`, `do_autovacuum()`): no
/// vacuum makes a database younger than they are.
class TableInTheWayTest {
  @Test
  void isDealtWithBeforeItsDatabaseIsVacuumed() {
    var survey =
        Paste.survey(
            List.of(
                new Paste.Text(
                    "paste",
                    """
                      relname   | relpersistence |    age
                    ------------+----------------+------------
                     tmp_load_7 | t              | 1860100200
                     visit      | p              |   92311200
                    """)));
    var problem = Advisor.assess(survey).problems().getFirst();

    var first = problem.recommendations().getFirst().title();
    assertTrue(first.startsWith("Let the session that made temporary table tmp_load_7"), first);
  }
}
