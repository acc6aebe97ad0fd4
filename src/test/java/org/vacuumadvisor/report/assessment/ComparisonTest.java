package org.vacuumadvisor.report.assessment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.comparison.Comparison;
import org.vacuumadvisor.comparison.Comparison.Outcome;
import org.vacuumadvisor.comparison.Comparison.Shift;
import org.vacuumadvisor.comparison.Earlier;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.reading.Reading;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.data.JsonReport;
import org.vacuumadvisor.report.data.JsonReportTest;
import org.vacuumadvisor.report.render.HtmlRenderer;
import org.vacuumadvisor.report.render.MarkdownRenderer;
import org.vacuumadvisor.report.render.TextRenderer;
import org.vacuumadvisor.report.sql.SqlScript;

class ComparisonTest {
  private static final Duration DAY = Duration.ofDays(1);
  private static final Relation ORDERS = Sample.table(20_001, "public", "orders", 1000);
  private static final Relation EVENTS = Sample.table(20_002, "public", "ev|ents <b>", 2000);

  @Test
  void saysWhatIsNewWorseBetterGoneAndTheSame() {
    var before =
        Sample.assessment(
            Sample.survey(ORDERS),
            finding("better", Severity.CRITICAL),
            finding("worse", Severity.ADVICE),
            finding("same", Severity.WARNING),
            finding("gone", Severity.WARNING),
            finding("healthy", Severity.INFO));
    var now =
        Sample.assessment(
            later(Sample.survey(ORDERS)),
            finding("same", Severity.WARNING),
            finding("new", Severity.ADVICE),
            finding("better", Severity.INFO),
            finding("worse", Severity.CRITICAL),
            finding("need-more-data", Severity.INFO));

    var shifts = Comparison.of(Earlier.of(before), now).findings();

    assertEquals(
        List.of("NEW new", "WORSE worse", "BETTER better", "GONE gone", "SAME same"),
        shifts.stream().map(each -> each.kind() + " " + each.latest().id()).toList());
  }

  @Test
  void pairsFindingsOfOneKindOneByOne() {
    var one = Sample.held();
    var before = Sample.assessment(Sample.survey(ORDERS), one, one, one);
    var now = Sample.assessment(later(Sample.survey(ORDERS)), one);

    var comparison = Comparison.of(Earlier.of(before), now);

    assertEquals(1, comparison.count(Shift.Kind.SAME));
    assertEquals(2, comparison.count(Shift.Kind.GONE));
  }

  @Test
  void seesWhichRecommendationsWereFollowed() {
    var before =
        Earlier.of(
            assessment(
                Severity.WARNING,
                List.of(Sample.tune(ORDERS), Sample.tune(EVENTS)),
                ORDERS,
                EVENTS));
    var tuned = with(ORDERS, Map.of("autovacuum_vacuum_scale_factor", "0.010"));

    assertEquals(
        List.of(Outcome.State.FOLLOWED, Outcome.State.OPEN),
        states(before, List.of(Sample.tune(EVENTS)), tuned, EVENTS));
    assertEquals(
        List.of(Outcome.State.OPEN, Outcome.State.LAPSED),
        states(before, List.of(Sample.tune(ORDERS)), ORDERS, EVENTS));
    var otherwise = with(ORDERS, Map.of("autovacuum_vacuum_scale_factor", "0.05"));
    assertEquals(
        List.of(Outcome.State.LAPSED, Outcome.State.LAPSED), states(before, List.of(), otherwise));
  }

  @Test
  void leavesOutWhatWasNotLookedAt() {
    var other = new Subject.OfRelation(inDatabase("archive"));
    var before =
        Sample.assessment(
            Sample.survey(ORDERS), Sample.finding("gone", Severity.WARNING, other, "gone"));

    var comparison =
        Comparison.of(Earlier.of(before), Sample.assessment(later(Sample.survey(ORDERS))));

    assertEquals(List.of(), comparison.findings());
  }

  @Test
  void tellsItInEveryForm() throws IOException {
    var before =
        Earlier.of(assessment(Severity.ADVICE, List.of(Sample.tune(EVENTS)), ORDERS, EVENTS));
    var now = assessment(Severity.CRITICAL, List.of(), later(Sample.survey(ORDERS, EVENTS)));
    var comparison = Optional.of(Comparison.of(before, now));
    var report = AssessmentReport.of(now, comparison, ReportOptions.standard());
    var json = new StringWriter();
    JsonReport.write(now, comparison, json);

    for (var form :
        List.of(
            new TextRenderer(80, TextRenderer.Colour.OFF).render(report),
            new MarkdownRenderer().render(report),
            new HtmlRenderer().render(report))) {
      assertTrue(form.contains("What changed"), form);
      assertTrue(form.contains("worse: advice → critical"), form);
      assertTrue(form.contains("no longer needed"), form);
    }
    assertTrue(SqlScript.of(now, comparison).contains("-- no longer needed: Let autovacuum"));
    assertTrue(json.toString().contains("\"change\": \"worse\""), json.toString());
    assertEquals(List.of(), JsonReportTest.SCHEMA.errors(json.toString()));
  }

  private static List<Outcome.State> states(
      Earlier before, List<Recommendation> open, Relation... relations) {
    return Comparison.of(before, assessment(Severity.INFO, open, later(Sample.survey(relations))))
        .recommendations()
        .stream()
        .map(Outcome::state)
        .toList();
  }

  private static Assessment assessment(
      Severity severity, List<Recommendation> recommendations, Relation... relations) {
    return assessment(severity, recommendations, Sample.survey(relations));
  }

  private static Assessment assessment(
      Severity severity, List<Recommendation> recommendations, Survey survey) {
    return new Assessment(
        Evidence.of(survey), List.of(finding("late", severity)), recommendations, List.of());
  }

  private static Finding finding(String id, Severity severity) {
    return Sample.finding(id, severity, new Subject.OfRelation(ORDERS), "Something about orders");
  }

  private static Survey later(Survey survey) {
    return new Survey(
        survey.server(),
        survey.takenAt().plus(DAY),
        survey.settings(),
        survey.databases(),
        survey.relations(),
        survey.horizonHolders(),
        survey.machinery(),
        survey.coverage());
  }

  private static Relation inDatabase(String database) {
    return new Relation(
        ORDERS.key(),
        new RelationName(database, "public", "orders"),
        ORDERS.kind(),
        ORDERS.persistence(),
        ORDERS.blockSize(),
        ORDERS.storage(),
        ORDERS.readings(),
        ORDERS.parent(),
        ORDERS.references(),
        ORDERS.indexes(),
        ORDERS.columns());
  }

  private static Relation with(Relation relation, Map<String, String> parameters) {
    return new Relation(
        relation.key(),
        relation.name(),
        relation.kind(),
        relation.persistence(),
        relation.blockSize(),
        Reading.of(new StorageParameters(parameters)),
        relation.readings(),
        relation.parent(),
        relation.references(),
        relation.indexes(),
        relation.columns());
  }
}
