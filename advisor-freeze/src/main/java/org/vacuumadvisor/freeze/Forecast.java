package org.vacuumadvisor.freeze;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.freeze.Deadline.Limit;
import org.vacuumadvisor.freeze.FreezeWork.Effort;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.MultixactLimit;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// When tables and databases reach which limit at the present rate.
public final class Forecast {
  private final Survey survey;
  private final IdRates rates;
  private final Effort effort;
  private final List<HorizonHolder> holders;

  /// The outlook of all tables and databases of a survey.
  ///
  /// @param holders those who hold the horizon for long
  public Forecast(Survey survey, IdRates rates, Effort effort, List<HorizonHolder> holders) {
    this.survey = survey;
    this.rates = rates;
    this.effort = effort;
    this.holders = holders;
  }

  /// The tables and materialized views with their TOAST tables: those with the least time left
  /// first.
  public List<TableOutlook> tables() {
    var toasts = new HashMap<RelationKey, Relation>();
    for (var each : survey.relations()) {
      if (each.kind() == RelationKind.TOAST) {
        each.parentKey().ifPresent(key -> toasts.put(key, each));
      }
    }
    return survey.relations().stream()
        .filter(Forecast::isFrozen)
        .map(each -> table(each, Optional.ofNullable(toasts.get(each.key()))))
        .sorted(
            Comparator.comparing((TableOutlook each) -> each.forced().orElse(Instant.MAX))
                .thenComparing(
                    each -> each.deadline(Limit.FORCED).map(Deadline::left).orElse(XidAge.INFINITE))
                .thenComparing(each -> each.work().heap(), Comparator.reverseOrder())
                .thenComparingLong(each -> each.table().key().oid()))
        .toList();
  }

  private static boolean isFrozen(Relation relation) {
    return (relation.kind() == RelationKind.TABLE
            || relation.kind() == RelationKind.MATERIALIZED_VIEW)
        && !relation.isTemporary()
        && relation.ages().isKnown();
  }

  private TableOutlook table(Relation table, Optional<Relation> toast) {
    var family = Stream.concat(Stream.of(table), toast.stream()).toList();
    var own = options(table, null);
    var deadlines =
        Stream.concat(
            ofTable(table, own),
            toast.stream().flatMap(each -> ofTable(each, options(each, table.parameters()))));
    return new TableOutlook(
        table,
        toast,
        new XidAge(greatest(family, Wraparound.TRANSACTIONS)),
        new XidAge(greatest(family, Wraparound.MULTIXACTS)),
        earliest(deadlines.toList()),
        effort.of(family, own),
        holders.stream().filter(each -> each.reach().covers(table)).toList());
  }

  private static long greatest(List<Relation> family, Wraparound ids) {
    return family.stream()
        .flatMap(each -> each.ages().known().stream())
        .flatMap(ages -> ages.in(ids).known().stream())
        .mapToLong(XidAge::count)
        .max()
        .orElse(0);
  }

  /// Of table and TOAST table the one that is there first.
  private static List<Deadline> earliest(List<Deadline> all) {
    return all.stream()
        .filter(each ->
            all.stream()
                .noneMatch(other ->
                    other.ids() == each.ids()
                        && other.limit() == each.limit()
                        && other.margin() < each.margin()))
        .distinct()
        .toList();
  }

  private AutovacuumOptions options(Relation relation, @Nullable StorageParameters parentOfToast) {
    return AutovacuumOptions.of(
        survey.server().release(), survey.settings(), relation.parameters(), parentOfToast);
  }

  private Stream<Deadline> ofTable(Relation table, AutovacuumOptions of) {
    return table.ages().known().stream()
        .flatMap(ages ->
            forcedAndBeyond(ages, of.freezeMaxAge().value(), of.multixactFreezeMaxAge().value()));
  }

  /// Of IDs of a kind nothing where their age is unknown.
  private Stream<Deadline> forcedAndBeyond(
      FreezeAges ages, XidAge freezeMaxAge, XidAge multixactFreezeMaxAge) {
    return Stream.concat(
        limits(Wraparound.TRANSACTIONS, freezeMaxAge, survey.settings().failsafeAge(), ages),
        limits(
            Wraparound.MULTIXACTS,
            multixactLimit(survey, multixactFreezeMaxAge),
            survey.settings().multixactFailsafeAge(),
            ages));
  }

  private Stream<Deadline> limits(
      Wraparound ids, XidAge forced, Optional<XidAge> failsafe, FreezeAges ages) {
    var release = survey.server().release();
    return ages.in(ids).known().stream()
        .flatMap(age ->
            Stream.of(
                    Optional.of(deadline(ids, Limit.FORCED, forced, age)),
                    failsafe.map(at -> deadline(ids, Limit.FAILSAFE, at, age)),
                    Optional.of(deadline(ids, Limit.WARNING, ids.warningAge(release), age)),
                    Optional.of(deadline(ids, Limit.STOP, ids.stopAge(release), age)))
                .flatMap(Optional::stream));
  }

  private Deadline deadline(Wraparound ids, Limit limit, XidAge at, XidAge age) {
    var when = rates.of(ids).flatMap(each -> each.reaches(at, age, survey.takenAt()));
    return new Deadline(ids, limit, at, age, when);
  }

  /// The databases, the oldest first: those whose tables were not read, too.
  public List<DatabaseOutlook> databases() {
    return survey.databases().stream()
        .filter(each -> each.xidAge().isKnown())
        .sorted(Comparator.comparing((Database each) -> each.xidAge().or(XidAge.NONE)).reversed())
        .map(each -> new DatabaseOutlook(each, ofDatabase(each)))
        .toList();
  }

  private List<Deadline> ofDatabase(Database database) {
    var settings = survey.settings();
    var ages = new FreezeAges(database.xidAge().or(XidAge.NONE), database.multixactAge());
    return forcedAndBeyond(ages, settings.freezeMaxAge(), settings.multixactFreezeMaxAge())
        .toList();
  }

  /// The age in multixacts at which vacuums are forced, no higher than the one configured: the
  /// members in use lower it. How many there are is known since 19 only.
  static XidAge multixactLimit(Survey survey, XidAge configured) {
    long inUse =
        Reading.most(survey.databases().stream().map(Database::multixactAge))
            .orElse(XidAge.NONE)
            .count();
    return survey
        .machinery()
        .multixactMembers()
        .map(members -> MultixactLimit.of(survey.server().release(), configured, inUse, members))
        .or(configured);
  }

  /// What comes to a database if nobody freezes its oldest table.
  public record DatabaseOutlook(Database database, List<Deadline> deadlines) {
    public DatabaseOutlook {
      deadlines = List.copyOf(deadlines);
    }
  }
}
