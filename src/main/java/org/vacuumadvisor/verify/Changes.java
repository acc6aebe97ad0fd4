package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// Changes to be judged: those of a plan, or those that nobody planned here, found where settings
/// of two looks differ, or taken for granted at a time.
///
/// @param changedAt the last look before them, or the time that was told
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

  /// Those of a plan.
  ///
  /// @param told when they were made, if somebody knows
  /// @param noted when each was made, as far as `apply` noted it
  public static Changes planned(
      SavedPlan plan, Optional<Instant> told, Map<Integer, Instant> noted) {
    return new Changes(
        told.orElse(plan.madeAt()), plan.changes(), told.isPresent() ? Map.of() : noted);
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
        .limit(BUSIEST)
        .forEach(each ->
            changes.add(
                PlannedChange.found(
                    changes.size() + 1,
                    "What was done about " + each.id().sql(),
                    Target.of(each.id()),
                    List.of())));
    return changes;
  }

  /// One for each setting of the server, one for all options of a table.
  private static List<PlannedChange> between(Look earlier, Look last) {
    var changes = new ArrayList<PlannedChange>();
    for (var each : last.changedSince(earlier, Target.SERVER)) {
      changes.add(
          PlannedChange.found(changes.size() + 1, inWords(each), Target.SERVER, List.of(each)));
    }
    for (var table : last.tables()) {
      var target = Target.of(table.id());
      var values = last.changedSince(earlier, target);
      if (!values.isEmpty()) {
        var title =
            values.stream()
                .map(Changes::inWords)
                .collect(
                    Collectors.joining("; ", "Options of %s: ".formatted(table.id().sql()), ""));
        changes.add(PlannedChange.found(changes.size() + 1, title, target, values));
      }
    }
    return changes;
  }

  private static String inWords(PlannedValue each) {
    return "%s is %s, it was %s"
        .formatted(
            each.name(),
            Objects.requireNonNullElse(each.to(), "not set"),
            Objects.requireNonNullElse(each.old(), "not set"));
  }
}
