package org.vacuumadvisor.diagnosis.rule;

import java.util.ArrayList;
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
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// A vacuum to prevent wraparound runs, is due, or is near: routine, and no fault of its own.
final class AntiwraparoundNormal implements Rule {
  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return "antiwraparound-normal";
  }

  @Override
  public Stream<Finding> examine(Evidence evidence) {
    var surveyed = findings(Database::surveyed, evidence);
    return surveyed.isEmpty()
        ? findings(each -> !each.surveyed(), evidence).stream().limit(1)
        : surveyed.stream();
  }

  private List<Finding> findings(Predicate<Database> which, Evidence evidence) {
    return evidence.survey().databases().stream()
        .filter(which)
        .filter(each -> !each.ages().xid().exceeds(WraparoundNear.NEAR))
        .flatMap(each -> finding(each, evidence).stream())
        .toList();
  }

  private Optional<Finding> finding(Database database, Evidence evidence) {
    var vacuums = ForcedVacuums.of(database, evidence);
    // a database whose tables were not read is judged by its own age
    boolean isNear =
        !database.surveyed() && part(database.ages().xid(), evidence) >= ForcedVacuums.NEAR;
    return vacuums.isEmpty() && !isNear
        ? Optional.empty()
        : Optional.of(finding(database, vacuums, evidence));
  }

  private Finding finding(Database database, ForcedVacuums vacuums, Evidence evidence) {
    var tables = vacuums.next();
    return new Finding(
        id(),
        Severity.INFO,
        tables.size() == 1
            ? new Subject.OfRelation(tables.getFirst())
            : new Subject.OfDatabase(database.name()),
        headline(database, vacuums, evidence),
        facts(database, vacuums, evidence),
        "When the oldest row of a table is autovacuum_freeze_max_age transactions old,"
            + " autovacuum freezes the table, whatever its dead rows, and does not give way to"
            + " locks. That is routine at this age: nothing is in danger. Ending it only makes"
            + " it start over. To choose the hour yourself, freeze the table before.",
        Confidence.HIGH,
        evidence.xidsPerSecond().isEmpty()
            ? "Two surveys (--sample) measure when it will come."
            : null,
        vacuums.running().isEmpty()
            ? tables.stream()
                .filter(each -> !each.isSystem())
                .limit(1)
                .<Remedy>map(each -> new Remedy.VacuumNow(List.of(each), List.of("FREEZE")))
                .toList()
            : List.of());
  }

  private static String headline(Database database, ForcedVacuums vacuums, Evidence evidence) {
    if (!vacuums.running().isEmpty()) {
      return "Autovacuum is freezing tables of database %s to prevent wraparound, as it should"
          .formatted(database.name());
    }
    var tables = vacuums.next();
    boolean isDue =
        tables.isEmpty() ? part(database.ages().xid(), evidence) > 1 : !vacuums.due().isEmpty();
    boolean areMany = tables.size() > 1;
    return what(database, tables, evidence)
        + (isDue
            ? (areMany ? " are" : " is") + " due for a vacuum to prevent wraparound"
            : (areMany ? " come" : " comes")
                + " near the age at which autovacuum freezes by force");
  }

  private static String what(Database database, List<Relation> tables, Evidence evidence) {
    return switch (tables.size()) {
      case 0 -> "Database " + database.name();
      case 1 -> Names.atStart(tables.getFirst(), evidence);
      default -> Quantities.counted(tables.size(), "table") + " of database " + database.name();
    };
  }

  private static List<Fact> facts(Database database, ForcedVacuums vacuums, Evidence evidence) {
    var facts = new ArrayList<Fact>();
    vacuums.facts(TABLES_SHOWN, evidence).forEach(facts::add);
    facts.add(
        Fact.observed(
            "oldest transaction ID of the database",
            Quantities.count(database.ages().xid().count()) + " transactions old",
            "age(pg_database.datfrozenxid)"));
    facts.add(
        Fact.threshold(
            "forced from",
            Quantities.count(evidence.survey().settings().freezeMaxAge().count()),
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

  private static double part(XidAge age, Evidence evidence) {
    return (double) age.count() / evidence.survey().settings().freezeMaxAge().count();
  }
}
