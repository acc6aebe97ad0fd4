package org.vacuumadvisor.forecast;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.simulator.TableTrajectory;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Bytes;

/// The simulator on trial on surveys: the first two tell it the load, and it foresees the last.
///
/// @param from when the second survey was taken
/// @param hidden the time from there to the last survey
/// @param tables the most vacuumed first
/// @param settingsChanged what was set otherwise from the first survey to the last, each a line:
///   the forecast goes by the settings of the last
/// @param leftOut tables that nothing can be said of: their counters fell between two surveys, or
///   not all surveys have them with their counters
public record SurveyBackTest(
    Instant from,
    Duration hidden,
    List<TableOutcome> tables,
    List<String> settingsChanged,
    int leftOut) {
  public SurveyBackTest {
    tables = List.copyOf(tables);
    settingsChanged = List.copyOf(settingsChanged);
  }

  /// Foresees the last survey from the first two. Those in between only show where counters fell.
  ///
  /// @param surveys of one server, three or more, each later than the one before
  /// @throws IllegalArgumentException if they are too few or out of order, if no table can be
  ///   compared, or if too much happens in that time to simulate it; the message is for the user
  public static SurveyBackTest of(List<Survey> surveys) {
    check(surveys);
    var middle = surveys.get(1);
    var last = surveys.getLast();
    var cluster = set(Cluster.between(surveys.getFirst(), middle, Optional.empty()), last);
    var hidden = Duration.ofMillis(middle.takenAt().until(last.takenAt(), ChronoUnit.MILLIS));
    var trajectory = Simulation.run(cluster, hidden, 1);
    if (trajectory.length().compareTo(hidden) < 0) {
      throw new IllegalArgumentException(
          "autovacuum runs too often between the surveys to simulate all of it: compare surveys"
              + " that are less far apart");
    }
    var found = surveys.stream().map(Survey::byKey).toList();
    var tables = new ArrayList<TableOutcome>();
    int leftOut = 0;
    for (var table : trajectory.tables()) {
      var seen = seen(table.key(), found);
      if (seen.isEmpty()) {
        leftOut++;
      } else {
        tables.add(outcome(cluster, table, seen, hidden));
      }
    }
    if (tables.isEmpty()) {
      throw new IllegalArgumentException(
          "no table's counters went on from the first survey to the last: the statistics were"
              + " reset in between, or the server crashed");
    }
    tables.sort(
        Comparator.comparingDouble((TableOutcome each) -> each.vacuums().seen()).reversed());
    return new SurveyBackTest(
        cluster.start(), hidden, tables, SettingChanges.between(surveys.getFirst(), last), leftOut);
  }

  private static void check(List<Survey> surveys) {
    if (surveys.size() < 3) {
      throw new IllegalArgumentException(
          "a back-test needs three surveys: two for the load, and one to be foreseen");
    }
    for (int number = 1; number < surveys.size(); number++) {
      if (!surveys.get(number - 1).takenAt().isBefore(surveys.get(number).takenAt())) {
        throw new IllegalArgumentException("a back-test needs surveys one after the other");
      }
    }
  }

  /// The cluster with the settings and storage parameters of that survey.
  private static Cluster set(Cluster cluster, Survey survey) {
    var now = survey.byKey();
    return cluster
        .with(survey.settings())
        .withTables(
            cluster.tables().stream()
                .map(each -> {
                  var found = now.get(each.key());
                  return found == null ? each : each.with(found.parameters());
                })
                .toList());
  }

  /// The table in each survey, or nothing where its counters did not go on from each to the next.
  private static List<Relation> seen(RelationKey key, List<Map<RelationKey, Relation>> surveys) {
    var seen = surveys.stream().map(each -> each.get(key)).filter(Objects::nonNull).toList();
    boolean isCounted = seen.stream().allMatch(each -> each.get(TableKeys.N_DEAD_TUP).isKnown());
    if (seen.size() < surveys.size() || !isCounted) {
      return List.of();
    }
    for (int number = 1; number < seen.size(); number++) {
      if (fell(seen.get(number - 1), seen.get(number))) {
        return List.of();
      }
    }
    return seen;
  }

  private static boolean fell(Relation before, Relation after) {
    return after.activity().fellBelow(before.activity())
        || after.counted(TableKeys.VACUUM_COUNT) < before.counted(TableKeys.VACUUM_COUNT)
        || after.counted(TableKeys.AUTOVACUUM_COUNT) < before.counted(TableKeys.AUTOVACUUM_COUNT)
        || after.counted(TableKeys.ANALYZE_COUNT) < before.counted(TableKeys.ANALYZE_COUNT)
        || after.counted(TableKeys.AUTOANALYZE_COUNT) < before.counted(TableKeys.AUTOANALYZE_COUNT);
  }

  private static TableOutcome outcome(
      Cluster cluster, TableTrajectory table, List<Relation> seen, Duration hidden) {
    var figures = table.figures();
    var last = seen.getLast();
    long vacuums =
        last.counted(TableKeys.AUTOVACUUM_COUNT) - seen.get(1).counted(TableKeys.AUTOVACUUM_COUNT);
    long indexPages = last.indexes().stream().mapToLong(each -> each.pages().count()).sum();
    return new TableOutcome(
        table.name(),
        new Foreseen((double) vacuums, (double) figures.vacuums()),
        Naive.vacuums(cluster, cluster.table(table.key()).orElseThrow(), hidden).size(),
        new Foreseen(
            last.get(TableKeys.N_DEAD_TUP).known().map(Long::doubleValue).orElseThrow(),
            figures.countedDead()),
        new Foreseen((double) last.heapSize().or(Bytes.NONE).count(), figures.heapBytes()),
        new Foreseen((double) indexPages * cluster.blockSize(), figures.indexBytes()));
  }

  /// A figure summed over the tables.
  public Foreseen sum(Function<TableOutcome, Foreseen> figure) {
    return tables.stream().map(figure).reduce(Foreseen.NOTHING, Foreseen::plus);
  }

  /// The naive vacuums of all tables.
  public long naive() {
    return tables.stream().mapToLong(TableOutcome::naive).sum();
  }
}
