package org.vacuumadvisor.advice;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.unit.Quantities;

/// What a statement about a table has to wait for.
public final class Waiting {
  private Waiting() {}

  /// "after the vacuum of public.ledger (pid 818) has ended": of a table at which a vacuum is that
  /// gives way to nobody, and whose lock conflicts with that of the statement.
  public static Optional<String> behind(Remedy remedy, Evidence evidence) {
    var table =
        remedy instanceof Remedy.OfTable of
            ? of.relation()
            : remedy instanceof Remedy.Tune(Subject.OfRelation(var tuned), _, _) ? tuned : null;
    return Optional.ofNullable(table)
        .map(evidence::owner)
        .flatMap(of -> VacuumAtWork.on(of, evidence))
        .filter(each -> !each.yields())
        .map(each ->
            "after the vacuum of %s (pid %d%s) has ended"
                .formatted(
                    each.relation().map(of -> of.name().sql()).orElse(""),
                    each.vacuum().pid(),
                    each.left()
                        .map(left -> ", for about %s more".formatted(Quantities.duration(left)))
                        .orElse("")));
  }
}
