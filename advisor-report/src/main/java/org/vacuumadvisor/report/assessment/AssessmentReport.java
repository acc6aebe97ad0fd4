package org.vacuumadvisor.report.assessment;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Numbers;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.report.assessment.RecommendationSection.RefusalSection;
import org.vacuumadvisor.unit.Quantities;

/// An assessment told: what is the matter and what to do, then its proof, the recommendations in
/// full, what not to do, and what could not be seen, in this order.
public final class AssessmentReport {
  /// As many as fit beside the charts; the window lists them all.
  private static final int NEXT = 8;

  private static final int IGNORED = 5;

  private AssessmentReport() {}

  public static Report of(Assessment whole, ReportOptions options) {
    var assessment = options.selection().of(whole);
    var plan = assessment.plan();
    var naming = new Naming(whole.evidence());
    return new Report(
        title(whole.evidence(), naming),
        Part.all(
                Origin.title(whole.evidence()),
                Stream.<Part>of(verdict(whole, assessment)),
                ProblemSection.parts(assessment.problems(), plan, naming),
                PlanSection.whole(assessment, plan, options),
                new StorySection(options).whole(whole.evidence()),
                Part.paragraph(checked(whole).orElse("")),
                ignored(assessment),
                Origin.read(whole.evidence()))
            .toList(),
        Part.all(
                new FindingSection(options, naming).parts(assessment.findings()),
                omitted(whole, options),
                new RecommendationSection(options, headlines(assessment), plan)
                    .parts(assessment.recommendations()),
                new ChartSection(options, naming).parts(whole.evidence()),
                LiveReport.next(whole.evidence(), NEXT),
                numbers(whole),
                whole.evidence().history().stream()
                    .flatMap(told ->
                        new RunSection(whole.evidence(), options).parts(told, options.slowest())),
                new WorkloadSection(options, naming)
                    .parts(whole.evidence().survey(), whole.evidence().workloads()),
                new RefusalSection(options, naming).parts(assessment.notRecommended()),
                BlindSpotSection.parts(whole.evidence().survey()))
            .toList());
  }

  /// What a healthy server was examined for; empty where it is not healthy, or nothing was counted.
  public static Optional<String> checked(Assessment whole) {
    return whole.judgement().condition() == Condition.HEALTHY
        ? whole.findings().stream()
            .filter(Finding::isAllClear)
            .findFirst()
            .map(finding ->
                "Checked: %s.%s"
                    .formatted(
                        finding.evidence().stream()
                            .filter(fact -> fact.provenance() == null)
                            .map(fact -> "%s: %s".formatted(fact.label(), fact.value()))
                            .collect(Collectors.joining("; ")),
                        finding.surer() == null ? "" : " " + finding.explanation()))
        : Optional.empty();
  }

  /// What the runs that tell most did, so many at most.
  public static List<Part> stories(Assessment whole, int most, ReportOptions options) {
    return new StorySection(options).brief(whole.evidence(), most).toList();
  }

  /// Some recommendations of an assessment, such as those that answer one problem, by their numbers
  /// in the plan.
  public static List<Part> recommendations(
      Assessment whole, List<Recommendation> some, ReportOptions options) {
    return new RecommendationSection(options, headlines(whole), whole.plan())
        .parts(some)
        .filter(part -> !(part instanceof Part.Heading))
        .toList();
  }

  private static String title(Evidence evidence, Naming naming) {
    return evidence.isServerSeen()
        ? "VACUUM in %s of PostgreSQL %s"
            .formatted(naming.surveyedInShort(), evidence.survey().server().release().major())
        : "VACUUM by the logs of " + evidence.history().orElse(History.EMPTY).releases();
  }

  private static Set<String> headlines(Assessment assessment) {
    return assessment.findings().stream()
        .map(each -> Words.sentence(each.headline()))
        .collect(Collectors.toSet());
  }

