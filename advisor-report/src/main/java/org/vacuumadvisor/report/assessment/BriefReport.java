package org.vacuumadvisor.report.assessment;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// The first screen of an assessment: which server, how bad it is, and of each problem the cause,
/// the effect and what to do. The proof is in the whole report.
public final class BriefReport {
  /// Problems that are told, and others of which there is a line: so they fit a terminal.
  private static final int TOLD = 4;

  private static final int HEADLINES = 4;

  /// Lines of one problem that tell what follows from it, and things to do.
  private static final int EFFECTS = 2;

  private static final int STEPS = 2;

  /// Statements that ask for more.
  private static final int QUESTIONS = 2;

  /// Findings that are no problem.
  private static final int NOTES = 3;

  /// What was not shown and may matter.
  private static final int NOT_SHOWN = 3;

  /// Questions of which any row that was shown is an answer.
  private static final Map<Question, Excerpt.Kind> LISTS =
      Map.of(
          Question.SESSIONS, Excerpt.Kind.SESSIONS,
          Question.SLOTS, Excerpt.Kind.REPLICATION_SLOTS,
          Question.PREPARED, Excerpt.Kind.PREPARED_TRANSACTIONS,
          Question.STANDBYS, Excerpt.Kind.STANDBYS,
          Question.SETTINGS, Excerpt.Kind.SETTINGS);

  /// Runs that are told where no problem takes the room.
  private static final int STORIES = 4;

  private final Assessment whole;
  private final Assessment shown;
  private final Plan plan;
  private final Naming naming;
  private final List<Part.ProblemCard> cards;

  /// The questions and the steps of the cards before one: a report asks for little, and once.
  private final Set<Question> asked = new HashSet<>();

  private final Set<Recommendation> given = new HashSet<>();

  private BriefReport(Assessment whole, ReportOptions options) {
    this.whole = whole;
    this.shown = options.selection().of(whole);
    this.plan = shown.plan();
    this.naming = new Naming(whole.evidence());
    this.cards = shown.problems().stream().limit(TOLD).map(this::card).toList();
  }

  /// The verdict and the problems, with what to do.
  public static Report of(Assessment whole, ReportOptions options) {
    var brief = new BriefReport(whole, options);
    var evidence = whole.evidence();
    return new Report(
        Part.all(
                Origin.title(evidence),
                Stream.<Part>of(AssessmentReport.verdict(whole, brief.shown)),
                brief.problems(),
                brief.notes(),
                PlanSection.inBrief(brief.shown, brief.plan),
                brief.questions(),
                Part.paragraph(AssessmentReport.checked(whole).orElse("")),
                AssessmentReport.ignored(brief.shown),
                brief.stories(options),
                brief.statements(),
                runs(evidence, options),
                Origin.read(evidence),
                brief.below())
            .toList());
  }

  private Stream<Part> stories(ReportOptions options) {
    int most = Math.max(1, STORIES - shown.problems().size());
    return new StorySection(options).brief(whole.evidence(), most);
  }

  private static Stream<Part> runs(Evidence evidence, ReportOptions options) {
    return options.slowest() == 0
        ? Stream.empty()
        : evidence.history().stream()
            .flatMap(told -> new RunSection(evidence, options).parts(told, options.slowest()));
  }

  /// What is known is told where nothing has to be done, for it may be too early to judge, and of a
  /// part of the evidence in any case; of events with what they mean.
  private Stream<Part> notes() {
    return alike().limit(mostNotes()).map(this::note);
  }

  private int mostNotes() {
    boolean isProblem = whole.evidence().isReadWhole() && !shown.problems().isEmpty();
    return isProblem ? 0 : NOTES;
  }

  /// What is told, and of several that mean the same all together.
  private Stream<List<Finding>> alike() {
    return told()
        .collect(groupingBy(Finding::explanation, LinkedHashMap::new, toList()))
        .values()
        .stream();
  }

