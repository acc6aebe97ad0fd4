package org.vacuumadvisor.forecast;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.simulator.Cause;
import org.vacuumadvisor.postgres.VacuumTrigger;
import org.vacuumadvisor.unit.XidAge;

/// What autovacuum finds due when it next comes to a server, as it is and with changes: all that
/// one look at its counters can tell (`relation_needs_vacanalyze()`).
///
/// @param tables with dead or inserted rows, or forced; the farthest beyond its threshold first
public record NextVisit(Cluster cluster, Changes changes, List<Table> tables) {
  public NextVisit {
    tables = List.copyOf(tables);
  }

  /// A table beside its thresholds.
  ///
  /// @param dead rows that the server counts as dead
  /// @param inserted rows since the last vacuum
  public record Table(
      TableStart start, double dead, double inserted, Bounds today, Bounds changed) {

    boolean isOfInterest() {
      return dead > 0 || inserted > 0 || today.due.isPresent() || changed.due.isPresent();
    }

    double excess() {
      return Math.max(today.excess, changed.excess);
    }
  }

  /// The thresholds of a table, and which of them it is beyond.
  ///
  /// @param dead dead rows beyond which a vacuum comes; infinite where none does
  /// @param inserted likewise for rows inserted
  /// @param due why a vacuum comes at the next visit; empty if none does
  public record Bounds(double dead, double inserted, Optional<Cause> due, double excess) {}

  /// What is due at this server.
  ///
  /// @throws IllegalArgumentException if the release would not accept a change; the message is for
  ///   the user
  public static NextVisit of(Cluster cluster, Changes changes) {
    var changed = changes.on(cluster);
    return new NextVisit(
        cluster,
        changes,
        IntStream.range(0, cluster.tables().size())
            .mapToObj(
                at -> table(cluster, cluster.tables().get(at), changed, changed.tables().get(at)))
            .filter(Table::isOfInterest)
            .sorted(Comparator.comparingDouble(Table::excess).reversed())
            .toList());
  }

  public boolean isChanged() {
    return !changes.equals(Changes.NONE);
  }

  private static Table table(Cluster cluster, TableStart start, Cluster other, TableStart then) {
    return new Table(
        start,
        start.counters().dead(),
        start.counters().inserted(),
        bounds(cluster, start),
        bounds(other, then));
  }

  private static Bounds bounds(Cluster cluster, TableStart table) {
    var trigger = table.options(cluster.release(), cluster.settings()).trigger();
    var thresholds = trigger.at(table.heap().known());
    boolean isOn = trigger.state().isOn();
    double dead = isOn ? (double) thresholds.vacuum() : Double.POSITIVE_INFINITY;
    double inserted = isOn ? (double) thresholds.insert() : Double.POSITIVE_INFINITY;
    return new Bounds(
        dead,
        inserted,
        due(trigger, table, dead, inserted),
        Math.max(table.counters().dead() / dead, table.counters().inserted() / inserted));
  }

  private static Optional<Cause> due(
      VacuumTrigger trigger, TableStart table, double dead, double inserted) {
    if (trigger.forced(table.ages().xid(), table.ages().multixact().or(XidAge.NONE))) {
      return Optional.of(Cause.WRAPAROUND);
    }
    if (table.counters().dead() > dead) {
      return Optional.of(Cause.DEAD_ROWS);
    }
    return table.counters().inserted() > inserted ? Optional.of(Cause.INSERTS) : Optional.empty();
  }
}
