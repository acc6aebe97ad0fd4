package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A session whose snapshot or transaction ID is old: vacuum must keep every row version that died
/// since. A session that is idle in transaction but holds neither is no finding: it pins nothing.
final class XminHeldByTransaction implements Rule {
  /// An application that pauses this long inside a transaction is not between two statements.
  private static final Duration IDLE_TOLERATED = Duration.ofSeconds(10);

  /// The same, where tables are already past their thresholds.
  private static final Duration IDLE_TOLERATED_WITH_DEAD_ROWS = Duration.ofSeconds(5);

  /// A transaction at work, where a vacuum has already come in vain.
  private static final Duration BUSY_TOLERATED_WITH_PROOF = Duration.ofSeconds(30);

  /// Autovacuum comes to a database about once in `autovacuum_naptime`, a minute by default: what
  /// holds longer is in its way.
  private static final Duration LONG = Duration.ofMinutes(1);

  @Override
  public String id() {
    return "xmin-held-by-transaction";
  }

  @Override
  public Stream<Finding> examine(Situation situation) {
    if (isHarmlessStandby(situation)) {
      return Stream.empty();
    }
    return situation.survey().horizonHolders().stream()
        .flatMap(holder -> holder instanceof Session session ? Stream.of(session) : Stream.empty())
        .filter(session -> !session.backendType().or("").equals("autovacuum worker"))
        .map(session -> HorizonCase.of(session, session.since().known(), situation))
        .sorted(Comparator.comparing((HorizonCase each) -> each.holder().age()).reversed())
        .flatMap(each -> finding((Session) each.holder(), each).stream());
  }

  /// Sessions of a standby reach the primary only through feedback.
  private static boolean isHarmlessStandby(Situation situation) {
    return situation.survey().server().standby()
        && !situation.survey().settings().boolOrDefault(Setting.HOT_STANDBY_FEEDBACK);
  }

  private Optional<Finding> finding(Session session, HorizonCase each) {
    return severity(session, each)
        .map(severity ->
            new Finding(
                id(),
                severity,
                each.subject(),
                headline(session, each),
                each.evidence(facts(session), source(session)),
                explanation(session, each),
                confidence(session, each),
                session.since().known().isPresent()
                    ? null
                    : "Membership in pg_monitor shows since when the transaction is open.",
                List.of(new Remedy.EndSession(session))));
  }

  private static Optional<Severity> severity(Session session, HorizonCase each) {
    if (session.since().known().isEmpty()) {
      return ofHidden(session, each);
    }
    boolean anyPast = !each.rows().pastThreshold().isEmpty();
    if (!each.heldFor(isIdle(session) ? idleTolerated(anyPast) : busyTolerated(each))) {
      return Optional.empty();
    }
    boolean harms = anyPast || session.age().exceeds(HorizonCase.OLD);
    boolean isLong = each.heldFor(LONG);
    return Optional.of(each.severity(harms && isLong ? Severity.WARNING : Severity.ADVICE));
  }

  private static Duration idleTolerated(boolean anyPastThreshold) {
    return anyPastThreshold ? IDLE_TOLERATED_WITH_DEAD_ROWS : IDLE_TOLERATED;
  }

  private static Duration busyTolerated(HorizonCase each) {
    return each.rows().inVain().isEmpty() ? LONG : BUSY_TOLERATED_WITH_PROOF;
  }

  /// Without the right to see since when, only its age and the dead rows speak. A snapshot that is
  /// as old as another's running transaction may be brand-new: that other one holds it.
  private static Optional<Severity> ofHidden(Session session, HorizonCase each) {
    if (!session.writer() && isExplainedByWriter(session, each.situation())) {
      return Optional.empty();
    }
    if (each.blocksFreezing()) {
      return Optional.of(Severity.CRITICAL);
    }
    if (session.age().exceeds(HorizonCase.OLD)) {
      return Optional.of(Severity.WARNING);
    }
    return each.rows().isFarPast(each.situation())
        ? Optional.of(Severity.ADVICE)
        : Optional.empty();
  }

  private static boolean isExplainedByWriter(Session session, Situation situation) {
    return situation.survey().horizonHolders().stream()
        .filter(other -> !other.equals(session) && assignsXid(other))
        .anyMatch(other -> other.age().compareTo(session.age()) >= 0);
  }

  private static boolean assignsXid(HorizonHolder holder) {
    return switch (holder) {
      case Session other -> other.writer();
      case PreparedTransaction _ -> true;
      case HorizonHolder.Slot _, HorizonHolder.Standby _, HorizonHolder.DeferredCleanup _ -> false;
    };
  }

  private static boolean isIdle(Session session) {
    return session.state().or("").startsWith("idle in transaction");
  }

  private static String headline(Session session, HorizonCase each) {
    var who = "Session %d (%s)".formatted(session.pid(), who(session));
    var time = each.held().map(Quantities::duration);
    if (time.isEmpty()) {
      return who + " may keep dead rows from being removed in " + each.reachInWords();
    }
    var does = isIdle(session) ? "sits idle in a transaction" : "works in a transaction";
    return "%s %s open for %s and keeps dead rows from being removed in %s"
        .formatted(who, does, time.get(), each.reachInWords());
  }

  private static String who(Session session) {
    var user = session.user().isEmpty() ? "background process" : "user " + session.user();
    return session.application().isEmpty() ? user : user + ", " + session.application();
  }

  private static List<Fact> facts(Session session) {
    var facts = new ArrayList<Fact>();
    session
        .state()
        .known()
        .ifPresent(state -> facts.add(Fact.observed("state", state, "pg_stat_activity.state")));
    facts.add(
        Fact.observed(
            "holds",
            session.writer() ? "a transaction ID: it has written" : "a snapshot",
            "pg_stat_activity." + (session.writer() ? "backend_xid" : "backend_xmin")));
    facts.add(
        Fact.threshold(
            "tolerated",
            "%s idle in transaction, %s otherwise"
                .formatted(Quantities.duration(IDLE_TOLERATED), Quantities.duration(LONG)),
            CONVENTION,
            "ours: autovacuum visits a database about once a minute by default"));
    return facts;
  }

  private static String source(Session session) {
    return "pg_stat_activity: age of "
        + (session.writer() ? "backend_xid, backend_xmin" : "backend_xmin");
  }

  private static String explanation(Session session, HorizonCase each) {
    var text =
        new StringBuilder(
            "Vacuum may not remove a row version that an open transaction might still need to see."
                + " However often it runs, dead rows that appeared since this transaction began"
                + " stay, tables and indexes grow, and reads get slower. Vacuum settings do not"
                + " change that.");
    if (each.situation().survey().server().standby()) {
      text.append(
          " This is a standby with hot_standby_feedback: its sessions hold rows on the primary.");
    }
    if (session.application().equals("pg_dump")) {
      text.append(" It is a dump: it has to keep its snapshot until it is done.");
    }
    return text.toString();
  }

  private static Confidence confidence(Session session, HorizonCase each) {
    if (session.since().known().isEmpty()) {
      return Confidence.LOW;
    }
    return each.rows().inVain().isEmpty() ? Confidence.MEDIUM : Confidence.HIGH;
  }
}
