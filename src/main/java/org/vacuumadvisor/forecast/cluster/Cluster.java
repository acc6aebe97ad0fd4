package org.vacuumadvisor.forecast.cluster;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;

/// All that the simulator knows of a server when it starts.
///
/// @param tables in the order in which autovacuum finds them: tables, then TOAST tables
/// @param consumption how fast IDs are used up
/// @param assumptions what was not known and had to be assumed, each a sentence
public record Cluster(
    Release release,
    int blockSize,
    ServerSettings settings,
    List<DatabaseStart> databases,
    List<TableStart> tables,
    List<HorizonHold> holds,
    Consumption consumption,
    Machine machine,
    Pace pace,
    Instant start,
    List<String> assumptions) {
  public Cluster {
    databases = List.copyOf(databases);
    tables = List.copyOf(tables);
    holds = List.copyOf(holds);
    assumptions = List.copyOf(assumptions);
  }

  /// IDs a second.
  ///
  /// @param members of multixacts in use at the start
  public record Consumption(double xids, double multixacts, long members) {
    public static final Consumption NONE = new Consumption(0, 0, 0);

    /// As many multixacts in use, and IDs used up at another rate.
    public Consumption times(double factor) {
      return new Consumption(xids * factor, multixacts * factor, members);
    }
  }

  /// Whether no table is written: there is nothing to simulate.
  public boolean isQuiet() {
    return tables.stream().allMatch(each -> each.arrivals().equals(Arrivals.NONE));
  }

  /// From the last survey of a server, and the one before where there is one.
  public static Cluster of(Optional<Survey> older, Survey survey, Optional<History> history) {
    return of(Stream.concat(older.stream(), Stream.of(survey)).toList(), history);
  }

  /// From surveys of one server, the oldest first. Of one alone, rates are averages since the
  /// statistics were reset, and worth as little. If a series lets tell busy hours from quiet ones,
  /// and logs do not, the load is that of the whole series; else of the last two.
  ///
  /// @param history what the server's logs tell, of durations above all
  public static Cluster of(List<Survey> surveys, Optional<History> history) {
    var ofLogs = history.map(Rhythm::of).orElse(Rhythm.UNKNOWN);
    var rhythm = ofLogs.isKnown() ? ofLogs : Rhythm.of(surveys);
    var loaded = ofLogs.isKnown() || !rhythm.isKnown() ? Math.max(0, surveys.size() - 2) : 0;
    var older = Optional.of(surveys.get(loaded)).filter(_ -> surveys.size() > 1);
    return new ClusterReading(surveys.getLast(), older, history, rhythm, surveys).cluster();
  }

  /// From logs alone: tables without oids, whose load is what brings vacuums as often as they came.
  ///
  /// @param settings as far as they are known
  public static Cluster ofLogs(History history, ServerSettings settings) {
    return new LogReading(history, settings).cluster();
  }

  /// The same server under the load that logs tell of. Tables that the logs do not tell of are not
  /// written.
  ///
  /// @param logged a cluster made [#ofLogs]
  public Cluster withLoadOf(Cluster logged) {
    var arrivals = logged.arrivals();
    var loaded =
        tables.stream()
            .map(each -> each.loaded(arrivals.getOrDefault(each.name(), Arrivals.NONE)))
            .toList();
    return with(
        settings,
        loaded,
        holds,
        new Consumption(
            logged.consumption.xids, logged.consumption.multixacts, consumption.members),
        machine,
        logged.assumptions);
  }

  /// What is done to each table.
  Map<RelationName, Arrivals> arrivals() {
    return tables.stream()
        .collect(Collectors.toMap(TableStart::name, TableStart::arrivals, (_, later) -> later));
  }

  public Optional<TableStart> table(RelationKey key) {
    return tables.stream().filter(each -> each.key().equals(key)).findFirst();
  }

  public Cluster with(ServerSettings other) {
    return with(other, tables, holds, consumption, machine, assumptions);
  }

  public Cluster withTables(List<TableStart> other) {
    return with(settings, other, holds, consumption, machine, assumptions);
  }

  public Cluster with(Machine other) {
    return with(settings, tables, holds, consumption, other, assumptions);
  }

  public Cluster with(Consumption other) {
    return with(settings, tables, holds, other, machine, assumptions);
  }

  public Cluster withHolds(List<HorizonHold> other) {
    return with(settings, tables, other, consumption, machine, assumptions);
  }

  private Cluster with(
      ServerSettings settings,
      List<TableStart> tables,
      List<HorizonHold> holds,
      Consumption consumption,
      Machine machine,
      List<String> assumptions) {
    return new Cluster(
        release,
        blockSize,
        settings,
        databases,
        tables,
        holds,
        consumption,
        machine,
        pace,
        start,
        assumptions);
  }
}
