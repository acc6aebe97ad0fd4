package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.Confidence;

/// What dies in a table dies in its TOAST table: long values, which have thresholds, counters and
/// vacuums of their own.
final class ToastDominates implements Rule {
  private static final Bytes LARGE = Bytes.ofMegabytes(256);
  private static final double MOST = 0.8;
  private static final double MANY_DEAD = 0.2;

  @Override
  public String id() {
    return "toast-dominates";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .filter(each -> each.kind() == RelationKind.TOAST)
        .filter(each -> each.extent().size().compareTo(LARGE) >= 0)
        .filter(each -> !evidence.owner(each).isSystem())
        .filter(each -> share(each, evidence) >= MOST)
        .filter(each -> (double) HeldRows.deadRows(each) >= MANY_DEAD * RowSpace.of(each).rows())
        .sorted(Comparator.comparing((Relation each) -> each.extent().size()).reversed())
        .map(each -> finding(each, evidence));
  }

  private static double share(Relation toast, Evidence evidence) {
    double own = (double) toast.extent().size().count();
    return own / (own + (double) evidence.owner(toast).extent().size().count());
  }

  private Finding finding(Relation toast, Evidence evidence) {
    var owner = evidence.owner(toast);
    return new Finding(
        id(),
        Severity.ADVICE,
        new Subject.OfRelation(toast),
        "%s of %s lies in its TOAST table, and %s chunks there are dead"
            .formatted(
                new Share(share(toast, evidence)),
                Names.of(owner),
                Quantities.count(HeldRows.deadRows(toast))),
        List.of(
            Fact.observed("TOAST table", toast.extent().size().toString(), "pg_class.relpages"),
            Fact.observed(
                "the table itself", owner.extent().size().toString(), "pg_class.relpages"),
            Fact.observed(
                "dead chunks",
                Quantities.count(HeldRows.deadRows(toast)),
                "pg_stat_all_tables.n_dead_tup of the TOAST table"),
            Fact.threshold(
                "its vacuum threshold",
                Quantities.count(evidence.thresholds(toast).vacuum())
                    + (toast.parameters().isEmpty()
                        ? ", by its table's parameters or the server's settings"
                        : ", by parameters of its own alone"),
                ENGINE,
                "relation_needs_vacanalyze()"),
            Fact.threshold(
                "dominates",
                "%s of the size, %s of the chunks dead"
                    .formatted(new Share(MOST), new Share(MANY_DEAD)),
                CONVENTION,
                "ours: a fifth is PostgreSQL's own scale factor")),
        "A long value is cut into chunks, which are rows of the TOAST table. Updating or deleting"
            + " it leaves all of them dead, while the table itself shows one dead row. Autovacuum"
            + " counts and vacuums the TOAST table by itself; parameters of it are written with"
            + " toast., and the first of its own ends what it took from its table.",
        Confidence.HIGH,
        null,
        remedies(toast, evidence));
  }

  private static List<Remedy> remedies(Relation toast, Evidence evidence) {
    var target = DeadRowTarget.of(toast, evidence);
    return target.rows() < evidence.thresholds(toast).vacuum()
        ? List.of(target.remedy(toast))
        : List.of();
  }
}
