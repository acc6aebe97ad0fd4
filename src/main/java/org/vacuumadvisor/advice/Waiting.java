package org.vacuumadvisor.advice;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;

/// What a statement about a table has to wait for.
public final class Waiting {
  private Waiting() {}

  /// "after the vacuum of public.ledger (pid 818) has ended": of what a vacuum is at that gives way
  /// to nobody, and whose lock conflicts with that of the statement.
  public static Optional<String> behind(Remedy remedy, Evidence evidence) {
    return VacuumAtWork.of(evidence).stream()
        .filter(each -> !each.yields())
        .filter(each -> each.relation().filter(of -> isOf(of, remedy, evidence)).isPresent())
        .findFirst()
        .map(each ->
            "after the vacuum of %s (pid %d%s) has ended"
                .formatted(
                    each.relation().map(of -> of.name().sql()).orElse(""),
                    each.vacuum().pid(),
                    each.left()
                        .map(left -> ", for about %s more".formatted(Quantities.duration(left)))
                        .orElse("")));
  }

  private static boolean isOf(Relation table, Remedy remedy, Evidence evidence) {
    return switch (remedy) {
      case Remedy.OfTable of -> evidence.owner(of.relation()).key().equals(table.key());
      case Remedy.Tune(Subject.OfRelation(var of), _, _) ->
          evidence.owner(of).key().equals(table.key());
      case Remedy.FreezeDatabases freeze -> freeze.databases().contains(table.name().database());
      default -> false;
    };
  }
}
