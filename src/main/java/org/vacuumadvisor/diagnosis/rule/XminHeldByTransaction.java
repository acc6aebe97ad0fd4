package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
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
  public Stream<Finding> examine(Evidence evidence) {
    return HorizonCase.of(evidence, XminHeldByTransaction::isTransaction)
        .flatMap(each -> finding((Session) each.holder(), each).stream());
  }

  /// A worker of autovacuum that analyzes has a snapshot, too, and is gone soon.
  private static boolean isTransaction(HorizonHolder holder) {
    return holder instanceof Session session
        && !session.backendType().or("").equals("autovacuum worker");
  }

  private Optional<Finding> finding(Session session, HorizonCase each) {
    var words = new TransactionWords(session, each);
    return severity(session, each)
        .map(severity ->
            new Finding(
                id(),
                severity,
                each.subject(),
                words.headline(),
                each.evidence(words.facts(tolerated()), words.ageSource()),
                words.explanation(),
                confidence(each),
                each.since().isPresent()
                    ? null
                    : isPasted(each)
                        ? "SELECT now(), pasted with it, tells how long the transaction is open."
                        : "Membership in pg_monitor shows since when the transaction is open.",
                List.of(new Remedy.EndSession(session))));
  }

  private static boolean isPasted(HorizonCase each) {
    return each.evidence().survey().coverage().excerpt().isPresent();
  }

  private static Optional<Severity> severity(Session session, HorizonCase each) {
    if (each.since().isEmpty()) {
      return ofHidden(session, each);
    }
    boolean anyPast = !each.rows().pastThreshold().isEmpty();
    if (!each.heldFor(
        TransactionWords.isIdle(session) ? idleTolerated(anyPast) : busyTolerated(each))) {
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
    if (!session.writer() && isExplainedByWriter(session, each.evidence())) {
      return Optional.empty();
    }
    if (each.blocksFreezing()) {
      return Optional.of(Severity.CRITICAL);
    }
    if (session.age().exceeds(HorizonCase.OLD)) {
      return Optional.of(Severity.WARNING);
    }
    return each.rows().isFarPast(each.evidence()) ? Optional.of(Severity.ADVICE) : Optional.empty();
  }

  private static boolean isExplainedByWriter(Session session, Evidence evidence) {
    return evidence.survey().horizonHolders().stream()
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

  private static Fact tolerated() {
    return Fact.threshold(
        "tolerated",
        "%s idle in transaction, %s otherwise"
            .formatted(Quantities.duration(IDLE_TOLERATED), Quantities.duration(LONG)),
        CONVENTION,
        "ours: autovacuum visits a database about once a minute by default");
  }

  private static Confidence confidence(HorizonCase each) {
    if (each.since().isEmpty()) {
      return Confidence.LOW;
    }
    return each.rows().inVain().isEmpty() ? Confidence.MEDIUM : Confidence.HIGH;
  }
}
