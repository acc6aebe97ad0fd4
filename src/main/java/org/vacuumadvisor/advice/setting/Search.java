package org.vacuumadvisor.advice.setting;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.forecast.Forecast;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.model.RelationKey;

/// Turns one knob at a time, each to the value that is best with the others as they are, until none
/// can be turned to any good: coordinate descent. A change has to be worth its effort, so the set
/// stays small, and a value no stronger than it has to be.
public final class Search {
  /// A change of one table takes a fifth off: less is within what the load varies from day to day.
  private static final double OF_TABLE = 0.8;

  /// A change of the server halves what it is made for.
  private static final double OF_SERVER = 0.5;

  /// And takes off so many rows: plain pgbench has more dead rows than these at a time in one of
  /// its small tables, and gains nothing from fewer.
  private static final double MANY_ROWS = 10_000;

  /// A change of one table is worth it where it takes about a tenth off what is too much.
  private static final double WANTED = 10;

  /// What must not be made worse weighs more than anything that could be gained, by however little.
  private static final double KEPT = 1e6;

  private static final double WORTH_IT = 1e-9;
  private static final int MOST_ROUNDS = 12;
  private static final int SWEEPS = 3;
  private static final int SPANS = 24;

  /// A knob that changes its guard by less does nothing.
  private static final double NOTHING = 0.02;

  private final Cluster cluster;
  private final List<Guard> wanted;
  private final List<Guard> kept;
  private final List<Knob> knobs;
  private final Duration length;
  private final Map<Setup, Trial> trials = new HashMap<>();

  private Search(
      Cluster cluster, List<Guard> wanted, List<Guard> kept, List<Knob> knobs, Duration length) {
    this.cluster = cluster;
    this.wanted = wanted;
    this.kept = kept;
    this.knobs = knobs;
    this.length = length;
  }

  /// The smallest set of changes that keeps the guards, or comes nearest.
  ///
  /// @param wanted guards that something should be changed for
  /// @param kept guards that no change may break; where one is broken today, it must not get worse
  /// @param length how much time to simulate
  public static Tuning run(
      Cluster cluster, List<Guard> wanted, List<Guard> kept, List<Knob> knobs, Duration length) {
    return new Search(cluster, List.copyOf(wanted), List.copyOf(kept), List.copyOf(knobs), length)
        .tuning();
  }

  private Tuning tuning() {
    var found = worthIt(descend());
    var choices =
        found.setup().turned().keySet().stream()
            .map(knob -> choice(knob, found))
            .sorted(Comparator.comparingDouble(each -> found.regret() - each.without().regret()))
            .toList();
    return new Tuning(
        trial(Setup.TODAY),
        found,
        choices,
        wanted.stream().filter(each -> !found.keeps(each)).toList(),
        doubt(Setup.TODAY),
        doubt(found.setup()),
        idle(found),
        length);
  }

  /// The same without the changes that gain too little, the least gain first.
  private Trial worthIt(Trial found) {
    var best = found;
    while (true) {
      var with = best;
      var idle =
          with.setup().turned().keySet().stream()
              .map(knob -> trial(with.setup().without(knob)))
              .filter(without -> !isWorthIt(without, with))
              .min(Comparator.comparingDouble(Trial::regret));
      if (idle.isEmpty()) {
        return with;
      }
      best = idle.get();
    }
  }

  /// Whether any guard gains enough by the one change that two trials differ in.
  private boolean isWorthIt(Trial without, Trial with) {
    var knob =
        with.setup().turned().keySet().stream()
            .filter(each -> without.setup().at(each).isEmpty())
            .findFirst()
            .orElseThrow();
    return wanted.stream()
        .anyMatch(guard -> isSoMuchLower(knob, guard, without.value(guard), with.value(guard)));
  }

  private Forecast doubt(Setup setup) {
    return Forecast.of(cluster, setup.changes(), length, SPANS);
  }

  /// First one step at a time, the best of all knobs, so that what helps most of the server comes
  /// before what helps one table of it; then, where many tables are left, knob by knob.
  private Trial descend() {
    var best = trial(Setup.TODAY);
    for (int round = 0; round < MOST_ROUNDS; round++) {
      var from = best;
      var next = best(knobs.stream().flatMap(knob -> neighbours(from, knob)), from);
      if (next.regret() >= best.regret() - WORTH_IT) {
        return best;
      }
      best = next;
    }
    return sweep(best);
  }

