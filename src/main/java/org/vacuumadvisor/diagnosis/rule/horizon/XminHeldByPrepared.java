package org.vacuumadvisor.diagnosis.rule.horizon;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
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
                each.subject(),
                "%s%s keeps %s from being removed in %s",
                Names.capital(transaction.called()),
                since,
                each.keptInWords(),
                each.reachInWords())
            .observed("owner", transaction.owner(), "pg_prepared_xacts", "owner")
            .convention(
                "limit", Quantities.duration(LIMIT), "a transaction manager decides within seconds")
            .facts(each.facts())
            .remedy(new Remedy.FinishPrepared(transaction))
            .build());
  }

  private static boolean isHarmful(HorizonCase each) {
    return !each.rows().pastThreshold().isEmpty()
        || each.holder().isOlderThan(HorizonCase.OLD)
        || each.heldFor(FORGOTTEN);
  }
}
