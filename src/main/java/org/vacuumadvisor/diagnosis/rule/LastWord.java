package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Judgement;
import org.vacuumadvisor.diagnosis.rule.horizon.XminHeld;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt.Kind;

/// The finding that stands where no rule found anything wrong: that nothing needs doing, or what
/// was not shown. It is no rule, for it rests on what the rules said.
final class LastWord {
  private LastWord() {}

  /// Empty where something was found, or somebody has said it already.
  static Optional<Finding> on(Judgement judgement, Examination said, Evidence evidence) {
    return switch (judgement.condition()) {
      case ACT_NOW, NEEDS_ATTENTION -> Optional.empty();
      case HEALTHY ->
          said.findings().stream().anyMatch(Finding::isAllClear)
              ? Optional.empty()
              : XminHeld.perhaps(evidence).or(() -> Optional.of(Healthy.finding(evidence)));
      case NOTHING_WRONG_SHOWN, NOTHING_TO_JUDGE ->
          XminHeld.perhaps(evidence)
              .or(() ->
                  said.findings().stream().anyMatch(Finding::isQuestion)
                      ? Optional.empty()
                      : Optional.of(
                          evidence.areTablesEmpty()
                              ? empty()
                              : notShown(withHolders(judgement.questions(), evidence))));
    };
  }

  /// The rules about old snapshots do not ask for sessions that nobody showed.
  private static List<Question> withHolders(List<Question> open, Evidence evidence) {
    return open.isEmpty()
            || open.contains(Question.SESSIONS)
            || evidence.excerpt().filter(each -> !each.shows(Kind.SESSIONS)).isEmpty()
        ? open
        : Stream.concat(open.stream(), Stream.of(Question.SESSIONS)).toList();
  }

  private static Finding empty() {
    return new NeedMoreData()
        .info("No table that was shown has rows, so those in question are not among them")
        .explained("empty")
        .ask(Question.TABLES)
        .build();
  }

  private static Finding notShown(List<Question> open) {
    var questions = open.isEmpty() ? List.of(Question.TABLES, Question.SESSIONS) : open;
    return new NeedMoreData()
        .info(
            "What was shown lacks "
                + questions.stream().map(Question::what).collect(Collectors.joining(", ")))
        .explained("lacking")
        .asking(questions)
        .build();
  }
}
