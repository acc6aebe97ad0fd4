package org.vacuumadvisor.diagnosis.rule;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// Autovacuum comes too seldom, or never, to a table that only grows: its pages stay unknown to the
/// visibility map, index-only scans read the table all the same, and one day all of it must be
/// frozen at once.
final class InsertThresholdTooHigh implements Rule {
  /// A table below this is scanned in a blink.
  static final Bytes LARGE = Bytes.ofMegabytes(64);

  /// What may be inserted between two vacuums of a table of which nothing else is known.
  static final Bytes MUCH = Bytes.ofMegabytes(256);

  /// The part of writes that are inserts, from which on a table counts as append-only.
  private static final double MOSTLY = 0.95;

  /// From here on index-only scans find most of their pages in the visibility map.
  private static final double MOSTLY_VISIBLE = 0.8;

  /// Below this part of the threshold, nobody knows that the table still grows.
  private static final double SIGN_OF_LIFE = 0.1;

  @Override
  public String id() {
    return "insert-threshold-too-high";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    return evidence.survey().relations().stream()
        .filter(each -> each.isAutovacuumed() && !each.isSystem())
        .filter(each -> each.kind() != RelationKind.TOAST)
        .filter(each -> sizeAtLeast(each, evidence).compareTo(LARGE) >= 0)
        .filter(each -> evidence.shows(each, "n_tup_ins", "n_tup_upd", "n_tup_del"))
        .filter(each -> isAppendOnly(each, evidence))
        .filter(each -> evidence.options(each).state().isOn())
        .sorted(Comparator.comparing((Relation each) -> each.extent().size()).reversed())
        .flatMap(each -> finding(each, evidence).stream());
  }

  static boolean isAppendOnly(Relation relation, Evidence evidence) {
    return switch (evidence.workload(relation).kind()) {
      case INSERT_ONLY -> true;
      case READ_HEAVY, IDLE, UNDETERMINED -> {
        var all = relation.activity();
        yield all.inserted() > 0 && (double) all.inserted() >= MOSTLY * (double) all.written();
      }
      case QUEUE_CHURN, TPC_C -> false;
    };
  }

  /// The size of a table, or what its rows take at least where nobody showed it: a header of 23
  /// bytes, aligned, and a line pointer.
  private static Bytes sizeAtLeast(Relation relation, Evidence evidence) {
    long live = relation.population().map(rows -> rows.live()).or(0L);
    return evidence.shows(relation, "relpages") || evidence.shows(relation, "main_bytes")
        ? relation.extent().size()
        : new Bytes(28 * live);
  }

  /// Why it is worth a word, worst first.
  enum Reason {
    /// The release has no such trigger, or it is switched off.
    NO_TRIGGER,
    /// No vacuum ever came, and none is due.
    NEVER_VACUUMED,
    /// No vacuum ever came; one is due.
    DUE,
    /// It comes, but after much.
    SELDOM
  }

  private Optional<Finding> finding(Relation relation, Evidence evidence) {
    return reason(relation, evidence)
        .map(reason -> finding(relation, reason, evidence))
        .filter(finding -> !finding.remedies().isEmpty());
  }

  private Finding finding(Relation relation, Reason reason, Evidence evidence) {
    var words = new InsertWords(relation, reason, evidence);
    var workload = evidence.workload(relation);
    return new Finding(
        id(),
        switch (reason) {
          case NO_TRIGGER, NEVER_VACUUMED -> Severity.WARNING;
          case DUE, SELDOM -> Severity.ADVICE;
        },
        new Subject.OfRelation(relation),
        words.headline(),
        words.facts(),
        words.explanation(),
        workload.kind() == WorkloadClass.INSERT_ONLY ? workload.confidence() : Confidence.MEDIUM,
        evidence.older().isPresent() ? null : "Two surveys (--sample) measure how fast it grows.",
        remedies(reason, relation, evidence));
  }

  private static Optional<Reason> reason(Relation relation, Evidence evidence) {
    var thresholds = evidence.thresholds(relation);
    boolean isNeverVacuumed =
        relation.maintenance().vacuumedLast().isEmpty()
            && evidence.shows(relation, "last_vacuum", "last_autovacuum");
    if (!evidence.shows(relation, "relallvisible") && !isNeverVacuumed) {
      return Optional.empty();
    }
    if (!thresholds.hasInsert()) {
      return evidence.shows(relation, "relallvisible")
              && relation.extent().visibleShare().fraction() >= MOSTLY_VISIBLE
          ? Optional.empty()
          : Optional.of(Reason.NO_TRIGGER);
    }
    if (relation.maintenance().vacuumedLast().isEmpty()
        && relation.extent().allVisible().count() == 0) {
      return Optional.of(
          inserted(relation) > thresholds.insert() ? Reason.DUE : Reason.NEVER_VACUUMED);
    }
    var waited = RowSpace.of(relation).of(thresholds.insert());
    return waited.compareTo(LARGE) >= 0
            && (waited.compareTo(MUCH) >= 0 || isOvertaken(relation, thresholds, evidence))
            && isGrowing(relation, thresholds, evidence)
        ? Optional.of(Reason.SELDOM)
        : Optional.empty();
  }

  /// Whether half of the pages between two vacuums have been written by a checkpoint before vacuum
  /// comes, which then writes them a second time, whole, to the write-ahead log as well.
  private static boolean isOvertaken(Relation relation, Thresholds thresholds, Evidence evidence) {
    var rate = evidence.workload(relation).rates().insertsPerSecond();
    double checkpoint =
        (double) evidence.survey().settings().integerOrDefault(Setting.CHECKPOINT_TIMEOUT);
    return rate.isPresent() && thresholds.insert() / rate.getAsDouble() >= checkpoint / 2;
  }

  /// A table may have been loaded once and never be touched again: its threshold harms nobody.
  private static boolean isGrowing(Relation relation, Thresholds thresholds, Evidence evidence) {
    var workload = evidence.workload(relation);
    return (workload.kind() == WorkloadClass.INSERT_ONLY && workload.confidence() != Confidence.LOW)
        || inserted(relation) >= SIGN_OF_LIFE * thresholds.insert();
  }

  private static double inserted(Relation relation) {
    return relation
        .population()
        .known()
        .flatMap(rows -> rows.insertedSinceVacuum().known())
        .orElse(0L);
  }

  private static List<Remedy> remedies(Reason reason, Relation relation, Evidence evidence) {
    var tuning = InsertTarget.of(relation, evidence).remedy(relation, evidence).stream();
    return switch (reason) {
      case SELDOM -> tuning.toList();
      case DUE -> List.of(new Remedy.VacuumNow(List.of(relation), List.of()));
      case NO_TRIGGER, NEVER_VACUUMED ->
          Stream.concat(
                  Feature.INSERT_TRIGGERED_VACUUM.isIn(evidence.survey().server().release())
                      ? tuning
                      : Stream.of(nightly(relation)),
                  Stream.of(new Remedy.VacuumNow(List.of(relation), List.of())))
              .toList();
    };
  }

  private static Remedy nightly(Relation relation) {
    return new Remedy.Act(
        "Let a job vacuum %s regularly, once a night for example: before 13 nothing else does."
            .formatted(Names.of(relation)));
  }
}
