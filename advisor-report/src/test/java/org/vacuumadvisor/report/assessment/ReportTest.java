package org.vacuumadvisor.report.assessment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Assessments;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.FindingCard;
import org.vacuumadvisor.report.Part.Folded;
import org.vacuumadvisor.report.Part.Grid;
import org.vacuumadvisor.report.Part.Note;
import org.vacuumadvisor.report.Part.Omission;
import org.vacuumadvisor.report.Part.Omitted;
import org.vacuumadvisor.report.Part.Paragraph;
import org.vacuumadvisor.report.Part.RecommendationCard;
import org.vacuumadvisor.report.Part.Script;
import org.vacuumadvisor.report.Part.Verdict;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Selection;
import org.vacuumadvisor.source.paste.Paste;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.Period;
import org.vacuumadvisor.workload.WorkloadClass;
import org.vacuumadvisor.workload.Workloads;

class ReportTest {
  @Test
  void beginsWithTheServerAndTheVerdict() {
    var parts =
        parts(
            Sample.assessment(
                Sample.survey(),
                Sample.held(),
                about(Severity.WARNING, orders(1)),
                about(Severity.WARNING, orders(2))));

    assertEquals(
        new Verdict(
            Optional.of(Severity.CRITICAL),
            "Act now: 1 critical, 1 warning. First: read the details, for no statement helps."),
        all(parts, Verdict.class).getFirst());
    assertInstanceOf(Paragraph.class, parts.getFirst(), "which server it is");
  }

  /// Without an order there is no plan whose steps a card could name. What the runs did is not
  /// folded away either.
  @Test
  void saysWithTheProblemWhatToDoAndWhatTheRunsDid() throws Exception {
    var text =
        """
        INFO:  "t": found 9 removable, 900000 nonremovable row versions in 90 out of 90 pages
        DETAIL:  800000 dead row versions cannot be removed yet, oldest xmin: 500
        """;
    var report =
        AssessmentReport.of(
            Advisor.assess(List.of(new Paste.Text("pasted", text))), ReportOptions.standard());

    assertEquals(
        "Find out what blocks cleanup (statement below)",
        all(report.first(), Part.ProblemCard.class).getFirst().steps().getFirst().title());
    assertTrue(report.first().contains(new Part.Heading("What the runs did")));
  }

  @Test
  void findsNothingToChangeWhereThereIsNoFinding() {
    var parts = parts(Sample.assessment(Sample.survey()));

    assertEquals(
        List.of(new Verdict(Optional.empty(), "Healthy: nothing needs changing.")),
        all(parts, Verdict.class));
    assertEquals(List.of(), all(parts, FindingCard.class));
  }

  @Test
  void asksForNoChangeWhereAllFindingsAreForInformation() {
    var parts = parts(Sample.assessment(Sample.survey(), about(Severity.INFO, orders(1))));

    assertEquals(
        List.of(new Verdict(Optional.empty(), "Healthy: nothing needs changing.")),
        all(parts, Verdict.class));
  }

  @Test
  void tellsThreeFindingsOfAKindInFullAndTenMoreInALineEach() {
    var forty =
        IntStream.rangeClosed(1, 40)
            .mapToObj(number -> about(Severity.WARNING, orders(number)))
            .toArray(Finding[]::new);

    var parts = parts(Sample.assessment(Sample.survey(), forty));

    assertEquals(3, all(parts, FindingCard.class).size());
    var folded = all(parts, Folded.class).getFirst();
    assertEquals("Too many dead rows in public.orders4", folded.lines().getFirst());
    assertEquals(10, folded.lines().size());
    assertEquals(27, folded.beyond());
  }

  @Test
  void explainsFindingsOfAKindOnce() {
    var cards =
        all(
            parts(
                Sample.assessment(
                    Sample.survey(),
                    about(Severity.WARNING, orders(1)),
                    about(Severity.WARNING, orders(2)))),
            FindingCard.class);

    assertTrue(cards.get(0).explanation().isPresent());
    assertEquals(Optional.empty(), cards.get(1).explanation());
    assertEquals(Optional.empty(), cards.get(1).surer());
  }

  @Test
  void saysWhoseWordAThresholdIs() {
    var proof =
        all(parts(Sample.assessment(Sample.survey(), Sample.held())), FindingCard.class)
            .getFirst()
            .proof();

    assertEquals("pg_stat_activity.state_change", proof.get(0).source());
    assertTrue(proof.get(2).source().startsWith("common practice: "), proof.get(2).source());
  }

  @Test
  void numbersRecommendationsAndSaysOnceWhatTheyHaveInCommon() {
    var cards = all(parts(tuned(2)), RecommendationCard.class);

    assertEquals(List.of(1, 1), cards.stream().map(RecommendationCard::number).toList());
    assertEquals(
        List.of("Why", "Expect", "Risk", "Verify"),
        cards.get(0).notes().stream().map(Note::label).toList());
    assertEquals(
        List.of(new Note("Also", "Why, Expect, Risk, Verify as above.")), cards.get(1).notes());
  }

  @Test
  void givesTheStatementsOfFoldedRecommendations() {
    var parts = parts(tuned(5));

    assertEquals(3, all(parts, RecommendationCard.class).size());
    assertEquals(
        "2 more recommendations of the same kind:", all(parts, Folded.class).getFirst().intro());
    var script = all(parts, Script.class).getFirst().sql();
    assertEquals(2, script.lines().count());
    assertTrue(script.startsWith("ALTER TABLE public.orders4 SET ("), script);
    assertTrue(script.endsWith(";"), script);
  }

