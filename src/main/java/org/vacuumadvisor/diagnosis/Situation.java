package org.vacuumadvisor.diagnosis;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.Workloads;

/// Everything a rule may look at: a survey, an earlier one if there is one, what the applications
/// do, and what autovacuum makes of each table.
public final class Situation {
  private final Survey survey;
  private final Optional<Survey> older;
  private final Workloads workloads;
  private final Map<RelationKey, Relation> relations;
  private final Map<RelationKey, Relation> before;

  private Situation(Survey survey, Optional<Survey> older, Workloads workloads) {
    this.survey = survey;
    this.older = older;
    this.workloads = workloads;
    this.relations = survey.byKey();
    this.before = older.map(Survey::byKey).orElse(Map.of());
  }

  /// One survey: figures are sums since the statistics were reset.
  public static Situation of(Survey survey) {
    return new Situation(survey, Optional.empty(), Workloads.of(survey));
  }

  /// Two surveys of one server: figures are what happened in between.
  public static Situation between(Survey older, Survey newer) {
    return new Situation(newer, Optional.of(older), Workloads.between(older, newer));
  }

  public Survey survey() {
    return survey;
  }

  public Optional<Survey> older() {
    return older;
  }

  public Workloads workloads() {
    return workloads;
  }

  public Workload workload(Relation relation) {
    return workloads.of(relation);
  }

  /// The time between the two surveys.
  public Optional<Duration> window() {
    return older.map(each -> Duration.between(each.takenAt(), survey.takenAt()));
  }

  /// The same relation in the earlier survey.
  public Optional<Relation> before(Relation relation) {
    return Optional.ofNullable(before.get(relation.key()));
  }

  /// The table of a TOAST table; the relation itself otherwise.
  public Relation owner(Relation relation) {
    if (relation.kind() != RelationKind.TOAST || relation.parent().isEmpty()) {
      return relation;
    }
    var key = new RelationKey(relation.key().databaseOid(), relation.parent().getAsLong());
    return relations.getOrDefault(key, relation);
  }

  /// What autovacuum goes by at this relation.
  public AutovacuumOptions options(Relation relation) {
    var parentOfToast = relation.kind() == RelationKind.TOAST ? owner(relation).parameters() : null;
    return AutovacuumOptions.of(
        survey.server().release(), survey.settings(), relation.parameters(), parentOfToast);
  }

  /// The size that autovacuum computes with: that of the last vacuum or analyze.
  public static RelationSize sizeOf(Relation relation) {
    var extent = relation.extent();
    return new RelationSize(
        extent.rows().or(-1.0), extent.pages().count(), extent.allFrozen().or(Pages.NONE).count());
  }

  /// How many dead, inserted and modified rows bring autovacuum to this relation.
  public Thresholds thresholds(Relation relation) {
    return options(relation).trigger().at(sizeOf(relation));
  }

  /// Whether more rows are dead than autovacuum tolerates at this relation.
  public boolean isPastVacuumThreshold(Relation relation) {
    return relation
        .population()
        .known()
        .filter(rows -> (float) rows.dead() > thresholds(relation).vacuum())
        .isPresent();
  }

  /// Transaction IDs given out a second, measured between two surveys.
  public OptionalDouble xidsPerSecond() {
    var from = older.flatMap(each -> each.server().nextXid().known());
    var to = survey.server().nextXid().known();
    var seconds = window().map(each -> each.toNanos() / 1e9).filter(each -> each > 0);
    return from.isPresent() && to.isPresent() && seconds.isPresent() && to.get() >= from.get()
        ? OptionalDouble.of((to.get() - from.get()) / seconds.get())
        : OptionalDouble.empty();
  }

  /// Whether ages alone bring autovacuum to a relation, even where it is switched off.
  public boolean isForced(Relation relation) {
    return relation
        .ages()
        .known()
        .filter(ages -> options(relation).trigger().forced(ages.xid(), multixact(ages)))
        .isPresent();
  }

  private static XidAge multixact(FreezeAges ages) {
    return new XidAge(ages.multixact());
  }
}
