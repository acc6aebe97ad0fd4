package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.List;
import java.util.Map;
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
  private static final double MILLIS = 1e3;

  static TableLook of(Relation table, @Nullable Instant resetAt, boolean areOptionsShown) {
    var vacuumTime = table.maintenance().vacuumTime().known();
    var size = table.extent().size().known();
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
        sum(table, TableKeys.VACUUM_COUNT, TableKeys.AUTOVACUUM_COUNT),
        sum(table, TableKeys.ANALYZE_COUNT, TableKeys.AUTOANALYZE_COUNT),
        vacuumTime.map(each -> (double) each.toMillis() / MILLIS).orElse(null),
        size.map(each -> each.count() + indexes * table.blockSize()).orElse(null));
  }

  /// One table of every survey, by key.
  static Map<RelationKey, TableLook> all(Survey survey, Set<RelationKey> which) {
    var resets =
        survey.databases().stream()
            .filter(each -> each.statisticsReset().known().isPresent())
            .collect(
                Collectors.toMap(
                    each -> each.oid(),
                    each -> each.statisticsReset().known().orElseThrow(),
                    (one, _) -> one));
    return survey.relations().stream()
        .filter(each -> which.contains(each.key()))
        .collect(
            Collectors.toMap(
                Relation::key,
                each -> of(each, resets.get(each.key().databaseOid()), !survey.isArchived()),
                (one, _) -> one));
  }

  /// What its owner set.
  public StorageParameters parameters() {
    return options == null || options.isEmpty()
        ? StorageParameters.NONE
        : StorageParameters.of(List.of(options.split("\n")));
  }

  /// Inserts, updates and deletes; null where one of them is.
  public @Nullable Long written() {
    var ended = ended();
    return inserted == null || ended == null ? null : (Long) (inserted + ended);
  }

  /// Row versions that updates and deletes ended; null where one of them is.
  public @Nullable Long ended() {
    return updated == null || deleted == null ? null : (Long) (updated + deleted);
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

  private static @Nullable Long sum(Relation table, Key<Long> one, Key<Long> other) {
    var first = count(table, one);
    var second = count(table, other);
    return first == null || second == null ? null : (Long) (first + second);
  }
}
