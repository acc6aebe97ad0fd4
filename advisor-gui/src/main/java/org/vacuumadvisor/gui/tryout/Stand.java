package org.vacuumadvisor.gui.tryout;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.Changes;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.HorizonHold;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.unit.Quantities;

/// A server on the test stand.
///
/// @param tables those first that autovacuum has to come to most often; system catalogs last
/// @param advised the settings that the advisor recommends, as far as the simulator knows them
record Stand(Evidence evidence, Cluster cluster, List<TableStart> tables, Changes advised) {
  Stand {
    tables = List.copyOf(tables);
  }

  /// Empty where nothing tells how fast rows are written.
  static Optional<Stand> of(Assessment assessment) {
    var evidence = assessment.evidence();
    var cluster = Cluster.of(evidence.older(), evidence.survey(), evidence.history());
    var own = evidence.survey().userRelations().map(Relation::key).collect(Collectors.toSet());
    var tables =
        cluster.tables().stream()
            .filter(each -> each.kind() != RelationKind.TOAST)
            .sorted(
                Comparator.comparing((TableStart each) -> !own.contains(each.key()))
                    .thenComparing(
                        each -> thresholdsASecond(cluster, each), Comparator.reverseOrder()))
            .toList();
    return tables.isEmpty()
        ? Optional.empty()
        : Optional.of(new Stand(evidence, cluster, tables, advised(assessment, cluster)));
  }

  /// Who blocks cleanup of a table, in words: `pid 812 (app) and 2 others`; empty if nobody does.
  Optional<String> holderOf(TableStart table) {
    var holds =
        cluster.holds().stream()
            .filter(each -> each.tables().containsKey(table.key()))
            .sorted(Comparator.comparing(HorizonHold::age).reversed())
            .map(HorizonHold::who)
            .toList();
    if (holds.size() < 3) {
      return Optional.of(String.join(" and ", holds)).filter(each -> !each.isEmpty());
    }
    return Optional.of(
        "%s and %s".formatted(holds.getFirst(), Quantities.counted(holds.size() - 1L, "other")));
  }

  /// The table of that name.
  Optional<TableStart> named(RelationName name) {
    return tables.stream().filter(each -> each.name().equals(name)).findFirst();
  }

  /// How often the dead rows of a table would reach its threshold.
  private static double thresholdsASecond(Cluster cluster, TableStart table) {
    var arrivals = table.arrivals();
    double dead = arrivals.deletes() + arrivals.hotUpdates() + arrivals.otherUpdates();
    return dead / Math.max(1, Trial.threshold(cluster, table));
  }

  private static Changes advised(Assessment assessment, Cluster cluster) {
    var advised = Changes.NONE;
    var changes = assessment.recommendations().stream().flatMap(each -> each.change().stream());
    for (var change : changes.toList()) {
      advised =
          switch (change) {
            case SettingChange.OfServer(var setting, var value) ->
                acceptable(advised.with(setting, value), advised, cluster);
            case SettingChange.OfTable(var relation, var parameters) -> {
              var more = advised;
              for (var each : parameters.entrySet()) {
                more =
                    acceptable(
                        more.with(relation.key(), each.getKey(), each.getValue()), more, cluster);
              }
              yield more;
            }
          };
    }
    return advised;
  }

  /// The first of two changes that the server would take.
  static Changes acceptable(Changes more, Changes else_, Cluster cluster) {
    try {
      more.on(cluster);
      return more;
    } catch (IllegalArgumentException _) {
      return else_;
    }
  }
}
