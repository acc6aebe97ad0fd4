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
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.Identifiers;

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
    var excerpt = evidence.survey().coverage().excerpt();
    if (excerpt.isPresent()) {
      boolean isShown = excerpt.get().shows(kind);
      if (!isShown || isAny(evidence, each -> isUnclear(each, evidence))) {
        return cannotTell(question, Why.NOT_COLLECTED, isShown);
      }
      return isAny(evidence, _ -> !excerpt.get().shows(Kind.TABLES))
          ? cannotTell(Question.TABLES, Why.NOT_COLLECTED, false)
          : clear();
    }
    if (!evidence.isServerSeen()) {
      return cannotTell(question, Why.NOT_COLLECTED, false);
    }
    return isAny(evidence, each -> mayHoldHidden(each, evidence))
        ? cannotTell(grant(evidence), Why.NO_PRIVILEGE, true)
        : clear();
  }

  /// Some were seen, but not what tells whether they hold it on purpose.
  Verdict cannotTell() {
    return cannotTell(question, Why.NOT_COLLECTED, true);
  }

  private boolean isAny(Evidence evidence, Predicate<Session> which) {
    return kind == Kind.SESSIONS
        && evidence.survey().horizonHolders().stream()
            .flatMap(each -> each instanceof Session session ? Stream.of(session) : Stream.empty())
            .anyMatch(which);
  }

  /// How long a session may hold it hangs on whether it is at work.
  private static boolean isUnclear(Session session, Evidence evidence) {
    return HeldSince.of(session, evidence.survey()).isEmpty()
        || session.backend().state().known().isEmpty();
  }

  /// A session that is hidden from our role, and dead rows that wait: whether one is because of the
  /// other cannot be told.
  private static boolean mayHoldHidden(Session session, Evidence evidence) {
    return session.backend().kind() == Backend.Kind.HIDDEN
        && HeldRows.isFarPast(HeldRows.within(session.reach(), evidence).pastThreshold(), evidence);
  }

  private static Question grant(Evidence evidence) {
    var role = evidence.survey().server().role().map(each -> Identifiers.quoted(each.name()));
    return Question.of("GRANT", role.or("CURRENT_USER"));
  }

  private static Verdict clear() {
    return new Verdict.Clear(new Subject.Cluster());
  }

  private static Verdict cannotTell(Question question, Why why, boolean hasGround) {
    return new Verdict.CannotTell(
        new Subject.Cluster(), List.of(new Asked(question.what(), null, why, question)), hasGround);
  }
}