  @Test
  void refusesTheSameThingForManyTablesOnce() {
    var refusals =
        IntStream.rangeClosed(1, 5).mapToObj(each -> Sample.notFull(orders(each))).toList();
    var parts = parts(Assessments.of(Evidence.of(Sample.survey()), List.of(), List.of(), refusals));

    assertEquals(
        List.of(
            "VACUUM FULL, for table public.orders1, table public.orders2, table public.orders3"
                + " and 2 more"),
        omitted(parts, Omission.NOT).stream().map(Omitted::what).toList());
  }

  @Test
  void namesTheOneGrantOnce() {
    var other =
        new Gap(
            Gap.Kind.NO_PRIVILEGE,
            "what workers do",
            "whether autovacuum is busy",
            "GRANT pg_monitor TO advisor");
    var survey = Sample.survey(new Coverage(1, 1, 3, List.of(Sample.noPrivilege(), other)));

    var gaps = omitted(parts(Sample.assessment(survey)), Omission.UNSEEN);

    assertEquals(
        List.of(
            Optional.empty(),
            Optional.of("GRANT pg_monitor TO advisor"),
            Optional.of("a survey of all databases")),
        gaps.stream().map(Omitted::remedy).toList());
  }

  @Test
  void tellsGapsThatAreAlikeTogether() {
    var gaps =
        IntStream.rangeClosed(1, 40)
            .mapToObj(number ->
                new Gap(Gap.Kind.DATABASE_NOT_VISITED, "tables of d" + number, "all of it", "look"))
            .toList();
    var cards =
        omitted(
            parts(Sample.assessment(Sample.survey(new Coverage(1, 41, 0, gaps)))), Omission.UNSEEN);

    assertEquals(
        List.of(
            new Omitted(
                Omission.UNSEEN,
                "tables of d1; tables of d2; tables of d3; tables of d4; tables of d5; and 35 more"
                    + " like these.",
                "This hides: all of it.",
                Optional.of("look"))),
        cards);
  }

  @Test
  void namesDatabasesThatWereNotVisited() {
    var gaps = omitted(parts(Sample.assessment(Sample.survey())), Omission.UNSEEN);

    assertEquals(
        List.of("1 database not visited: archive."), gaps.stream().map(Omitted::what).toList());
  }

  @Test
  void listsTheBiggestTablesFirstAndCountsTheOthers() {
    var small = Sample.table(20_001, "public", "small", 10);
    var large = Sample.table(20_002, "public", "large", 1280);
    var idle = Sample.table(20_003, "public", "idle", 10_000);
    var workloads =
        new Workloads(
            new Period.Between(Sample.NOW.minusSeconds(60), Sample.NOW),
            Map.of(
                small.key(), Sample.workload(WorkloadClass.INSERT_ONLY, Confidence.HIGH, "a", "b"),
                large.key(), Sample.workload(WorkloadClass.QUEUE_CHURN, Confidence.LOW),
                idle.key(), Sample.workload(WorkloadClass.IDLE, Confidence.HIGH)),
            Map.of(5L, Sample.workload(WorkloadClass.READ_HEAVY, Confidence.MEDIUM, "94 % reads")));
    var survey = Sample.survey(small, large, idle);

    var parts =
        new WorkloadSection(ReportOptions.standard(), new Naming(Evidence.of(survey)))
            .parts(survey, workloads)
            .toList();

    assertEquals(
        List.of(
            List.of("(database shop)", "", "likely read-heavy", "94 % reads"),
            List.of("public.large", "10 MB", "perhaps queue churn", ""),
            List.of("public.small", "80 kB", "insert-only", "a; b")),
        all(parts, Grid.class).getFirst().rows());
    assertEquals(List.of(new Paragraph("Idle: 1 table.")), all(parts, Paragraph.class));
  }

  @Test
  void saysHowManyFindingsAreHeldBack() {
    var assessment =
        Sample.assessment(Sample.survey(), Sample.held(), about(Severity.INFO, orders(1)));
    var selection = new Selection(List.of(), List.of(), Severity.WARNING);

    var parts = AssessmentReport.of(assessment, ReportOptions.standard().with(selection)).parts();

    assertEquals(1, all(parts, FindingCard.class).size());
    assertTrue(
        all(parts, Paragraph.class)
            .contains(new Paragraph("Not shown, because less severe than asked for: 1 finding.")));
  }

  private static Assessment tuned(int count) {
    return Assessments.of(
        Evidence.of(Sample.survey()),
        List.of(),
        IntStream.rangeClosed(1, count).mapToObj(each -> Sample.tune(orders(each))).toList(),
        List.of());
  }

  private static Finding about(Severity severity, Relation relation) {
    return Sample.finding(
        "threshold-too-high",
        severity,
        new Subject.OfRelation(relation),
        "Too many dead rows in " + relation.name().sql());
  }

  private static Relation orders(int number) {
    return Sample.table(20_000 + number, "public", "orders" + number, 1000);
  }

  private static List<Part> parts(Assessment assessment) {
    return AssessmentReport.of(assessment, ReportOptions.standard()).parts();
  }

  private static List<Omitted> omitted(List<Part> parts, Omission how) {
    return all(parts, Omitted.class).stream().filter(each -> each.how() == how).toList();
  }

  private static <T extends Part> List<T> all(List<Part> parts, Class<T> kind) {
    return parts.stream().filter(kind::isInstance).map(kind::cast).toList();
  }
}
