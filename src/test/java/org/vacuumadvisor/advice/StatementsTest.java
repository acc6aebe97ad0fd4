package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.diagnosis.rule.TableGiven;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;

class StatementsTest {
  private static final String SCALE = "autovacuum_vacuum_scale_factor";

  @Test
  void setsAndResetsParametersOfATable() {
    var orders = Given.table("orders");

    assertEquals(
        "ALTER TABLE public.orders SET (autovacuum_vacuum_scale_factor = 0.01);", set(orders));
    assertEquals(
        "ALTER TABLE public.orders RESET (autovacuum_vacuum_scale_factor);", restore(orders));
  }

  @Test
  void putsTheOldValueBack() {
    assertEquals(
        "ALTER TABLE public.orders SET (autovacuum_vacuum_scale_factor = 0.5);",
        restore(Given.table("orders").with(SCALE, "0.5")));
  }

  @Test
  void putsBackInOneStatementWhatWasSetAndWhatWasNot() {
    var evidence = Given.server().with(Given.table("orders").with(SCALE, "0.5")).evidence();

    assertEquals(
        "ALTER TABLE public.orders SET (autovacuum_vacuum_scale_factor = 0.5), RESET"
            + " (autovacuum_vacuum_threshold);",
        Statements.restoreParameters(
            first(evidence), List.of("autovacuum_vacuum_threshold", SCALE), evidence));
  }

  /// "TOAST: `toast.autovacuum_…`" of the table it belongs to.
  @Test
  void reachesAToastTableThroughItsTable() {
    var evidence =
        Given.server()
            .with(Given.table("orders"), Given.table("pg_toast_1").inSchema("pg_toast"))
            .evidence();
    var toast = evidence.survey().relations().getLast();

    assertEquals(
        "ALTER TABLE public.orders SET (toast.autovacuum_vacuum_scale_factor = 0.01);",
        Statements.setParameters(toast, new TreeMap<>(Map.of(SCALE, "0.01")), evidence));
    assertEquals(
        "ALTER TABLE public.orders RESET (toast.autovacuum_vacuum_scale_factor);",
        Statements.restoreParameters(toast, List.of(SCALE), evidence));
  }

  /// PostgreSQL refuses `ALTER TABLE pg_toast.pg_toast_16402`: "permission denied … is a system
  /// catalog".
  @Test
  void findsTheTableOfAToastTableThatIsShownAlone() {
    var evidence =
        Given.server()
            .with(Given.table("pg_toast_16402").inSchema("pg_toast").kind(RelationKind.TOAST))
            .evidence();

    assertEquals(
        "DO $$BEGIN EXECUTE format('ALTER TABLE %s RESET"
            + " (toast.autovacuum_vacuum_scale_factor);', 16402::regclass); END$$;",
        Statements.restoreParameters(first(evidence), List.of(SCALE), evidence));
  }

  /// Anybody may call a table so: its name is no oid.
  @Test
  void takesATableCalledLikeAToastTableForATable() {
    assertEquals(
        "ALTER TABLE public.pg_toast_16402 RESET (autovacuum_vacuum_scale_factor);",
        restore(Given.table("pg_toast_16402")));
  }

  @Test
  void knowsMaterializedViews() {
    assertEquals(
        "ALTER MATERIALIZED VIEW public.totals SET (autovacuum_vacuum_scale_factor = 0.01);",
        set(Given.table("totals").kind(RelationKind.MATERIALIZED_VIEW)));
  }

  /// `quote_ident()` doubles quotes; inside them nothing else has a meaning.
  @Test
  void keepsHostileNamesNames() {
    assertEquals(
        "ALTER TABLE public.\"x\"\"; DROP TABLE y; --\nselect\" SET"
            + " (autovacuum_vacuum_scale_factor = 0.01);",
        set(Given.table("x\"; DROP TABLE y; --\nselect")));
    assertEquals(
        "ALTER TABLE \"Sch ema\".\"order\" SET (autovacuum_vacuum_scale_factor = 0.01);",
        set(Given.table("order").inSchema("Sch ema")));
  }

  @Test
  void keepsHostileOldValuesValues() {
    assertEquals(
        "ALTER TABLE public.orders SET (autovacuum_vacuum_scale_factor = '1); DROP TABLE y; --');",
        restore(Given.table("orders").with(SCALE, "1); DROP TABLE y; --")));
    assertEquals(
        "ALTER TABLE public.orders SET (autovacuum_vacuum_scale_factor = '1-2');",
        restore(Given.table("orders").with(SCALE, "1-2")));
    assertEquals(
        "ALTER TABLE public.orders SET (autovacuum_vacuum_scale_factor = '1e-3');",
        restore(Given.table("orders").with(SCALE, "1e-3")));
  }

  private static String set(TableGiven table) {
    var evidence = Given.server().with(table).evidence();
    var parameters = new TreeMap<String, String>();
    parameters.put(SCALE, "0.01");
    return Statements.setParameters(first(evidence), parameters, evidence);
  }

  private static String restore(TableGiven table) {
    var evidence = Given.server().with(table).evidence();
    return Statements.restoreParameters(first(evidence), List.of(SCALE), evidence);
  }

  private static Relation first(Evidence evidence) {
    return evidence.survey().relations().getFirst();
  }
}
