package org.vacuumadvisor.report;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.report.assessment.Sample;

class SelectionTest {
  @ParameterizedTest
  @CsvSource(
      textBlock =
          """
          # pattern,     schema, table,        is it selected
          orders,        public, orders,       true
          orders,        public, orders_old,   false
          orders*,       public, orders_old,   true
          *old,          public, orders_old,   true
          public.orders, public, orders,       true
          sales.orders,  public, orders,       false
          sales.*,       sales,  x,            true
          order.,        public, orders,       false
          Orders,        public, orders,       false
          '"Or ders"',   public, Or ders,      false
          'public."Or ders"', public, Or ders, true
          """)
  void takesPatternsAsNames(String pattern, String schema, String table, boolean included) {
    var selection = new Selection(List.of(pattern), List.of(), Severity.INFO);

    assertEquals(included, selection.includes(new RelationName("shop", schema, table)));
  }

  @Test
  void wantsSchemaAndTableBoth() {
    var selection = new Selection(List.of("orders"), List.of("sales", "old*"), Severity.INFO);

    assertEquals(true, selection.includes(new RelationName("shop", "old1", "orders")));
    assertEquals(false, selection.includes(new RelationName("shop", "public", "orders")));
    assertEquals(false, selection.includes(new RelationName("shop", "sales", "items")));
  }

  @Test
  void keepsWhatConcernsTheWholeServer() {
    var table =
        Sample.finding(
            "threshold-too-high",
            Severity.WARNING,
            new Subject.OfRelation(Sample.table(20_000, "public", "items", 1)),
            "Too many dead rows");
    var whole = Sample.assessment(Sample.survey(), Sample.held(), table);
    var selection = new Selection(List.of("orders"), List.of(), Severity.INFO);

    assertEquals(
        List.of("xmin-held-by-transaction"),
        selection.of(whole).findings().stream().map(Finding::id).toList());
  }

  @Test
  void tellsAMisspelledName() {
    var evidence = Evidence.of(Sample.survey(Sample.table(20_000, "public", "orders", 1)));

    assertEquals(
        true, new Selection(List.of("oders"), List.of(), Severity.INFO).matchesNothing(evidence));
    assertEquals(
        false, new Selection(List.of("ord*"), List.of(), Severity.INFO).matchesNothing(evidence));
    assertEquals(false, Selection.everything().matchesNothing(evidence));
  }
}
