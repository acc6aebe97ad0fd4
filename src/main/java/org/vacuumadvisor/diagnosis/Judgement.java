package org.vacuumadvisor.diagnosis;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Run;

/// The verdict on a server, and what it would take to be certain of it.
///
/// @param questions what would settle most of what is open, the most telling first
public record Judgement(Condition condition, List<Question> questions) {
  /// Without an answer of these nobody can say that cleanup works: who blocks it, whether it runs,
  /// whether it comes in time, and whether writes go on.
  private static final List<String> ESSENTIAL =
      List.of(
          "xmin-held-by-transaction",
          "xmin-held-by-prepared",
          "xmin-held-by-slot",
          "autovacuum-disabled",
          "threshold-too-high",
          "wraparound-near");

  private static final Set<Question> HOLDERS =
      Set.of(Question.SESSIONS, Question.PREPARED, Question.SLOTS, Question.STANDBYS);

  /// What tells how a server is set up, and not how it is.
  private static final Set<Excerpt.Kind> SET = Set.of(Excerpt.Kind.SERVER, Excerpt.Kind.SETTINGS);

  private static final int MAX_QUESTIONS = 5;

  public Judgement {
    questions = List.copyOf(questions);
  }

  /// The verdict that follows from what the rules said.
  ///
  /// @param said without a last word of whether that is enough
  public static Judgement of(Examination said, Evidence evidence) {
    return new Judgement(condition(said, evidence), questions(said, evidence));
  }

  private static Condition condition(Examination said, Evidence evidence) {
    var worst = said.findings().stream().map(Finding::severity).min(Comparator.naturalOrder());
    if (worst.filter(each -> each != Severity.INFO).isPresent()) {
      return worst.get() == Severity.CRITICAL ? Condition.ACT_NOW : Condition.NEEDS_ATTENTION;
    }
    if (tellsNothing(said, evidence)) {
      return Condition.NOTHING_TO_JUDGE;
    }
    boolean isWhole =
        evidence.isReadWhole() && ESSENTIAL.stream().noneMatch(said.open()::containsKey);
    return isWhole ? Condition.HEALTHY : Condition.NOTHING_WRONG_SHOWN;
  }

  /// Whether there is nothing that a rule could be about: a server whose tables nobody may see, a
  /// text that shows neither figure nor run nor message. What was not understood of vacuum's matter
  /// may be the opposite of all else, and so may what is cut off behind the headings of all runs.
  private static boolean tellsNothing(Examination said, Evidence evidence) {
    if (evidence.isReadWhole()) {
      return hasNoTables(evidence);
    }
    var told = evidence.history().filter(History::tellsOfRuns);
    var setUp = told.isEmpty() ? Set.of(Excerpt.Kind.SERVER) : SET;
    return evidence.unreadMatter().findAny().isPresent()
        || (evidence.areTablesEmpty() && isOfTables(evidence))
        || (told.filter(each -> !each.isOfHeadings()).isEmpty()
            && said.findings().stream().allMatch(Finding::isQuestion)
            && evidence.machinery().vacuums().isEmpty()
            && evidence.excerpt().filter(each -> !setUp.containsAll(each.shown())).isEmpty());
  }

  /// Whether a text shows of a server no more than its tables and how it is set up.
  private static boolean isOfTables(Evidence evidence) {
    return evidence.excerpt().stream()
        .flatMap(each -> each.shown().stream())
        .allMatch(each -> each == Excerpt.Kind.TABLES || SET.contains(each));
  }

  /// Whether the tables could not be read: a database without catalogs does not exist, and where no
  /// table is known no rule lacks a figure of one.
  private static boolean hasNoTables(Evidence evidence) {
    return evidence.survey().relations().isEmpty()
        && evidence.survey().coverage().gaps().stream().anyMatch(gap -> gap.kind().isUnanswered());
  }

  /// Of a server that was read whole, only what bears on the verdict; of pasted figures and logs,
  /// what would settle what somebody showed a part of.
  private static List<Question> questions(Examination said, Evidence evidence) {
    Map<Question, Long> weights = new LinkedHashMap<>();
    said.open()
        .forEach((rule, open) -> {
          boolean hasGround = open.stream().anyMatch(Verdict.CannotTell::hasGround);
          long weight = (ESSENTIAL.contains(rule) ? 1_000L : 1L) * (hasGround ? 100L : 1L);
          if (weight > 1 && (!evidence.isReadWhole() || ESSENTIAL.contains(rule))) {
            open.stream()
                .flatMap(each -> each.lacks().stream())
                .map(asked -> together(asked.settledBy()))
                .distinct()
                .forEach(question -> weights.merge(question, weight, Long::sum));
          }
        });
    var answers =
        weights.entrySet().stream()
            .sorted(
                Map.Entry.<Question, Long>comparingByValue()
                    .reversed()
                    .thenComparing(Map.Entry::getKey, Comparator.comparing(Question::what)))
            .map(Map.Entry::getKey);
    return Stream.concat(unasked(evidence), answers)
        .filter(each -> !isToldByRuns(each, evidence))
        .distinct()
        .limit(MAX_QUESTIONS)
        .toList();
  }

  /// Whether vacuums that are shown say it: how many rows are dead, and, where none had to stay and
  /// no cutoff stood still, that nobody blocks cleanup.
  private static boolean isToldByRuns(Question question, Evidence evidence) {
    var last = evidence.isReadWhole() ? List.<Run>of() : evidence.lastVacuums();
    return !last.isEmpty()
        && (question.equals(Question.TABLES)
            || (HOLDERS.contains(question)
                && last.stream().noneMatch(KeptRows::isStandingStill)
                && last.stream()
                    .map(each -> each.outcome().tuples().deadNotRemovable())
                    .allMatch(each -> each != null && each == 0)));
  }

  /// Where no table is known, no rule can lack a figure of one.
  private static Stream<Question> unasked(Evidence evidence) {
    if (evidence.isReadWhole() && hasNoTables(evidence)) {
      return Stream.of(Question.TABLES);
    }
    return evidence.isReadWhole() || evidence.tables().findAny().isPresent()
        ? Stream.empty()
        : Stream.of(Question.TABLES, Question.SESSIONS);
  }

  /// One statement shows all settings.
  private static Question together(Question question) {
    return question.view().equals(Question.SETTINGS.view()) ? Question.SETTINGS : question;
  }
}
