package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A table whose age does not fall although vacuum comes, or to which vacuum cannot come: it keeps
/// its whole database old.
final class WraparoundTableCannotAdvance implements Rule {
  /// More transaction IDs a second than any server is known to use up.
  private static final double IMPOSSIBLE_RATE = 200_000;

  @Override
  public String id() {
    return "wraparound-table-cannot-advance";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence.survey().server().standby() || isLimitUnknown(evidence)
        ? Stream.empty()
        : evidence.survey().relations().stream()
            .filter(each -> each.ages().known().isPresent() && evidence.isForced(each))
            .filter(each -> !isHeld(each, evidence))
            .sorted(Comparator.comparingLong(WraparoundTableCannotAdvance::age).reversed())
            .flatMap(each -> finding(each, evidence).stream());
  }

  /// A default that nobody showed accuses no table: the limit may have been raised.
  private static boolean isLimitUnknown(Evidence evidence) {
    return !evidence.isReadWhole()
        && evidence.survey().settings().integer(Setting.AUTOVACUUM_FREEZE_MAX_AGE).isEmpty();
  }

  private static long age(Relation relation) {
    return relation.ages().map(ages -> ages.xid().count()).or(0L);
  }

  private Optional<Finding> finding(Relation relation, Evidence evidence) {
    if (relation.persistence() == Persistence.TEMPORARY) {
      return Optional.of(temporary(relation, evidence));
    }
    return isInVain(relation, evidence)
        ? Optional.of(inVain(relation, evidence))
        : Optional.empty();
  }

  private static boolean isHeld(Relation relation, Evidence evidence) {
    long half = evidence.options(relation).freezeMaxAge().value().count() / 2;
    return evidence.survey().horizonHolders().stream()
        .filter(holder -> holder.age().count() > half)
        .anyMatch(holder -> holder.reach().covers(relation));
  }

  /// A vacuum at this age freezes every row older than `vacuum_freeze_min_age`. So soon after one
  /// no table can be past the limit again.
  private static boolean isInVain(Relation relation, Evidence evidence) {
    var options = evidence.options(relation);
    double used =
        (double) (options.freezeMaxAge().value().count() - options.freezeMinAge().value().count());
    boolean isOfTransactions =
        relation
            .ages()
            .known()
            .filter(ages -> ages.xid().exceeds(options.freezeMaxAge().value()))
            .isPresent();
    return isOfTransactions
        && relation
            .maintenance()
            .vacuumedLast()
            .map(last -> Duration.between(last, evidence.survey().takenAt()))
            .filter(since -> (double) since.toMillis() / 1e3 * IMPOSSIBLE_RATE < used)
            .isPresent();
  }

  private Finding temporary(Relation relation, Evidence evidence) {
    return new Finding(
        id(),
        Severity.WARNING,
        new Subject.OfRelation(relation),
        "A temporary table keeps database %s old, and autovacuum cannot vacuum it"
            .formatted(relation.name().database()),
        List.of(
            ageFact(relation),
            Fact.observed(
                "temporary table", Names.of(relation, evidence), "pg_class.relpersistence"),
            limit(relation, evidence)),
        "Only the session that made a temporary table can vacuum it. As long as that session keeps"
            + " it, datfrozenxid of the database cannot advance past it, and autovacuum is forced"
            + " to come in vain.",
        Confidence.HIGH,
        null,
        List.of(
            new Remedy.Act(
                "End the session that made temporary table %s, or let it drop the table: a"
                        .formatted(Names.of(relation, evidence))
                    + " connection pool may keep such a session for weeks.")));
  }

  private Finding inVain(Relation relation, Evidence evidence) {
    return new Finding(
        id(),
        Severity.WARNING,
        new Subject.OfRelation(relation),
        "A vacuum of %s did not lower its age".formatted(Names.of(relation, evidence)),
        List.of(
            ageFact(relation),
            Fact.observed(
                "vacuumed last",
                relation.maintenance().vacuumedLast().map(Names::time).orElse("never"),
                "pg_stat_all_tables.last_vacuum, last_autovacuum"),
            limit(relation, evidence),
            Fact.threshold(
                "so fast no server is",
                Quantities.count(IMPOSSIBLE_RATE) + " transaction IDs a second",
                CONVENTION,
                "ours")),
        "A vacuum of a table this old freezes all it may and lowers its age. That it is past the"
            + " limit again so soon means that it could not: a damaged page or index may have"
            + " stopped an earlier run, a page may be pinned by an open cursor, or someone held the"
            + " horizon when it ran.",
        Confidence.MEDIUM,
        "VACUUM (VERBOSE) of the table: it tells the removable cutoff, pages it skipped, and an"
            + " error if there is one.",
        List.of(
            new Remedy.Act(
                "Run VACUUM (FREEZE, VERBOSE) on %s and read what it says."
                    .formatted(Names.of(relation, evidence)))));
  }

  private static Fact ageFact(Relation relation) {
    return Fact.observed(
        "age of its oldest transaction ID",
        Quantities.count(age(relation)),
        "age(pg_class.relfrozenxid)");
  }

  private static Fact limit(Relation relation, Evidence evidence) {
    return Fact.threshold(
        "forced from",
        Quantities.count(evidence.options(relation).freezeMaxAge().value().count()),
        ENGINE,
        "autovacuum_freeze_max_age");
  }
}
