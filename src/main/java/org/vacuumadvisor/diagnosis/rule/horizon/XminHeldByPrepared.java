package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.unit.Quantities;

/// A prepared transaction that nobody committed or rolled back: it holds the horizon like an open
/// one, outlives restarts, and shows in no list of sessions.
public final class XminHeldByPrepared implements Rule {
  /// A transaction manager finishes within seconds; this long, it is told.
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /// This long, it is forgotten.
  private static final Duration FORGOTTEN = Preconditions.PREPARED_LIMIT;

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return HorizonSight.PREPARED.verdicts(findings(evidence).toList(), evidence);
  }

  private Stream<Finding> findings(Evidence evidence) {
    return HorizonCase.of(evidence, PreparedTransaction.class::isInstance)
        .flatMap(each -> finding((PreparedTransaction) each.holder(), each).stream());
  }

  private Optional<Finding> finding(PreparedTransaction transaction, HorizonCase each) {
    boolean isBrief = each.held().isPresent() && !each.heldFor(LIMIT);
    if (isBrief && each.rows().inVain().isEmpty()) {
      return Optional.empty();
    }
    var since =
        each.held()
            .map(held -> " was prepared %s ago and".formatted(Quantities.duration(held)))
            .orElse("");
    return Optional.of(
        found(
                isBrief
                    ? Severity.INFO
                    : each.severity(isHarmful(each) ? Severity.WARNING : Severity.ADVICE),
                each.subject())
            .headline(
                "%s%s keeps %s in %s",
                Names.capital(transaction.called()), since, each.keptInWords(), each.reachInWords())
            .observed("owner", transaction.owner(), "pg_prepared_xacts", "owner")
            .chosen(
                "limit", Quantities.duration(LIMIT), "a transaction manager decides within seconds")
            .facts(each.facts())
            .facts(asOld(each).map(other -> other.backend().fullName()).map(this::mayKeep))
            .remedy(new Remedy.FinishPrepared(transaction))
            .remedies(asOld(each).map(other -> new Remedy.EndSession(other, Harm.VACUUM_KEPT_ROWS)))
            .build());
  }

  private Fact mayKeep(String who) {
    return Fact.observed("may keep them as well", who, "pg_stat_activity", "backend_xmin")
        .asEffect();
  }

  /// The first session whose snapshot reaches as far back, of which our role may not see since
  /// when: a new one does, too, for the transaction runs.
  private static Stream<Session> asOld(HorizonCase each) {
    return each.evidence().holders().stream()
        .filter(_ -> !each.rows().inVain().isEmpty())
        .filter(other -> other.reach().equals(each.holder().reach()))
        .filter(each::isNoOlderThan)
        .flatMap(other -> other instanceof Session session ? Stream.of(session) : Stream.empty())
        .filter(session -> session.backend().kind() == Backend.Kind.HIDDEN)
        .limit(1);
  }

  private static boolean isHarmful(HorizonCase each) {
    return !each.rows().pastThreshold().isEmpty()
        || each.holder().isOlderThan(HorizonCase.OLD)
        || each.heldFor(FORGOTTEN);
  }
}
