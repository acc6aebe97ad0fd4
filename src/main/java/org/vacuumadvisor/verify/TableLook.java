package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.StorageParameters;

/// The counters of one table at one moment, as far as a later look is compared with them. What was
/// not shown is null.
///
/// @param resetAt when the counters of its database began; null if never, or not shown
/// @param options `reloptions`, each `name=value`, by name; null where they were not shown
/// @param vacuums by anybody
/// @param analyzes by anybody
/// @param vacuumSeconds how long all its vacuums took, since 18
/// @param bytes with indexes and TOAST
public record TableLook(
    TableId id,
    @Nullable Instant resetAt,
    @Nullable String options,
    @Nullable Long inserted,
    @Nullable Long updated,
    @Nullable Long deleted,
    @Nullable Long moved,
    @Nullable Long live,
    @Nullable Long dead,
    @Nullable Long insertedSinceVacuum,
    @Nullable Long changedSinceAnalyze,
    @Nullable Long vacuums,
    @Nullable Long analyzes,
    @Nullable Double vacuumSeconds,
    @Nullable Long bytes) {
  /// Some tables of a survey, in the order of their keys.
  static List<TableLook> all(Survey survey, Set<RelationKey> which) {
    var resets = new HashMap<Long, Instant>();
    for (var each : survey.databases()) {
      each.statisticsReset().known().ifPresent(at -> resets.put(each.oid(), at));
    }
    return survey.relations().stream()
        .filter(each -> which.contains(each.key()))
        .map(each -> of(each, resets.get(each.key().databaseOid()), !survey.isArchived()))
        .sorted(
            Comparator.comparingLong((TableLook each) -> each.id().key().databaseOid())
                .thenComparingLong(each -> each.id().key().oid()))
        .toList();
  }

  private static TableLook of(Relation table, @Nullable Instant resetAt, boolean areOptionsShown) {
    var maintenance = table.maintenance();
    long indexes = table.indexes().stream().mapToLong(each -> each.pages().count()).sum();
    return new TableLook(
        TableId.of(table),
        resetAt,
        areOptionsShown ? table.storage().known().map(TableLook::text).orElse(null) : null,
        count(table, TableKeys.N_TUP_INS),
        count(table, TableKeys.N_TUP_UPD),
        count(table, TableKeys.N_TUP_DEL),
        count(table, TableKeys.N_TUP_NEWPAGE_UPD),
        count(table, TableKeys.N_LIVE_TUP),
        count(table, TableKeys.N_DEAD_TUP),
        count(table, TableKeys.N_INS_SINCE_VACUUM),
        count(table, TableKeys.N_MOD_SINCE_ANALYZE),
        sum(count(table, TableKeys.VACUUM_COUNT), count(table, TableKeys.AUTOVACUUM_COUNT)),
        sum(count(table, TableKeys.ANALYZE_COUNT), count(table, TableKeys.AUTOANALYZE_COUNT)),
        maintenance.vacuumTime().known().map(each -> (double) each.toMillis() / 1e3).orElse(null),
        table
            .extent()
            .size()
            .known()
            .map(each -> each.count() + indexes * table.blockSize())
            .orElse(null));
  }

  /// What its owner set; null where that was not shown.
  @Nullable List<PlannedValue> set() {
    return options == null
        ? null
        : StorageParameters.of(options.lines().toList()).values().entrySet().stream()
            .map(each -> new PlannedValue(each.getKey(), null, null, each.getValue(), null))
            .toList();
  }

  /// Inserts, updates and deletes; null where one of them is.
  @Nullable Long written() {
    return sum(inserted, ended());
  }

  /// Row versions that updates and deletes ended; null where one of them is.
  @Nullable Long ended() {
    return sum(updated, deleted);
  }

  private static String text(StorageParameters parameters) {
    return new TreeMap<>(parameters.values())
        .entrySet().stream()
            .map(each -> each.getKey() + "=" + each.getValue().replace('\n', ' '))
            .collect(Collectors.joining("\n"));
  }

  private static @Nullable Long count(Relation table, Key<Long> key) {
    return table.get(key).known().orElse(null);
  }

  private static @Nullable Long sum(@Nullable Long one, @Nullable Long other) {
    return one == null || other == null ? null : (Long) (one + other);
  }
}
