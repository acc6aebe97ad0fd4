package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// A database whose oldest transaction ID is half-way to the wrap: freezing has failed for long, or
/// was put off by a high `autovacuum_freeze_max_age`. Ages up to the default and a little more are
/// routine.
final class WraparoundNear implements Rule {
  /// Half of the ID space.
  static final XidAge NEAR = new XidAge(Wraparound.WRAP.count() / 2);

  /// The default of `vacuum_failsafe_age`, for releases without a failsafe.
  private static final XidAge LATE = new XidAge(1_600_000_000);

  /// A quarter of it, more than twice the default of `autovacuum_freeze_max_age`: below this even
  /// the fastest server has had no forced vacuum fail.
  private static final XidAge UNEASY = new XidAge(Wraparound.WRAP.count() / 4);

  /// Less time than this to the stop limit, and there may be no time for a full vacuum.
  private static final double DAYS_LEFT = 3;

  private static final int TABLES_SHOWN = 3;

  /// Of databases of one age, the one whose tables we know.
  private static final Comparator<Database> OLDEST_FIRST =
      Comparator.comparing((Database each) -> each.ages().xid())
          .reversed()
          .thenComparing(each -> !each.surveyed());

  @Override
  public String id() {
    return "wraparound-near";
  }

  /// One word for the cluster: the oldest database decides when the server stops.
  @Override
  public Stream<Finding> examine(Evidence evidence) {
    return evidence.survey().databases().stream()
        .sorted(OLDEST_FIRST)
        .filter(database -> !WraparoundShutdown.isOutOfTransactions(database, evidence))
        .flatMap(database -> finding(database, evidence).stream())
        .limit(1);
  }

  private Optional<Finding> finding(Database database, Evidence evidence) {
    var age = database.ages().xid();
    var days = daysToStop(age, evidence);
    boolean isShort =
        days.isPresent() && days.getAsDouble() < DAYS_LEFT && isOverdue(age, UNEASY, evidence);
    if (!age.exceeds(NEAR) && !isShort) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            id(),
            isShort || isLate(age, evidence)
                ? Severity.CRITICAL
                : isOverdue(age, NEAR, evidence) ? Severity.WARNING : Severity.ADVICE,
            new Subject.OfDatabase(database.name()),
            "Database %s has used up %s of the transaction IDs before the server stops writing"
                .formatted(database.name(), Share.of(age.count(), stopAge(evidence).count())),
            facts(database, days, evidence),
            "Row versions older than two billion transactions must be frozen before the IDs come"
                + " round again; short of that the server stops assigning IDs. Autovacuum is forced"
                + " to do this work from autovacuum_freeze_max_age on. "
                + (isOverdue(age, NEAR, evidence)
                    ? "That the age got so far past it means that it fails: look first for whoever"
                        + " holds the horizon, then at the oldest tables. "
                    : "That is set so high here that it has not started yet, and little time is"
                        + " left once it does. ")
                + "Reads and VACUUM work to the end; single-user mode is not needed.",
            Confidence.HIGH,
            days.isEmpty() ? "Two surveys (--sample) measure how fast IDs are used." : null,
            evidence.survey().databases().stream()
                .filter(each -> each.connectable() && isWorthFreezing(each, database))
                .<Remedy>map(each ->
                    new Remedy.FreezeDatabase(
                        each.name(), evidence.survey().settings().freezeTableAge()))
                .toList()));
  }

  private static XidAge stopAge(Evidence evidence) {
    return Wraparound.TRANSACTIONS.stopAge(evidence.survey().server().release());
  }

  private static boolean isWorthFreezing(Database each, Database oldest) {
    return each.name().equals(oldest.name()) || each.ages().xid().exceeds(NEAR);
  }

  /// Whether an age is past a bar, and past the age at which autovacuum should have come.
  private static boolean isOverdue(XidAge age, XidAge bar, Evidence evidence) {
    return age.exceeds(bar) && age.exceeds(evidence.survey().settings().freezeMaxAge());
  }

  private static boolean isLate(XidAge age, Evidence evidence) {
    return age.exceeds(evidence.survey().settings().failsafeAge().orElse(LATE));
  }

  private static OptionalDouble daysToStop(XidAge age, Evidence evidence) {
    var perSecond = evidence.xidsPerSecond();
    var stop = Wraparound.TRANSACTIONS.stopAge(evidence.survey().server().release());
    return perSecond.isEmpty()
        ? OptionalDouble.empty()
        : Wraparound.daysTo(stop, age, perSecond.getAsDouble());
  }

  private static List<Fact> facts(Database database, OptionalDouble days, Evidence evidence) {
    var release = evidence.survey().server().release();
    var stop = Wraparound.TRANSACTIONS.stopAge(release);
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.observed(
            "age of the oldest transaction ID",
            Quantities.count(database.ages().xid().count()),
            "age(pg_database.datfrozenxid)"));
    days.ifPresent(left ->
        facts.add(
            Fact.observed(
                "left at the measured rate",
                Quantities.seconds(left * 86_400),
                "txid_snapshot_xmax(txid_current_snapshot()) of two surveys")));
    oldest(database, evidence).stream()
        .limit(TABLES_SHOWN)
        .map(each ->
            Fact.observed(
                "oldest: " + Names.of(each, evidence),
                Quantities.count(ageOf(each)),
                "age(pg_class.relfrozenxid)"))
        .forEach(facts::add);
    evidence.survey().databases().stream()
        .filter(each -> !each.name().equals(database.name()) && each.ages().xid().exceeds(NEAR))
        .map(each ->
            Fact.observed(
                "database " + each.name(),
                Quantities.count(each.ages().xid().count()),
                "age(pg_database.datfrozenxid)"))
        .forEach(facts::add);
    facts.add(
        Fact.threshold(
            "writes stop at",
            Quantities.count(stop.count()),
            Provenance.ENGINE,
            "SetTransactionIdLimit()"));
    facts.add(
        Fact.threshold(
            "near",
            Quantities.count(NEAR.count()),
            Provenance.CONVENTION,
            "pganalyze, postgres-checkup: half of 2^31; less is routine"));
    return facts;
  }

  private static List<Relation> oldest(Database database, Evidence evidence) {
    return evidence.relations(database.name()).stream()
        .filter(each -> each.isAutovacuumed() && ageOf(each) > NEAR.count() / 2)
        .sorted(
            Comparator.comparingLong(WraparoundNear::ageOf)
                .thenComparing(each -> each.extent().size())
                .reversed())
        .toList();
  }

  private static long ageOf(Relation relation) {
    return relation.ages().map(ages -> ages.xid().count()).or(0L);
  }
}
