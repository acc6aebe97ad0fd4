package org.vacuumadvisor.verify;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.verify.PlannedChange.PlannedValue;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// Changes to be judged: those of a plan, or those that nobody planned here, found where settings
/// of two looks differ, or taken for granted at a time.
///
/// @param changedAt the last look before them, or when they were planned, or the time that was told
/// @param madeAt of those of which it is known better, by their number
public record Changes(Instant changedAt, List<PlannedChange> all, Map<Integer, Instant> madeAt) {
  private static final int BUSIEST = 5;

  public Changes {
    all = List.copyOf(all);
    madeAt = Map.copyOf(madeAt);
  }

  /// From when on a change counts as made.
  Instant madeAt(PlannedChange change) {
    return madeAt.getOrDefault(change.number(), changedAt);
  }

  /// When it can be judged: so long after it was made as was planned.
  public Instant due(PlannedChange change) {
    return change.judgeAfter().plus(Duration.between(changedAt, madeAt(change)));
  }

  /// Those of a plan.
  ///
  /// @param told when they were made, if somebody knows
  /// @param noted when each was made, as far as `apply` noted it
  public static Changes planned(
      SavedPlan plan, Optional<Instant> told, Map<Integer, Instant> noted) {
    Map<Integer, Instant> madeAt = told.isPresent() ? new HashMap<>() : noted;
    told.ifPresent(at -> plan.changes().forEach(each -> madeAt.put(each.number(), at)));
    return new Changes(plan.madeAt(), plan.changes(), madeAt);
  }

  /// What differs between the last look that shows settings and the newest one before it that shows
  /// others; where nothing does, whatever was done at the time that was told.
  ///
  /// @param told when it was, if somebody knows
  public static Changes found(List<Look> looks, Optional<Instant> told) {
    var shown = looks.reversed().stream().filter(each -> !each.settings().isEmpty()).toList();
    return shown.stream()
        .skip(1)
        .map(earlier ->
            new Changes(told.orElse(earlier.at()), between(earlier, shown.getFirst()), Map.of()))
        .filter(each -> !each.all.isEmpty())
        .findFirst()
        .or(() -> told.map(each -> new Changes(each, unknown(looks.getLast()), Map.of())))
        .orElseGet(() -> new Changes(looks.getLast().at(), List.of(), Map.of()));
  }

  /// Whatever was done, to be seen in the tables that most is written to.
  private static List<PlannedChange> unknown(Look last) {
    var changes = new ArrayList<PlannedChange>();
    last.busiest()
        .filter(each -> Objects.requireNonNullElse(each.ended(), 0L) > 0)
        .map(Look.Table::id)
        .limit(BUSIEST)
        .forEach(
            each -> add(changes, "What was done about " + each.sql(), Target.of(each), List.of()));
    return changes;
  }

  /// One for each setting of the server, one for all options of a table.
  private static List<PlannedChange> between(Look earlier, Look last) {
    var changes = new ArrayList<PlannedChange>();
    for (var each : Look.changed(List.of(earlier), List.of(last), Target.SERVER)) {
      add(changes, each.inWords(), Target.SERVER, List.of(each));
    }
    for (var table : last.tables()) {
      var target = Target.of(table.id());
      var values = Look.changed(List.of(earlier), List.of(last), target);
      if (!values.isEmpty()) {
        var words = values.stream().map(PlannedValue::inWords).collect(Collectors.joining("; "));
        add(changes, "Options of %s: %s".formatted(table.id().sql(), words), target, values);
      }
    }
    return changes;
  }

  /// @param values none where only the time is known at which something was done
  private static void add(
      List<PlannedChange> changes, String title, Target target, List<PlannedValue> values) {
    changes.add(
        new PlannedChange(
            changes.size() + 1,
            title,
            target,
            values,
            null,
            values.isEmpty() ? null : target.revert(values),
            List.of(),
            null,
            List.of(),
            Instant.EPOCH));
  }
}
