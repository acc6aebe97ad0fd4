package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.assessment.WhyNotJudged;

/// How a cluster was judged.
///
/// @param basis the newest evidence that counts
/// @param failure why the last look saw nothing; empty where it saw the server, or nobody looked
/// @param isStale whether nobody looked for too long to tell how it is now
/// @param told what the evidence told, whatever its age; of what time it is, is not known where it
///   was never seen, or its logs have no times
public record ClusterVerdict(
    String cluster, Basis basis, Optional<String> failure, boolean isStale, Told told) {

  /// What one kind of evidence told of a cluster.
  ///
  /// @param time of the last of it; empty where logs have no times
  /// @param notJudged what could not be seen where no verdict was reached
  /// @param worst of all findings; a note is no problem
  /// @param problems the worst first
  public record Told(
      Optional<Instant> time,
      Condition condition,
      Optional<String> notJudged,
      Optional<Severity> worst,
      List<ToldProblem> problems) {
    /// There is no evidence.
    static final Told NOTHING =
        new Told(
            Optional.empty(),
            Condition.NOTHING_TO_JUDGE,
            Optional.empty(),
            Optional.empty(),
            List.of());

    public Told {
      problems = List.copyOf(problems);
    }

    static Told nothing(Optional<Instant> time, String why) {
      return new Told(
          time, Condition.NOTHING_TO_JUDGE, Optional.of(why), Optional.empty(), List.of());
    }

    /// The same with more findings.
    Told plus(Told more) {
      return new Told(
          time,
          condition,
          notJudged,
          Stream.concat(worst.stream(), more.worst.stream()).min(Severity::compareTo),
          Stream.concat(problems.stream(), more.problems.stream()).toList());
    }

    static Told of(Assessment assessment, Optional<Instant> time) {
      return new Told(
          time,
          assessment.judgement().condition(),
          WhyNotJudged.of(assessment),
          assessment.worst(),
          assessment.problems().stream().map(ToldProblem::of).toList());
    }
  }

  /// What a cluster was judged by.
  public enum Basis {
    SURVEY,
    LOGS,
    /// There is neither.
    NOTHING
  }

  /// The worst first.
  public List<ToldProblem> problems() {
    return told.problems();
  }

  /// The severity of the worst finding; empty where there is none.
  public Optional<Severity> worst() {
    return Stream.concat(told.worst().stream(), problems().stream().map(ToldProblem::severity))
        .min(Severity::compareTo);
  }

  /// The verdict that holds: an emergency until somebody sees that it is over; anything else only
  /// as long as the evidence is fresh.
  public Condition condition() {
    return isUnseen() && told.condition() != Condition.ACT_NOW
        ? Condition.NOTHING_TO_JUDGE
        : told.condition();
  }

  /// Whether nobody knows how it is now.
  public boolean isUnseen() {
    return isStale || failure.isPresent();
  }

  /// How many problems there are of a severity.
  public long count(Severity severity) {
    return problems().stream().filter(each -> each.severity() == severity).count();
  }

  /// The verdict in words.
  public String words() {
    var unseen = failure.isPresent() ? "could not be seen" : "not seen lately";
    if (!isUnseen() || (basis == Basis.NOTHING && failure.isEmpty())) {
      return judgedInWords();
    }
    return told.condition() == Condition.ACT_NOW ? judgedInWords() + ", " + unseen : unseen;
  }

  /// What the evidence told, whatever its age.
  public String judgedInWords() {
    return told.condition().name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (basis == Basis.LOGS ? " (by its logs)" : "");
  }
}
