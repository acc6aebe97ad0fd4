package org.vacuumadvisor.lab.experiment;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.Foreseen;
import org.vacuumadvisor.forecast.TableError;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.TableFigures;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.postgres.Setting;

/// What the simulator foresaw of a trial from two surveys in its first third and the log up to
/// there, and what happened in the rest.
///
/// @param from when the second survey was taken
/// @param length of the rest
/// @param naptime between two visits of autovacuum
/// @param tables those that were written to, the most vacuumed first
/// @param knowingLoad what would have been foreseen of them had the load of the rest been known:
///   what is off here is the simulator, and not the load
public record Foresight(
    Instant from,
    Duration length,
    Duration naptime,
    List<TableForesight> tables,
    List<TableForesight> knowingLoad) {
  public Foresight {
    tables = List.copyOf(tables);
    knowingLoad = List.copyOf(knowingLoad);
  }

  /// Foresees the rest, and compares.
  ///
  /// @param runs automatic vacuums of the trial, as its log tells them
  /// @param tables their sizes at the end
  /// @param indexes likewise
  static Foresight of(
      EarlyLooks.Seen seen, List<Run> runs, List<RelationSize> tables, List<RelationSize> indexes) {
    var cluster =
        Cluster.between(
            seen.older(), seen.newer(), Optional.of(history(runs, seen.newer().takenAt())));
    var later = Cluster.between(seen.newer(), seen.last(), Optional.empty());
    var length = Duration.between(cluster.start(), later.start());
    var naptime = cluster.settings().realOrDefault(Setting.AUTOVACUUM_NAPTIME);
    var evidence = new Evidence(seen, later, length, runs, tables, indexes);
    return new Foresight(
        cluster.start(),
        length,
        Duration.ofMillis(Math.round(naptime * 1e3)),
        evidence.judged(cluster),
        evidence.judged(withLoadOf(cluster, later)));
  }

  private static Cluster withLoadOf(Cluster cluster, Cluster later) {
    return cluster.withTables(
        cluster.tables().stream()
            .map(each ->
                later.table(each.key()).map(then -> each.with(then.arrivals())).orElse(each))
            .toList());
  }

  /// What happened.
  private record Evidence(
      EarlyLooks.Seen seen,
      Cluster later,
      Duration length,
      List<Run> runs,
      List<RelationSize> tables,
      List<RelationSize> indexes) {
    List<TableForesight> judged(Cluster cluster) {
      var forecast = Forecast.of(cluster, length, 1);
      return forecast.likely().tables().stream()
          .filter(each -> each.name().schema().equals(TrialServer.SCHEMA))
          .filter(each -> written(cluster, each) + written(later, each) > 0)
          .map(each ->
              Foresight.judged(
                  new Look(cluster, later, forecast, each, length),
                  runs.stream().filter(run -> isOf(run, each, cluster.start())).toList(),
                  seen.counts(),
                  size(tables, List.of(each.name().name())),
                  size(indexes, indexes(each.key()))))
          .sorted(
              Comparator.comparingDouble((TableForesight each) -> each.vacuums().seen()).reversed())
          .toList();
    }

    private List<String> indexes(RelationKey table) {
      return seen.newer()
          .userRelations()
          .filter(each -> each.key().equals(table))
          .flatMap(each -> each.indexes().stream())
          .map(Index::name)
          .toList();
    }
  }

  /// What the log told by then: how fast the machine is.
  private static History history(List<Run> runs, Instant end) {
    var historian = new Historian(0);
    runs.stream()
        .filter(each -> Moments.end(each).filter(then -> then.isBefore(end)).isPresent())
        .forEach(historian::run);
    return historian.history();
  }

  /// A table as it was foreseen.
  private record Look(
      Cluster cluster, Cluster later, Forecast forecast, TableTrajectory table, Duration length) {
    Prediction of(ToDoubleFunction<TableFigures> figure, double seen) {
      return new Prediction(
          forecast.band(
              each -> figure.applyAsDouble(each.table(table.key()).orElseThrow().figures())),
          seen);
    }
  }

  private static TableForesight judged(
      Look look, List<Run> runs, List<EarlyLooks.Count> counts, double heap, double index) {
    var name = look.table.name().name();
    var dead =
        counts.stream()
            .filter(each -> !each.at().isBefore(look.cluster.start()))
            .filter(each -> each.dead().containsKey(name))
            .mapToDouble(each -> (double) each.dead().get(name))
            .summaryStatistics();
    return new TableForesight(
        TableError.of(look.cluster, look.table, runs, look.length),
        new Foreseen(written(look.later, look.table), written(look.cluster, look.table)),
        look.of(figures -> (double) figures.vacuums(), runs.size()),
        look.of(TableFigures::peakCounted, dead.getCount() == 0 ? Double.NaN : dead.getMax()),
        look.of(TableFigures::meanCounted, dead.getCount() == 0 ? Double.NaN : dead.getAverage()),
        look.of(TableFigures::heapBytes, heap),
        look.of(TableFigures::indexBytes, index));
  }

  private static boolean isOf(Run run, TableTrajectory table, Instant from) {
    return table.name().name().equals(run.heading().name().table())
        && Moments.end(run).filter(end -> end.isAfter(from)).isPresent();
  }

  private static double written(Cluster cluster, TableTrajectory table) {
    return cluster
        .table(table.key())
        .map(each -> each.arrivals())
        .map(Arrivals::modified)
        .orElse(0.0);
  }

  private static double size(List<RelationSize> sizes, List<String> names) {
    return sizes.stream()
        .filter(each -> names.contains(each.name()))
        .mapToLong(RelationSize::bytes)
        .sum();
  }

  /// What was foreseen of this table.
  public Optional<TableForesight> table(String name) {
    return tables.stream().filter(each -> each.name().equals(name)).findFirst();
  }
}
