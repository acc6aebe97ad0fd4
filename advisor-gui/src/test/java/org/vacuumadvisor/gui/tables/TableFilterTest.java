package org.vacuumadvisor.gui.tables;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.gui.tables.TableFilter.Scope.USERS;
import static org.vacuumadvisor.gui.tables.TableFilter.USUAL;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.gui.ServerGiven;
import org.vacuumadvisor.gui.tables.TableFilter.Scope;
import org.vacuumadvisor.workload.WorkloadClass;

class TableFilterTest {
  @Test
  void listsTheTablesOfWhateverIsOpen() {
    assertEquals(
        List.of("public.orders", "public.customers"),
        names(USUAL, new ServerGiven().table("orders", 300).table("customers", 0)));
  }

  /// 50 + 0.2 × 1000 rows.
  @Test
  void knowsHowFarDeadRowsAreFromTheirTrigger() {
    assertEquals(
        Optional.of(new Reason(Reason.Kind.DEAD_ROWS, 300, 250)),
        lines(new ServerGiven().table("orders", 300)).getFirst().reason(Reason.Kind.DEAD_ROWS));
  }

  @Test
  void findsTablesByAnyWordsOfTheirNames() {
    assertEquals(
        List.of("sales.order_lines", "sales.orders"),
        names(
            with("order sales", Optional.empty(), Optional.empty(), Optional.empty(), USERS),
            new ServerGiven()
                .table("sales", "order_lines", 0, 1)
                .table("sales", "orders", 0, 1)
                .table("archive", "ORDERS", 0, 1)));
  }

  @Test
  void narrowsDownBySchema() {
    assertEquals(
        List.of("b.t"),
        names(
            with("", Optional.empty(), Optional.empty(), Optional.of("b"), USERS),
            new ServerGiven().table("a", "t", 0, 1).table("b", "t", 0, 1)));
  }

  @Test
  void narrowsDownByTheSeverityOfFindings() {
    assertEquals(
        List.of("public.old"),
        names(
            with("", Optional.empty(), Optional.of(Severity.WARNING), Optional.empty(), USERS),
            new ServerGiven()
                .table("public", "old", 0, 2_000_000_000)
                .table("public", "young", 0, 1000)));
  }

  @Test
  void narrowsDownByWorkload() {
    assertEquals(
        List.of(),
        names(
            with(
                "",
                Optional.of(WorkloadClass.QUEUE_CHURN),
                Optional.empty(),
                Optional.empty(),
                USERS),
            new ServerGiven().table("orders", 300)));
  }

  @Test
  void leavesPostgresqlsOwnTablesOutUnlessAskedFor() {
    var given = new ServerGiven().table("orders", 0).table("pg_catalog", "pg_class", 0, 1);

    assertEquals(List.of("public.orders"), names(USUAL, given));
    var all =
        names(with("", Optional.empty(), Optional.empty(), Optional.empty(), Scope.ALL), given);
    assertTrue(all.contains("pg_catalog.pg_class"), all::toString);
  }

  private static TableFilter with(
      String text,
      Optional<WorkloadClass> kind,
      Optional<Severity> least,
      Optional<String> schema,
      Scope scope) {
    return new TableFilter(text, kind, least, schema, scope, Set.of());
  }

  private static List<TableLine> lines(ServerGiven given) {
    return TableLines.of(Advisor.assess(given.survey()), Map.of());
  }

  private static List<String> names(TableFilter filter, ServerGiven given) {
    return lines(given).stream().filter(filter).map(TableLine::name).toList();
  }
}