  /// The verdict is on everything, whatever part of it is shown; with what to do first, so that
  /// nobody has to read on for it.
  public static Part.Verdict verdict(Assessment whole, Assessment shown) {
    return switch (whole.judgement().condition()) {
      case HEALTHY, NOTHING_WRONG_SHOWN -> new Part.Verdict(Optional.empty(), lead(whole));
      case NOTHING_TO_JUDGE -> new Part.Verdict(whole.worst(), lead(whole));
      case ACT_NOW, NEEDS_ATTENTION ->
          new Part.Verdict(whole.worst(), Words.joined(lead(whole), first(shown)));
    };
  }

  /// Where nothing is to be done, what to look at, or why to leave it.
  private static String first(Assessment shown) {
    var plan = shown.plan();
    return plan.steps().stream()
        .flatMap(Plan.Step::followed)
        .map(Recommendation::first)
        .findFirst()
        .or(() ->
            shown.judgement().questions().stream().findFirst().map(each -> "Show " + each.what()))
        .or(() ->
            plan.notNow().stream()
                .filter(_ -> shown.judgement().condition() != Condition.ACT_NOW)
                .filter(
                    each -> each.answers().stream().flatMap(Finding::holders).findAny().isEmpty())
                .findFirst()
                .map(each -> "Leave it: " + each.why()))
        .map(each -> Words.sentence("First: " + each))
        .orElse("First: read the details, for no statement helps.");
  }

  private static String lead(Assessment whole) {
    return switch (whole.judgement().condition()) {
      case ACT_NOW, NEEDS_ATTENTION ->
          "%s: %s."
              .formatted(
                  whole.judgement().condition().inWords(),
                  Words.counted(whole.problems().stream().map(Problem::severity)));
      case HEALTHY ->
          whole.evidence().survey().coverage().hasFailedReads()
              ? "Healthy as far as it was seen: nothing needs changing there."
              : "Healthy: nothing needs changing.";
      case NOTHING_WRONG_SHOWN ->
          "%s: %s."
              .formatted(
                  Shown.areEvents(whole.evidence())
                      ? "Nothing lasting in what was shown"
                      : whole.judgement().condition().inWords(),
                  Shown.of(whole.evidence()));
      case NOTHING_TO_JUDGE -> Words.sentence("Nothing to judge: " + Words.missing(whole));
    };
  }

  /// What the owner of the server has decided to ignore: each is counted, none vanishes.
  static Stream<Part> ignored(Assessment assessment) {
    var ignored = assessment.ignored();
    return Stream.concat(
        ignored.stream().limit(IGNORED).map(each -> new Part.Paragraph(each.inWords())),
        Part.paragraph(
            ignored.size() > IGNORED
                ? "And %s that rules to ignore are about."
                    .formatted(Quantities.counted(ignored.size() - (long) IGNORED, "more finding"))
                : ""));
  }

  private static Stream<Part> omitted(Assessment whole, ReportOptions options) {
    var selection = options.selection();
    var omitted =
        selection.ofAnySeverity().of(whole).findings().size()
            - selection.of(whole).findings().size();
    return Part.paragraph(
        omitted == 0
            ? ""
            : "Not shown, because less severe than asked for: %s."
                .formatted(Quantities.counted(omitted, "finding")));
  }

  /// The numbers of the server's settings: those to change first, those that take a restart apart,
  /// and why the others may stay.
  private static Stream<Part> numbers(Assessment whole) {
    return Part.section(
        "Settings of the server",
        Rows.of(Numbers.of(whole).byEffort().stream())
            .text("setting", line -> line.setting().parameter())
            .text("now", Numbers.Line::now)
            .text(
                "should be",
                line ->
                    line.wanted()
                        .map(value -> line.needsRestart() ? value + " (restart)" : value)
                        .orElse("as it is"))
            .text("because", Numbers.Line::because)
            .ifAny());
  }
}
