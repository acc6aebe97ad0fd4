package org.vacuumadvisor.lab.freeze;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.freeze.FreezeOptions;
import org.vacuumadvisor.freeze.FreezePlan;
import org.vacuumadvisor.freeze.Sources;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.model.Survey;

/// While somebody holds the horizon freezing is in vain, and the plan says so.
class HeldHorizonTest {
  private static final long BURNT = 98_000;
  private static final String ORDERS = "public.orders";

  @Test
  void plansNothingUntilTheHolderLetsGo() throws Exception {
    try (var bench = FreezeBench.quiet(Releases.underTest().getLast(), "shop");
        var holder = bench.server().connect("shop");
        var statement = holder.createStatement()) {
      bench.run("CREATE TABLE orders AS SELECT i FROM generate_series(1, 1000) i");
      statement.execute("BEGIN ISOLATION LEVEL REPEATABLE READ");
      statement.execute("SELECT count(*) FROM orders");
      var older = FreezeBench.earlier(bench.survey(), Duration.ofDays(30));
      bench.burn(BURNT);

      var held = plan(bench, older);
      assertEquals(FreezeBench.ZONE, held.options().windows().zone().getId());
      assertEquals(List.of(), held.calendar());
      assertEquals(List.of("shop"), held.blockedDatabases());
      assertTrue(held.obstacles().getFirst().who().startsWith("session "), held::toString);
      bench.run("VACUUM (FREEZE) orders");
      assertTrue(age(bench) >= BURNT, "it was not in vain");

      statement.execute("ROLLBACK");
      var free = plan(bench, older);
      assertEquals(List.of(), free.obstacles());
      assertFalse(free.calendar().isEmpty());
      bench.run("VACUUM (FREEZE) orders");
      assertTrue(age(bench) < BURNT);
    }
  }

  private static long age(FreezeBench bench) throws SQLException {
    return Objects.requireNonNull(bench.ages().get(ORDERS));
  }

  private static FreezePlan plan(FreezeBench bench, Survey older) throws Exception {
    var now = bench.survey();
    return FreezePlan.of(
        new Sources(now, List.of(older), Optional.empty()), FreezeOptions.usual(now));
  }
}