  private Trial sweep(Trial start) {
    var best = start;
    for (int round = 0; round < SWEEPS; round++) {
      double before = best.regret();
      for (var knob : knobs) {
        best = best(neighbours(best, knob), best);
      }
      if (best.regret() >= before - WORTH_IT) {
        return best;
      }
    }
    return best;
  }

  private Trial best(Stream<Setup> setups, Trial from) {
    return setups
        .map(this::trial)
        .min(Comparator.comparingDouble(Trial::regret))
        .filter(each -> each.regret() < from.regret())
        .orElse(from);
  }

  private Stream<Setup> neighbours(Trial from, Knob knob) {
    return isOfUse(knob, from)
        ? Stream.concat(
            Stream.of(from.setup().without(knob)),
            knob.rungs().stream().map(each -> from.setup().with(knob, each)))
        : Stream.empty();
  }

  /// A table whose figure is good needs no change of its own.
  private boolean isOfUse(Knob knob, Trial from) {
    return switch (knob) {
      case Knob.OfTable(RelationKey table, _, _) ->
          from.setup().at(knob).isPresent()
              || wanted.stream()
                  .anyMatch(guard -> isOf(guard, table) && guard.excess(from.value(guard)) > 0);
      case Knob.OfServer _, Knob.Spread _ -> true;
    };
  }

  private static boolean isOf(Guard guard, RelationKey table) {
    return guard instanceof Guard.OfTable it && it.table().equals(table);
  }

  private Choice choice(Knob knob, Trial found) {
    var without = trial(found.setup().without(knob));
    return new Choice(
        knob,
        found.setup().at(knob).orElseThrow(),
        wanted.stream()
            .max(
                Comparator.comparingDouble(
                    guard -> guard.excess(without.value(guard)) - guard.excess(found.value(guard))))
            .orElseThrow(),
        without,
        knob.rungs().stream().map(rung -> trial(found.setup().with(knob, rung))).toList());
  }

  /// Knobs left alone whose strongest value changes nothing that is wanted.
  private Map<Knob, Trial> idle(Trial found) {
    var idle = new LinkedHashMap<Knob, Trial>();
    for (var knob : knobs) {
      if (found.setup().at(knob).isEmpty() && !knob.rungs().isEmpty()) {
        var strongest = trial(Setup.TODAY.with(knob, knob.rungs().getLast()));
        if (wanted.stream().noneMatch(guard -> isMoved(guard, strongest))) {
          idle.put(knob, strongest);
        }
      }
    }
    return idle;
  }

  private boolean isMoved(Guard guard, Trial trial) {
    double today = trial(Setup.TODAY).value(guard);
    return trial.value(guard) < (1 - NOTHING) * today;
  }

  private Trial trial(Setup setup) {
    var known = Optional.ofNullable(trials.get(setup));
    if (known.isPresent()) {
      return known.get();
    }
    var changed = setup.changes().on(cluster);
    var trajectory = Simulation.run(cluster, setup.changes(), length, SPANS);
    var trial = new Trial(setup, changed, trajectory, 0);
    double beyond = wanted.stream().mapToDouble(each -> each.excess(trial.value(each))).sum();
    var made =
        new Trial(
            setup, changed, trajectory, WANTED * beyond + KEPT * broken(trial) + setup.effort());
    trials.put(setup, made);
    return made;
  }

  /// How much worse the guards to be kept are than they have to be, or than they are today.
  private double broken(Trial trial) {
    if (trial.setup().equals(Setup.TODAY)) {
      return 0;
    }
    var today = trial(Setup.TODAY);
    return kept.stream()
        .mapToDouble(guard -> guard.excess(trial.value(guard)) - guard.excess(today.value(guard)))
        .filter(worse -> worse > WORTH_IT)
        .map(worse -> 1 + worse)
        .sum();
  }

  /// Whether a figure that is too high without a change is so much lower with it that the change
  /// may be asked for: one of the whole server has to gain more than one of a table.
  private static boolean isSoMuchLower(Knob knob, Guard guard, double without, double with) {
    return guard.excess(without) > 0
        && switch (knob) {
          case Knob.OfTable _, Knob.Spread _ -> with <= OF_TABLE * without;
          case Knob.OfServer _ ->
              with <= OF_SERVER * without && (!isOfRows(guard) || without - with >= MANY_ROWS);
        };
  }

  private static boolean isOfRows(Guard guard) {
    return guard instanceof Guard.OfTable it
        && switch (it.figure()) {
          case DEAD_ROWS, INSERTED_ROWS, CHANGED_ROWS -> true;
          case INDEX_PASSES, ASLEEP, WAIT, MOVED_UPDATES -> false;
        };
  }
}
