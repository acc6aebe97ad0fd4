package org.vacuumadvisor.model;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How much of the server the survey saw. Shown in every report: what we could not read, we say.
///
/// @param databasesSurveyed how many databases' relations were read
/// @param databases how many the cluster has, templates without connections not counted
/// @param hiddenSessions sessions of other roles whose state we may not see
/// @param seen whether the server itself was read, or figures of it were shown: else only its logs
///   speak of it
/// @param part what the survey was pieced together from; null where the server itself was read, and
///   what is not in the survey does not exist
public record Coverage(
    int databasesSurveyed,
    int databases,
    int hiddenSessions,
    List<Gap> gaps,
    boolean seen,
    @Nullable Excerpt part) {
  /// Of a server that nobody looked at.
  public static final Coverage NONE = new Coverage(0, 0, 0, List.of(), false, null);

  public Coverage {
    gaps = List.copyOf(gaps);
  }

  /// The coverage of a server that was read itself.
  public Coverage(int databasesSurveyed, int databases, int hiddenSessions, List<Gap> gaps) {
    this(databasesSurveyed, databases, hiddenSessions, gaps, true, null);
  }

  /// Whether something that was asked for could not be read: what is said of the rest is not said
  /// of all.
  public boolean hasFailedReads() {
    return gaps.stream()
        .map(Gap::kind)
        .anyMatch(kind -> kind.isUnanswered() || kind == Gap.Kind.DATABASE_NOT_VISITED);
  }

  /// What the survey rests on, if it is not the server itself. Empty where nothing was understood
  /// in it.
  public Optional<Excerpt> excerpt() {
    return pasted().filter(Excerpt::tellsAnything);
  }

  /// The same, be there any figure in it or not: it tells what was not understood.
  public Optional<Excerpt> pasted() {
    return Optional.ofNullable(part);
  }

  /// The same with one more gap.
  public Coverage plus(Gap gap) {
    var more = new ArrayList<>(gaps);
    more.add(gap);
    return new Coverage(databasesSurveyed, databases, hiddenSessions, more, seen, part);
  }

  /// The same of an excerpt.
  public Coverage of(Excerpt excerpt) {
    return new Coverage(
        databasesSurveyed, databases, hiddenSessions, gaps, excerpt.tellsAnything(), excerpt);
  }
}
