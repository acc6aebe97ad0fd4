package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;

/// A server at one moment, as far as a later look is compared with it.
///
/// @param version `server_version`; null where it was not shown
/// @param address where the server itself says it is; null likewise
/// @param startedAt when the postmaster started; null likewise
/// @param settings those of vacuum that were shown; none where an archive does not keep them
/// @param workers `autovacuum_max_workers`; null where it was not shown
/// @param tables some of its tables: those of a plan, and the busiest beside them
/// @param written rows written to all tables since the counters began
/// @param vacuumSeconds time that all vacuums took, since 18; null before
public record Look(
    Instant at,
    @Nullable String version,
    @Nullable String address,
    @Nullable Instant startedAt,
    boolean standby,
    List<PlannedValue> settings,
    @Nullable Double workers,
    List<TableLook> tables,
    long written,
    @Nullable Double vacuumSeconds) {
  /// So many tables beside those of the plan are worth comparing with.
  private static final int BESIDE = 24;

  public Look {
    settings = List.copyOf(settings);
    tables = List.copyOf(tables);
  }

  /// The survey as a look.
  ///
  /// @param which tables of the plan, and those to compare with
  public static Look of(Survey survey, Set<RelationKey> which) {
    var server = survey.server();
    var known = survey.settings();
    var shown =
        survey.isArchived()
            ? Stream.<PlannedValue>of()
            : Stream.of(Setting.values())
                .flatMap(each -> known.value(each).stream())
                .map(
                    each -> new PlannedValue(each.name(), null, null, each.setting(), each.unit()));
    var workers = known.real(Setting.AUTOVACUUM_MAX_WORKERS);
    var times =
        survey.relations().stream()
            .flatMap(each -> each.maintenance().vacuumTime().known().stream())
            .mapToDouble(each -> (double) each.toMillis() / 1e3)
            .summaryStatistics();
    return new Look(
        survey.takenAt(),
        server.versionText().known().orElse(null),
        server.endpoint().address().known().orElse(null),
        server.startedAt().known().orElse(null),
        server.standby(),
        shown.toList(),
        workers.isPresent() ? (Double) workers.getAsDouble() : null,
        TableLook.all(survey, which),
        survey.relations().stream().mapToLong(each -> each.activity().written()).sum(),
        times.getCount() == 0 ? null : (Double) times.getSum());
  }

  /// Tables that are looked at: these, and the busiest beside them.
  public static Set<RelationKey> tables(Survey survey, Stream<RelationKey> asked) {
    var keys = asked.collect(Collectors.toCollection(HashSet::new));
    survey
        .userRelations()
        .filter(each -> each.get(TableKeys.N_TUP_UPD).known().isPresent())
        .filter(each -> each.activity().written() > 0 && !keys.contains(each.key()))
        .sorted(Comparator.comparingLong((Relation each) -> -each.activity().written()))
        .limit(BESIDE)
        .forEach(each -> keys.add(each.key()));
    return keys;
  }

  /// A table of it; empty where it was not looked at.
  public Optional<TableLook> table(RelationKey key) {
    return tables.stream().filter(each -> each.id().key().equals(key)).findFirst();
  }

  /// The tables whose ended rows are counted, those that most rows ended in first.
  public Stream<TableLook> busiest() {
    return tables.stream()
        .filter(each -> each.ended() != null)
        .sorted(Comparator.comparingLong(each -> -Objects.requireNonNullElse(each.ended(), 0L)));
  }

  /// The value of a setting in effect; empty where it was not shown.
  Optional<String> inEffect(String setting) {
    return settings.stream()
        .filter(each -> each.name().equals(setting))
        .flatMap(each -> Stream.ofNullable(each.inEffect()))
        .findFirst();
  }

  /// The settings of vacuum that are other than at an earlier look; of both looks, those that both
  /// show.
  List<PlannedValue> changedSince(Look earlier) {
    return settings.stream()
        .filter(each -> isOfVacuum(each.name()))
        .flatMap(each ->
            earlier
                .inEffect(each.name())
                .filter(old -> !old.equals(each.inEffect()))
                .map(old -> new PlannedValue(each.name(), old, each.inEffect(), old, each.unit()))
                .stream())
        .toList();
  }

  /// Whether it says when vacuum comes or how fast it is.
  private static boolean isOfVacuum(String setting) {
    return Setting.named(setting).isPresent()
        && (setting.startsWith("autovacuum") || setting.startsWith("vacuum"));
  }
}
