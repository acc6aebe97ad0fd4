package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// A server at one moment, as far as a later look is compared with it.
///
/// @param version `server_version`; null where it was not shown
/// @param address where the server itself says it is; null likewise
/// @param settings those that were shown; none where an archive does not keep them
/// @param workers `autovacuum_max_workers`; null where it was not shown
/// @param tables some of its tables: those of a plan, and the busiest beside them
/// @param vacuumSeconds time that all vacuums took, since 18; null before
public record Look(
    Instant at,
    @Nullable String version,
    @Nullable String address,
    boolean standby,
    List<PlannedValue> settings,
    @Nullable Double workers,
    List<TableLook> tables,
    @Nullable Double vacuumSeconds) {
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
        server.standby(),
        shown.toList(),
        workers.isPresent() ? (Double) workers.getAsDouble() : null,
        TableLook.all(survey, which),
        times.getCount() == 0 ? null : (Double) times.getSum());
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
                known.stream().flatMap(each -> each.tables().stream()).map(TableLook::id))
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
  Optional<TableLook> table(RelationKey key) {
    return tables.stream().filter(each -> each.id().key().equals(key)).findFirst();
  }

  /// The tables whose ended rows are counted, those that most rows ended in first.
  Stream<TableLook> busiest() {
    return tables.stream()
        .filter(each -> each.ended() != null)
        .sorted(Comparator.comparingLong(each -> -Objects.requireNonNullElse(each.ended(), 0L)));
  }

  /// What is in effect of a target by its name, where it was shown: the settings of the server, the
  /// options of a table.
  Optional<SortedMap<String, PlannedValue>> values(Target of) {
    var table = of.table();
    var values = table == null ? settings : table(table.key()).map(TableLook::set).orElse(null);
    return values == null || (table == null && values.isEmpty())
        ? Optional.empty()
        : Optional.of(
            values.stream()
                .collect(
                    Collectors.toMap(
                        PlannedValue::name, each -> each, (one, _) -> one, TreeMap::new)));
  }

  /// What of a target is other than at an earlier look: options of a table, or settings of vacuum
  /// that both looks show; none where one of them does not show any.
  List<PlannedValue> changedSince(Look earlier, Target of) {
    var then = earlier.values(of);
    var now = values(of);
    if (then.isEmpty() || now.isEmpty()) {
      return List.of();
    }
    var names = new TreeSet<>(now.get().keySet());
    if (of.isServer()) {
      names.retainAll(then.get().keySet());
      names.removeIf(each -> !isOfVacuum(each));
    } else {
      names.addAll(then.get().keySet());
    }
    return names.stream()
        .map(name -> difference(then.get().get(name), now.get().get(name)))
        .filter(each -> !Objects.equals(each.old(), each.to()))
        .toList();
  }

  /// @param then null where it was not set
  /// @param now likewise
  private static PlannedValue difference(@Nullable PlannedValue then, @Nullable PlannedValue now) {
    var either = now == null ? Objects.requireNonNull(then) : now;
    var old = then == null ? null : then.inEffect();
    var to = now == null ? null : now.inEffect();
    return new PlannedValue(either.name(), old, to, old, either.unit());
  }

  /// Whether it says when vacuum comes or how fast it is.
  private static boolean isOfVacuum(String setting) {
    return setting.startsWith("autovacuum") || setting.startsWith("vacuum");
  }
}