  private Part note(List<Finding> alike) {
    var first = alike.getFirst();
    var others = alike.size() - 1;
    var headline =
        Words.sentence(
            "Known: "
                + first.headline()
                + (others == 0 ? "" : ", and %,d like it".formatted(others)));
    return new Part.Paragraph(
        Shown.areEvents(whole.evidence())
            ? Words.joined(
                headline, first.explanation(), Objects.requireNonNullElse(first.surer(), ""))
            : headline);
  }

  private boolean isFine() {
    return whole.judgement().condition() == Condition.NOTHING_WRONG_SHOWN;
  }

  private Stream<Finding> told() {
    return shown.findings().stream()
        .filter(each -> each.severity() == Severity.INFO && !each.isQuestion())
        .filter(each -> !each.isAllClear() || !whole.evidence().isReadWhole())
        .filter(each -> !StorySection.tells(each, whole.evidence()));
  }

  private Stream<Part> problems() {
    var others =
        shown.problems().stream()
            .skip(TOLD)
            .map(each -> ProblemSection.headline(each, naming))
            .toList();
    return Part.all(
        cards.stream().map(BriefReport::shortened),
        others.isEmpty()
            ? Stream.empty()
            : Stream.of(new Part.Folded("Also:", others.stream().limit(HEADLINES).toList(), 0)),
        Part.paragraph(
            others.size() > HEADLINES
                ? "and %,d more in the details".formatted(others.size() - HEADLINES)
                : ""));
  }

  private static Part.ProblemCard shortened(Part.ProblemCard card) {
    return new Part.ProblemCard(
        card.severity(),
        card.figure(),
        card.headline(),
        card.effects(),
        card.steps().stream().map(each -> PlanSection.shortened(each, "statement below")).toList());
  }

  /// The statements that problems and the plan have no room for, and that tell what is missing.
  private Stream<Part> statements() {
    var asked =
        (plan.hasOrder() ? plan.steps() : List.<Plan.Step>of())
            .stream()
                .flatMap(each -> each.followed().limit(1))
                .filter(Recommendation::isQuestion)
                .map(each -> PlanSection.step(each, naming));
    return Stream.concat(asked, cards.stream().flatMap(each -> each.steps().stream()))
        .filter(each -> each.sql().filter(PlanSection::isLong).isPresent())
        .<Part>map(each ->
            new Part.StepList(
                each.title() + ":", List.of(new Part.Step(each.mark(), "", each.sql(), List.of()))))
        .distinct();
  }

  private Part.ProblemCard card(Problem problem) {
    var card = ProblemSection.card(problem, plan, naming);
    var effects =
        Stream.concat(
            problem.cause().evidence().stream()
                .filter(Fact::isEffect)
                .map(fact -> Names.capital("%s: %s".formatted(fact.label(), fact.value()))),
            card.effects().stream());
    return new Part.ProblemCard(
        card.severity(),
        card.figure(),
        card.headline(),
        effects.limit(EFFECTS).toList(),
        plan.hasOrder() || problem.recommendations().isEmpty() ? card.steps() : steps(problem));
  }

  private List<Part.Step> steps(Problem problem) {
    var all = problem.recommendations();
    var together =
        all.size() <= STEPS
            ? Optional.<Part.Step>empty()
            : PlanSection.together(all, Part.Step.ARROW, whole.evidence(), List.of());
    return together.map(List::of).orElseGet(() -> firstSteps(problem));
  }

  private List<Part.Step> firstSteps(Problem problem) {
    var first = problem.recommendations().stream().filter(this::isFirstOfFew).limit(STEPS).toList();
    var steps =
        new ArrayList<>(
            first.stream()
                .map(each ->
                    given.add(each) ? PlanSection.step(each, naming) : Part.Step.of("as above"))
                .toList());
    int rest = problem.recommendations().size() - first.size();
    if (rest > 0) {
      boolean areQuestions =
          problem.recommendations().stream()
              .filter(each -> !first.contains(each))
              .allMatch(Recommendation::isQuestion);
      var what = areQuestions ? "more question" : "more change";
      steps.add(Part.Step.of(Quantities.counted(rest, what) + " in the details"));
    }
    return steps;
  }

