package org.vacuumadvisor.evidence;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Source;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;

/// What autovacuum makes of each relation of a survey: the options it goes by, the thresholds that
/// bring it, and whether they are passed.
final class Triggers {
  private final Survey survey;
  private final UnaryOperator<Relation> owner;
  private final Map<Parameters, AutovacuumOptions> options = new ConcurrentHashMap<>();
  private final AutovacuumOptions plain;
  private final List<Relation> passed;

  /// What the options of a relation depend on: most tables of a server share one combination.
  private record Parameters(StorageParameters own, @Nullable StorageParameters parentOfToast) {}

  /// @param owner the table of a TOAST table; any other relation itself
  Triggers(Survey survey, UnaryOperator<Relation> owner) {
    this.survey = survey;
    this.owner = owner;
    this.plain = options(new Parameters(StorageParameters.NONE, null));
    this.passed =
        survey.relations().stream()
            .filter(this::isPassed)
            .sorted(Comparator.comparingLong((Relation each) -> deadRows(each)).reversed())
            .toList();
  }

  AutovacuumOptions options(Relation relation) {
    var parentOfToast =
        relation.kind() == RelationKind.TOAST ? owner.apply(relation).parameters() : null;
    boolean isPlain =
        relation.parameters().isEmpty() && (parentOfToast == null || parentOfToast.isEmpty());
    return isPlain
        ? plain
        : options.computeIfAbsent(
            new Parameters(relation.parameters(), parentOfToast), this::options);
  }

  private AutovacuumOptions options(Parameters parameters) {
    return AutovacuumOptions.of(
        survey.server().release(), survey.settings(), parameters.own(), parameters.parentOfToast());
  }

  static RelationSize sizeOf(Relation relation) {
    return new RelationSize(
        rowsOf(relation),
        relation.get(TableKeys.RELPAGES).or(Pages.NONE).count(),
        relation.get(TableKeys.RELALLFROZEN).or(Pages.NONE).count());
  }

  /// `reltuples`. Where nobody showed it the counter of live rows stands in: the two are estimates
  /// of the same.
  private static double rowsOf(Relation relation) {
    return switch (relation.get(TableKeys.RELTUPLES)) {
      case Reading.Known<Double>(Double rows, _) -> rows;
      case Reading.Missing<Double>(Reading.Why why) ->
          why == Reading.Why.NOT_COLLECTED
              ? relation.get(TableKeys.N_LIVE_TUP).map(Long::doubleValue).or(-1.0)
              : -1;
    };
  }

  Thresholds thresholds(Relation relation) {
    return options(relation).trigger().at(sizeOf(relation));
  }

  /// The thresholds, if the number of rows is known that they are computed with. Settings that
  /// nobody showed are taken at their defaults, which the source then says.
  Reading<Thresholds> knownThresholds(Relation relation) {
    if (relation.kind() == RelationKind.PARTITIONED_TABLE) {
      return Reading.missing(Why.NOT_APPLICABLE);
    }
    var shown = relation.get(TableKeys.VACUUM_THRESHOLD);
    if (shown.isKnown()) {
      // of the other two nothing is known without the number of rows
      var others =
          rowsOf(relation) < 0
              ? new Thresholds(0, Float.POSITIVE_INFINITY, Float.POSITIVE_INFINITY)
              : thresholds(relation);
      return shown.map(
          dead -> new Thresholds(dead.floatValue(), others.insert(), others.analyze()));
    }
    var rows = relation.get(TableKeys.RELTUPLES);
    var live = relation.get(TableKeys.N_LIVE_TUP);
    if (rows instanceof Reading.Missing<Double>(Why why)
        && why == Why.NOT_COLLECTED
        && live instanceof Reading.Missing<Long>(Why none)) {
      return Reading.missing(none);
    }
    return Reading.of(
        thresholds(relation),
        areOptionsShown(relation)
            ? new Source.Derived("relation_needs_vacanalyze()", List.of())
            : new Source.Assumed(
                "relation_needs_vacanalyze() with autovacuum_vacuum_scale_factor"));
  }

  /// Whether the table's own parameter is known, or else that of the server with the table's.
  private boolean areOptionsShown(Relation relation) {
    return (relation.storage().isKnown() && areSettingsShown())
        || relation.parameters().text("autovacuum_vacuum_scale_factor").isPresent();
  }

  /// Whether autovacuum minds the table's thresholds. A switch that nobody showed is on, as it is
  /// by default, which the source then says.
  Reading<AutovacuumState> knownState(Relation relation) {
    boolean isShown =
        survey.settings().bool(Setting.AUTOVACUUM).isPresent() && relation.storage().isKnown();
    return Reading.of(
        options(relation).state(),
        isShown
            ? new Source.Shown("pg_settings", Setting.AUTOVACUUM.parameter())
            : new Source.Assumed(Setting.AUTOVACUUM.parameter()));
  }

  boolean areSettingsShown() {
    return survey.settings().real(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR).isPresent();
  }

  Thresholds thresholds(Relation relation, Map<String, String> changes) {
    var own = relation.parameters();
    for (var change : changes.entrySet()) {
      own = own.with(change.getKey(), change.getValue());
    }
    return options(new Parameters(own, null)).trigger().at(sizeOf(relation));
  }

  List<Relation> passed() {
    return passed;
  }

  boolean isPassed(Relation relation) {
    return deadRows(relation) > 0
        && (isSizeKnown(relation) || survey.coverage().excerpt().isEmpty())
        && relation.isAutovacuumed()
        && !survey.server().standby()
        && thresholds(relation).isPassedByDead(deadRows(relation));
  }

  /// Without the size of a table there is no threshold to speak of.
  private boolean isSizeKnown(Relation relation) {
    return rowsOf(relation) >= 0
        && survey
            .coverage()
            .excerpt()
            .filter(each -> each.shows(relation, "reltuples") || each.shows(relation, "n_live_tup"))
            .isPresent();
  }

  private static long deadRows(Relation relation) {
    return relation.get(TableKeys.N_DEAD_TUP).or(0L);
  }

  boolean isForced(Relation relation) {
    return relation
        .ages()
        .is(ages ->
            options(relation).trigger().forced(ages.xid(), ages.multixact().or(XidAge.NONE)));
  }
}
