package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Machinery.Worker;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum to prevent wraparound runs, is due, or is near: routine, and no fault of its own.
final class AntiwraparoundNormal implements Rule {
  /// The part of `autovacuum_freeze_max_age` from which on it is worth planning for.
  private static final double NEAR = 0.9;

  /// From here on it is no routine any more, but `wraparound-near`: half of the ID space.
  private static final XidAge NOT_NORMAL = new XidAge(Wraparound.WRAP.count() / 2);

  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return "antiwraparound-normal";
  }

  @Override
  public Stream<Finding> examine(Situation situation) {
    var surveyed = findings(Database::surveyed, situation);
    return surveyed.isEmpty()
        ? findings(each -> !each.surveyed(), situation).stream().limit(1)
        : surveyed.stream();
  }

  private List<Finding> findings(Predicate<Database> which, Situation situation) {
    return situation.survey().databases().stream()
        .filter(which)
        .filter(each -> !each.ages().xid().exceeds(NOT_NORMAL))
        .flatMap(each -> finding(each, situation).stream())
        .toList();
  }

  private Optional<Finding> finding(Database database, Situation situation) {
    var running = running(database, situation);
    var tables = nearest(database, situation);
    boolean isNear = part(database.ages().xid(), situation) >= NEAR;
    if (running.isEmpty() && tables.isEmpty() && !isNear) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding(
            id(),
            Severity.INFO,
            tables.size() == 1
                ? new Subject.OfRelation(tables.getFirst())
                : new Subject.OfDatabase(database.name()),
            headline(database, running, tables, situation),
            facts(database, running, tables, situation),
            "When the oldest row of a table is autovacuum_freeze_max_age transactions old,"
                + " autovacuum freezes the table, whatever its dead rows, and does not give way to"
                + " locks. That is routine at this age: nothing is in danger. Ending it only makes"
                + " it start over. To choose the hour yourself, freeze the table before.",
            Confidence.HIGH,
            situation.xidsPerSecond().isEmpty()
                ? "Two surveys (--sample) measure when it will come."
                : null,
            running.isEmpty()
                ? tables.stream()
                    .filter(each -> !each.isSystem())
                    .limit(1)
                    .<Remedy>map(each -> new Remedy.VacuumNow(List.of(each), List.of("FREEZE")))
                    .toList()
                : List.of()));
  }

  private static String headline(
      Database database, List<Worker> running, List<Relation> tables, Situation situation) {
    if (!running.isEmpty()) {
      return "Autovacuum is freezing tables of database %s to prevent wraparound, as it should"
          .formatted(database.name());
    }
    var what =
        tables.isEmpty()
            ? "Database " + database.name()
            : tables.size() == 1
                ? "Table " + Names.of(tables.getFirst(), situation)
                : Quantities.counted(tables.size(), "table") + " of database " + database.name();
    boolean isDue =
        tables.isEmpty()
            ? part(database.ages().xid(), situation) > 1
            : situation.isForced(tables.getFirst());
    return isDue
        ? what + (tables.size() > 1 ? " are" : " is") + " due for a vacuum to prevent wraparound"
        : what
            + (tables.size() > 1 ? " come" : " comes")
            + " near the age at which autovacuum freezes by force";
  }

  private static List<Fact> facts(
      Database database, List<Worker> running, List<Relation> tables, Situation situation) {
    var facts = new ArrayList<Fact>();
    running.stream()
        .map(each -> Fact.observed("running", each.task(), "pg_stat_activity.query"))
        .forEach(facts::add);
    facts.add(
        Fact.observed(
            "oldest transaction ID of the database",
            Quantities.count(database.ages().xid().count()) + " transactions old",
            "age(pg_database.datfrozenxid)"));
    tables.stream()
        .limit(TABLES_SHOWN)
        .map(each ->
            Fact.observed(
                Names.of(each, situation),
                "%s of %s transactions"
                    .formatted(
                        Quantities.count(ageOf(each).count()),
                        Quantities.count(limit(each, situation).count())),
                "age(pg_class.relfrozenxid)"))
        .forEach(facts::add);
    facts.add(
        Fact.threshold(
            "forced from",
            Quantities.count(situation.survey().settings().freezeMaxAge().count()),
            Provenance.ENGINE,
            "autovacuum_freeze_max_age"));
    facts.add(
        Fact.threshold(
            "near from",
            "90 % of it",
            Provenance.CONVENTION,
            "check_postgres warns there; we take it as a date to plan for"));
    return facts;
  }

  private static List<Worker> running(Database database, Situation situation) {
    return situation.survey().machinery().workers().or(List.of()).stream()
        .filter(each -> each.database().equals(database.name()) && each.preventsWraparound())
        .toList();
  }

  private static List<Relation> nearest(Database database, Situation situation) {
    return situation.survey().relations().stream()
        .filter(each -> each.name().database().equals(database.name()))
        .filter(each -> each.isAutovacuumed() && isNear(each, situation))
        .sorted(
            Comparator.comparing(Relation::isSystem)
                .thenComparing(each -> each.extent().size(), Comparator.reverseOrder()))
        .toList();
  }

  private static boolean isNear(Relation relation, Situation situation) {
    return situation.isForced(relation)
        || (double) ageOf(relation).count() >= NEAR * limit(relation, situation).count();
  }

  private static XidAge limit(Relation relation, Situation situation) {
    return situation.options(relation).freezeMaxAge().value();
  }

  private static double part(XidAge age, Situation situation) {
    return (double) age.count() / situation.survey().settings().freezeMaxAge().count();
  }

  private static XidAge ageOf(Relation relation) {
    return relation.ages().map(ages -> ages.xid()).or(XidAge.NONE);
  }
}
