package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// A server at one moment, as far as a later look is compared with it.
///
/// @param version `server_version`; null where it was not shown
/// @param address where the server itself says it is; null likewise
/// @param countingSince when its counters began, which a crash loses; null likewise
/// @param settings those that were shown, each `name=value`; none where an archive does not keep
///   them
/// @param tables some of its tables: those of a plan, and the busiest beside them
public record Look(
    Instant at,
    @Nullable String version,
    @Nullable String address,
    boolean standby,
    @Nullable Instant countingSince,
    List<String> settings,
    List<Table> tables) {
  /// So many tables beside those of the plan are worth comparing with.
  private static final int BESIDE = 24;

  public Look {
    settings = List.copyOf(settings);
    tables = List.copyOf(tables);
  }

  private static Look of(Survey survey, Set<RelationKey> which) {
    var server = survey.server();
    var known = survey.settings();
    var shown =
        survey.isArchived()
            ? Stream.<String>of()
            : Stream.of(Setting.values())
                .flatMap(each -> known.value(each).stream())
                .map(each -> each.name() + "=" + each.setting());
    return new Look(
        survey.takenAt(),
        server.versionText().known().orElse(null),
        server.endpoint().address().known().orElse(null),
        server.standby(),
        server.countingSince().known().orElse(null),
        shown.toList(),
        Table.all(survey, which));
  }

  /// Looks at one server until the newest survey, the oldest first: at the tables of the changes
  /// and of the looks there are already, and at the busiest beside them.
  ///
  /// @param surveys the oldest first, one at least
  /// @param known looks that a plan was made of
  public static List<Look> all(
      List<Survey> surveys, List<PlannedChange> changes, List<Look> known) {
    var now = surveys.getLast();
    var tables =
        Stream.concat(
                changes.stream().flatMap(each -> Stream.ofNullable(each.target().table())),
                known.stream().flatMap(each -> each.tables().stream()).map(Table::id))
            .map(TableId::key)
            .collect(Collectors.toCollection(HashSet::new));
    now.userRelations()
        .filter(each -> each.get(TableKeys.N_TUP_UPD).known().isPresent())
        .filter(each -> each.activity().written() > 0 && !tables.contains(each.key()))
        .sorted(Comparator.comparingLong((Relation each) -> -each.activity().written()))
        .limit(BESIDE)
        .forEach(each -> tables.add(each.key()));
    var looks = new TreeMap<Instant, Look>();
    surveys.forEach(each -> looks.put(each.takenAt(), of(each, tables)));
    known.forEach(each -> looks.put(each.at(), each));
    return List.copyOf(looks.headMap(now.takenAt(), true).values());
  }

  /// A table of it; empty where it was not looked at.
  Optional<Table> table(RelationKey key) {
    return tables.stream().filter(each -> each.id().key().equals(key)).findFirst();
  }

  /// The tables whose ended rows are counted, those that most rows ended in first.
  Stream<Table> busiest() {
    return tables.stream()
        .filter(each -> each.ended() != null)
        .sorted(Comparator.comparingLong(each -> -Objects.requireNonNullElse(each.ended(), 0L)));
  }

  /// What is in effect of a target by the last look that shows it, by name: the settings of the
  /// server, the options of a table. Empty where no look does.
  static Optional<Map<String, String>> inEffect(List<Look> looks, Target of) {
    return looks.reversed().stream().flatMap(each -> each.shown(of).stream()).findFirst();
  }

  private Optional<Map<String, String>> shown(Target of) {
    var table = of.table();
    var shown =
        table == null
            ? Optional.of(settings).filter(each -> !each.isEmpty())
            : table(table.key()).map(Table::options).map(text -> text.lines().toList());
    return shown.map(each -> StorageParameters.of(each).values());
  }

  /// What of a target became other: options of a table, or settings of vacuum that are shown before
  /// and after; none where one of the sides does not show any.
  static List<PlannedValue> changed(List<Look> before, List<Look> after, Target of) {
    var then = inEffect(before, of).orElse(null);
    var now = inEffect(after, of).orElse(null);
    if (then == null || now == null) {
      return List.of();
    }
    var names = new TreeSet<>(now.keySet());
    if (of.isServer()) {
      names.retainAll(then.keySet());
      names.removeIf(each -> !each.matches("(auto)?vacuum.*"));
    } else {
      names.addAll(then.keySet());
    }
    return names.stream()
        .filter(each -> !SettingValue.isSame(then.get(each), now.get(each), null))
        .map(each -> new PlannedValue(each, then.get(each), now.get(each)))
        .toList();
  }

  /// The counters of one table at one moment, as far as a later look is compared with them. What
  /// was not shown is null.
  ///
  /// @param resetAt when the counters of its database began; null if never, or not shown
  /// @param options `reloptions`, each `name=value`, by name; null where they were not shown
  /// @param vacuums by anybody
  /// @param analyzes by anybody
  /// @param vacuumSeconds how long all its vacuums took, since 18
  /// @param passes over the indexes, as a log tells them of one vacuum
  public record Table(
      TableId id,
      @Nullable Instant resetAt,
      @Nullable String options,
      @Nullable Long inserted,
      @Nullable Long updated,
      @Nullable Long deleted,
      @Nullable Long moved,
      @Nullable Long dead,
      @Nullable Long vacuums,
      @Nullable Long analyzes,
      @Nullable Double vacuumSeconds,
      @Nullable Long passes) {
    /// Some tables of a survey.
    static List<Table> all(Survey survey, Set<RelationKey> which) {
      var resets = new HashMap<Long, Instant>();
      for (var each : survey.databases()) {
        each.statisticsReset().known().ifPresent(at -> resets.put(each.oid(), at));
      }
      return survey.relations().stream()
          .filter(each -> which.contains(each.key()))
          .map(each -> of(each, resets.get(each.key().databaseOid()), !survey.isArchived()))
          .toList();
    }

    private static Table of(Relation table, @Nullable Instant resetAt, boolean areOptionsShown) {
      return new Table(
          TableId.of(table),
          resetAt,
          areOptionsShown ? table.storage().known().map(Table::text).orElse(null) : null,
          count(table, TableKeys.N_TUP_INS),
          count(table, TableKeys.N_TUP_UPD),
          count(table, TableKeys.N_TUP_DEL),
          count(table, TableKeys.N_TUP_NEWPAGE_UPD),
          count(table, TableKeys.N_DEAD_TUP),
          sum(count(table, TableKeys.VACUUM_COUNT), count(table, TableKeys.AUTOVACUUM_COUNT)),
          sum(count(table, TableKeys.ANALYZE_COUNT), count(table, TableKeys.AUTOANALYZE_COUNT)),
          table.vacuumTime().known().map(each -> (double) each.toMillis() / 1e3).orElse(null),
          null);
    }

    /// What one vacuum of a log counted.
    ///
    /// @param removed rows that had ended until then
    /// @param dead those that it found, with what had to stay
    static Table ofRun(
        TableId id, long removed, long dead, @Nullable Double seconds, @Nullable Long passes) {
      return new Table(id, null, null, 0L, 0L, removed, null, dead, 1L, null, seconds, passes);
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
}
