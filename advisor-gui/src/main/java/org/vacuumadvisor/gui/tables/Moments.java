package org.vacuumadvisor.gui.tables;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.fleet.history.ArchivedServer;
import org.vacuumadvisor.gui.tables.Timeline.Moment;
import org.vacuumadvisor.model.Population;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;

/// What a evidence knows of a table at one time or another: from one survey, from two, and from the
/// runs that logs tell of.
final class Moments {
  private Moments() {}

  /// As the survey has it.
  static Moment of(Relation table, Evidence evidence) {
    return of(table, evidence.survey(), evidence);
  }

  private static Moment of(Relation table, Survey survey, Evidence evidence) {
    boolean isCounted = evidence.options(table).state().isOn();
    return new Moment(
        survey.takenAt(),
        table.population().known().map(Population::dead).map(Long::doubleValue).orElse(Double.NaN),
        isCounted ? evidence.thresholds(table).vacuum() : Double.NaN,
        table.extent().size().map(size -> (double) size.count()).or(Double.NaN),
        table.ages().known().map(ages -> (double) ages.xid().count()).orElse(Double.NaN));
  }

  /// As an archive has it; which number of dead rows brought autovacuum then is not in it.
  static Moment of(ArchivedServer.TableMoment then) {
    return new Moment(
        then.at(), number(then.deadRows()), Double.NaN, number(then.bytes()), number(then.age()));
  }

  private static double number(OptionalLong count) {
    return count.isPresent() ? (double) count.getAsLong() : Double.NaN;
  }

  /// All that is known, in the order of time.
  static List<Moment> all(Relation table, Evidence evidence) {
    var moments = new ArrayList<Moment>();
    boolean isSurveyed = evidence.relation(table.key()).isPresent();
    if (isSurveyed) {
      moments.add(of(table, evidence));
      evidence
          .older()
          .ifPresent(older ->
              evidence.before(table).ifPresent(before -> moments.add(of(before, older, evidence))));
    }
    evidence
        .history(table)
        .ifPresent(
            told -> runs(told).flatMap(run -> of(run, table).stream()).forEach(moments::add));
    return moments.stream().sorted(Comparator.comparing(Moment::time)).distinct().toList();
  }

  /// The runs that the history keeps.
  private static Stream<Run> runs(TableHistory told) {
    var kept = told.milestones();
    return Stream.of(
            kept.first(),
            kept.latest(),
            kept.slowest(),
            kept.mostPasses(),
            kept.mostMissed(),
            kept.forced())
        .flatMap(Optional::stream)
        .distinct();
  }

  /// What a vacuum left: the rows it could not remove, and the pages there are.
  private static Optional<Moment> of(Run run, Relation table) {
    var left = run.outcome().tuples().deadNotRemovable();
    var pages = run.outcome().pages().remain();
    return org.vacuumadvisor.model.history.Moments.end(run)
        .filter(_ -> left != null || pages != null)
        .map(time ->
            new Moment(
                time,
                left == null ? Double.NaN : (double) left,
                Double.NaN,
                pages == null ? Double.NaN : (double) pages * table.extent().blockSize(),
                Double.NaN));
  }
}
