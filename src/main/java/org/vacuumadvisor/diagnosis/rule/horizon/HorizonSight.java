package org.vacuumadvisor.diagnosis.rule.horizon;

import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.vacuumadvisor.action.HeldSince;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Asked;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.HorizonHolder.Session;

/// Whether those who can hold the horizon were seen, so that finding none of them means that there
/// is none.
///
/// @param kind what shows them
/// @param question what would show them
record HorizonSight(Kind kind, Question question) {
  static final HorizonSight SESSIONS = new HorizonSight(Kind.SESSIONS, Question.SESSIONS);
  static final HorizonSight PREPARED =
      new HorizonSight(Kind.PREPARED_TRANSACTIONS, Question.PREPARED);
  static final HorizonSight SLOTS = new HorizonSight(Kind.REPLICATION_SLOTS, Question.SLOTS);

  /// The findings; where there are none, whether that is known.
  Stream<Verdict> verdicts(List<Finding> findings, Evidence evidence) {
    return findings.isEmpty()
        ? Stream.of(withoutFinding(evidence))
        : findings.stream().map(each -> each);
  }

  private Verdict withoutFinding(Evidence evidence) {
    var excerpt = evidence.excerpt();
    if (excerpt.isPresent()) {
      boolean isShown = excerpt.get().shows(kind);
      if (!isShown || isAny(evidence, each -> isUnclear(each, evidence))) {
        return cannotTell(question, isShown);
      }
      return isAny(evidence, _ -> !excerpt.get().shows(Kind.TABLES))
          ? cannotTell(Question.TABLES, false)
          : clear();
    }
    if (!evidence.isServerSeen()) {
      return cannotTell(question, false);
    }
    // what vacuums left behind is told of the sessions themselves: the rest may just wait for one
    boolean isOpen =
        sessions(evidence)
            .filter(each -> each.backend().isAnonymous())
            .map(Session::reach)
            .distinct()
            .map(reach -> HeldRows.within(reach, evidence))
            .flatMap(rows -> Stream.of(rows.pastThreshold(), rows.unvisited()))
            .anyMatch(some -> HeldRows.isFarPast(some, evidence));
    var grant = Question.of("GRANT", evidence.survey().server().grantee());
    return isOpen ? cannotTell(grant, true) : clear();
  }

  /// Some were seen, but not what tells whether they hold it on purpose.
  Verdict cannotTell() {
    return cannotTell(question, true);
  }

  private boolean isAny(Evidence evidence, Predicate<Session> which) {
    return sessions(evidence).anyMatch(which);
  }

  private Stream<Session> sessions(Evidence evidence) {
    return evidence.holders().stream()
        .filter(_ -> kind == Kind.SESSIONS)
        .flatMap(each -> each instanceof Session session ? Stream.of(session) : Stream.empty());
  }

  /// How long a session may hold it hangs on whether it is at work.
  private static boolean isUnclear(Session session, Evidence evidence) {
    return HeldSince.of(session, evidence.survey()).isEmpty()
        || session.backend().state().known().isEmpty();
  }

  private static Verdict clear() {
    return new Verdict.Clear(new Subject.Cluster());
  }

  private static Verdict cannotTell(Question question, boolean hasGround) {
    return new Verdict.CannotTell(
        new Subject.Cluster(), List.of(new Asked(question.what(), null, question)), hasGround);
  }
}
