package org.vacuumadvisor.advice;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;

class IgnoreRulesTest {
  private static final LocalDate DAY = LocalDate.of(2026, 11, 22);

  private static Assessment applied(Severity severity, LocalDate until) {
    var evidence = Given.server().with(Given.table("orders")).evidence();
    var subject = new Subject.OfRelation(evidence.survey().relations().getFirst());
    var finding = Finding.of("low-hot-ratio", severity, subject, "Few updates are HOT").build();
    var whole = Assessments.of(evidence, List.of(finding), List.of(), List.of());
    var rule =
        new IgnoreRule(
            "low-hot-ratio", Optional.of("public.ord*"), Optional.of("shop"), until, "known");
    return new IgnoreRules(List.of(rule), DAY).appliedTo(whole);
  }

  @Test
  void leavesAFindingOutOnItsLastDay() {
    var left = applied(Severity.WARNING, DAY);

    assertEquals(List.of(), left.problems());
    assertEquals(Condition.HEALTHY, left.judgement().condition());
    assertEquals(Ignored.Standing.IGNORED, left.ignored().getFirst().standing());
  }

  /// A rule of a table is about nothing else, one of a database about all in it.
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          # table, database of the rule | of table, index, database, server
          public.ord* | shop    | true  | true  | false | false
          orders      |         | true  | true  | false | false
          customers   |         | false | false | false | false
                      | shop    | true  | true  | true  | false
                      | archive | false | false | false | false
          orders      | archive | false | false | false | false
                      |         | true  | true  | true  | true
          """)
  void isAboutWhatItNames(
      String table,
      String database,
      boolean ofTable,
      boolean ofIndex,
      boolean ofDatabase,
      boolean ofServer) {
    var relation =
        Given.server().with(Given.table("orders").indexed()).survey().relations().getFirst();
    var rule =
        new IgnoreRule(
            "low-hot-ratio",
            Optional.ofNullable(table),
            Optional.ofNullable(database),
            DAY,
            "known");

    assertEquals(ofTable, rule.matches(of("low-hot-ratio", new Subject.OfRelation(relation))));
    assertEquals(
        ofIndex,
        rule.matches(
            of("low-hot-ratio", new Subject.OfIndex(relation, relation.indexes().getFirst()))));
    assertEquals(ofDatabase, rule.matches(of("low-hot-ratio", new Subject.OfDatabase("shop"))));
    assertEquals(ofServer, rule.matches(of("low-hot-ratio", new Subject.Cluster())));
    assertEquals(false, rule.matches(of("heap-bloat", new Subject.OfRelation(relation))));
  }

  private static Finding of(String id, Subject subject) {
    return Finding.of(id, Severity.WARNING, subject, "Something").build();
  }

  @Test
  void bringsItBackOnTheNextDay() {
    var left = applied(Severity.WARNING, DAY.minusDays(1));

    assertEquals(1, left.problems().size());
    assertEquals(Condition.NEEDS_ATTENTION, left.judgement().condition());
    assertEquals(Ignored.Standing.ENDED, left.ignored().getFirst().standing());
  }

  @Test
  void neverLeavesOutWhatIsCritical() {
    var left = applied(Severity.CRITICAL, DAY);

    assertEquals(Condition.ACT_NOW, left.judgement().condition());
    assertEquals(1, left.findings().size());
    assertEquals(Ignored.Standing.TOO_SEVERE, left.ignored().getFirst().standing());
  }
}