  private boolean isFirstOfFew(Recommendation each) {
    return !(each.remedy() instanceof Remedy.Ask ask)
        || (asked.size() < QUESTIONS && asked.add(ask.question()));
  }

  /// Of a text that tells nothing, what to bring instead; of events, what tells who is behind them.
  private Stream<Part> questions() {
    boolean isSilent = whole.judgement().condition() == Condition.NOTHING_TO_JUDGE;
    var steps =
        shown.recommendations().stream()
            .filter(each ->
                isSilent ? isInstead(each) : isFine() && each.remedy() instanceof Remedy.Inquire)
            .map(each -> PlanSection.step(each, naming))
            .toList();
    if (isSilent && steps.isEmpty()) {
      boolean isUnread = whole.evidence().unreadMatter().findAny().isPresent();
      var open = isUnread ? List.of(Question.TABLES) : whole.judgement().questions();
      steps = open.stream().limit(QUESTIONS).map(BriefReport::step).toList();
    }
    var title = isSilent ? "To judge it:" : "If it goes on:";
    return steps.isEmpty() ? Stream.empty() : Stream.of(new Part.StepList(title, steps));
  }

  /// What to bring instead of a text that tells nothing, to which nothing can be added.
  private static boolean isInstead(Recommendation each) {
    return each.remedy() instanceof Remedy.Act
        && each.because().equals(List.of(Finding.NEED_MORE_DATA));
  }

  private static Part.Step step(Question question) {
    return question.isSql()
        ? Part.Step.of(question.what(), question.ask())
        : Part.Step.of(question.ask());
  }

  /// What was not seen, and where there is more.
  private Stream<Part> below() {
    return Part.all(
        Part.paragraph(whoMay()),
        Part.paragraph(BlindSpotSection.inBrief(whole.evidence().survey())),
        Part.paragraph(notShown()),
        Part.paragraph(more()));
  }

  /// Who looks with few rights is refused what others have to run.
  private String whoMay() {
    var role = whole.evidence().survey().server().role().known();
    return role.filter(each -> !each.superuser() && hasStatements())
        .map(each ->
            "What %s may not run takes the owner of the table, or a superuser."
                .formatted(each.name()))
        .orElse("");
  }

  private boolean hasStatements() {
    return shown.recommendations().stream()
        .anyMatch(each -> each.sql().isPresent() && !each.isQuestion());
  }

  /// In a line, what was not shown and may matter.
  private String notShown() {
    var what =
        whole.judgement().questions().stream()
            .filter(each -> !LISTS.containsKey(each) || !whole.evidence().shows(LISTS.get(each)))
            .map(Question::what)
            .distinct()
            .limit(NOT_SHOWN)
            .toList();
    return what.isEmpty() || !isFine() || whole.evidence().survey().coverage().hasFailedReads()
        ? ""
        : "Not shown: %s. --verbose says what would show it.".formatted(String.join(", ", what));
  }

  private String more() {
    long notes = alike().skip(mostNotes()).count();
    var details = notes > 0 ? "Details, and " + Quantities.counted(notes, "note") : "Details";
    var parts = new ArrayList<>(List.of(details + ": --verbose"));
    if (hasStatements()) {
      parts.add("SQL script: --format sql");
    }
    if (shown.findings().stream().anyMatch(each -> each.id().equals(Finding.NEED_MORE_DATA))
        && whole.evidence().isServerSeen()
        && whole.evidence().survey().coverage().excerpt().isEmpty()) {
      parts.add("Two looks, a minute apart: --sample 60s");
    }
    return String.join(" · ", parts);
  }
}
