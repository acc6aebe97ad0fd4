package org.vacuumadvisor.advice.setting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.FreezeCohort;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;

/// All that may be turned for some figures: one set for the server, with exceptions for tables.
final class KnobSet {
  /// So many tables that want the same make it a matter of the server: ours, about what people
  /// still keep in mind.
  private static final int EXCEPTIONS = 5;

  private static final double HALF = 0.5;

  private final ServerKnobs server;
  private final TableKnobs table;

  KnobSet(Evidence evidence, Predicate<SettingChange> allowed) {
    server = new ServerKnobs(evidence, allowed);
    table = new TableKnobs(evidence);
  }

  List<Knob> of(List<Concern.Target> targets, Cluster cluster) {
    if (targets.getFirst().guard() instanceof Guard.OfServer) {
      return forcedApart(targets).stream().toList();
    }
    var all = new ArrayList<Knob>();
    for (var target : targets) {
      if (target.guard() instanceof Guard.OfTable guard) {
        knob(target, guard, cluster)
            .filter(each -> all.stream().noneMatch(other -> isTwin(each, other)))
            .ifPresent(all::add);
      }
    }
    var shared = Stream.of(TableFigure.values()).flatMap(each -> shared(each, all, cluster));
    return Stream.of(shared, server.machinery(), all.stream()).flatMap(each -> each).toList();
  }

  private Optional<Knob> knob(Concern.Target target, Guard.OfTable guard, Cluster cluster) {
    var relation = target.relation();
    return switch (guard.figure()) {
      case INSERTED_ROWS -> table.insertedRows(relation, target.given(), guard.limit());
      case CHANGED_ROWS -> table.changedRows(relation, target.given());
      case MOVED_UPDATES ->
          cluster.table(relation.key()).flatMap(each -> table.movedUpdates(relation, each));
      case DEAD_ROWS, INDEX_PASSES, ASLEEP, WAIT -> table.deadRows(relation, target.given());
    };
  }

  private static boolean isTwin(Knob one, Knob other) {
    return one instanceof Knob.OfTable(var table, var what, _)
        && other instanceof Knob.OfTable(var otherTable, var otherWhat, _)
        && table.equals(otherTable)
        && what == otherWhat;
  }

  /// The server's setting for what many of its tables want.
  private Stream<Knob> shared(TableFigure what, List<Knob> ofTables, Cluster cluster) {
    long wanting =
        ofTables.stream()
            .filter(each -> each instanceof Knob.OfTable it && it.what() == what)
            .count();
    double visited =
        cluster.tables().stream().filter(each -> each.arrivals().modified() > 0).count();
    return wanting > EXCEPTIONS || (wanting > 1 && wanting > HALF * visited)
        ? setting(what).stream().flatMap(each -> server.scaleFactor(each).stream())
        : Stream.empty();
  }

  private static Optional<Setting> setting(TableFigure what) {
    return switch (what) {
      case DEAD_ROWS -> Optional.of(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR);
      case INSERTED_ROWS -> Optional.of(Setting.AUTOVACUUM_VACUUM_INSERT_SCALE_FACTOR);
      case CHANGED_ROWS -> Optional.of(Setting.AUTOVACUUM_ANALYZE_SCALE_FACTOR);
      case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> Optional.empty();
    };
  }

  /// The largest keeps what it has: it takes longest, and the others are done by then.
  private Optional<Knob> forcedApart(List<Concern.Target> targets) {
    return table.forcedApart(
        targets.stream()
            .map(Concern.Target::relation)
            .distinct()
            .sorted(Comparator.comparingLong(FreezeCohort::unfrozen))
            .map(Relation::key)
            .toList());
  }
}
