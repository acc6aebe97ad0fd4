package org.vacuumadvisor.fleet.judged;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;

/// How a cluster was judged.
///
/// @param basis the newest evidence that counts
/// @param failure why the last look saw nothing; empty where it saw the server, or nobody looked
/// @param isStale whether nobody looked for too long to tell how it is now
/// @param judged what the evidence told, whatever its age
/// @param notJudged why it could not be judged, where it could not
/// @param time of the newest evidence; empty where it was never seen, or its logs have no times
/// @param worst of all findings; empty where there are none
/// @param problems the worst first
public record ClusterVerdict(
    String cluster,
    Basis basis,
    Optional<String> failure,
    boolean isStale,
    Condition judged,
    Optional<String> notJudged,
    Optional<Instant> time,
    Optional<Severity> worst,
    List<ToldProblem> problems) {

  /// What a cluster was judged by.
  public enum Basis {
    SURVEY,
    LOGS,
    /// There is neither.
    NOTHING
  }

  private static final List<Condition> WORST_FIRST =
      List.of(
          Condition.ACT_NOW,
          Condition.NEEDS_ATTENTION,
          Condition.NOTHING_TO_JUDGE,
          Condition.NOTHING_WRONG_SHOWN,
          Condition.HEALTHY);

  public ClusterVerdict {
    problems = List.copyOf(problems);
  }

  /// The verdict that holds: an emergency until somebody sees that it is over; anything else only
  /// as long as the evidence is fresh.
  public Condition condition() {
    return isUnseen() && judged != Condition.ACT_NOW ? Condition.NOTHING_TO_JUDGE : judged;
  }

  /// The verdict on several: healthy only if each was seen and is, and the archive is whole. Empty
  /// where there are none.
  public static Optional<Condition> together(List<ClusterVerdict> all, boolean isWhole) {
    return all.stream()
        .map(ClusterVerdict::condition)
        .map(each -> !isWhole && each == Condition.HEALTHY ? Condition.NOTHING_WRONG_SHOWN : each)
        .min(Comparator.comparingInt(WORST_FIRST::indexOf));
  }

  /// Whether nobody knows how it is now.
  public boolean isUnseen() {
    return isStale || failure.isPresent();
  }

  /// How many problems there are of a severity.
  public long count(Severity severity) {
    return problems.stream().filter(each -> each.severity() == severity).count();
  }

  /// The verdict in words.
  public String words() {
    var unseen = failure.isPresent() ? "could not be seen" : "not seen lately";
    if (!isUnseen() || (basis == Basis.NOTHING && failure.isEmpty())) {
      return judgedInWords();
    }
    return judged == Condition.ACT_NOW ? judgedInWords() + ", " + unseen : unseen;
  }

  /// What the evidence told, whatever its age.
  public String judgedInWords() {
    return judged.name().toLowerCase(Locale.ROOT).replace('_', ' ')
        + (basis == Basis.LOGS ? " (by its logs)" : "");
  }
}
