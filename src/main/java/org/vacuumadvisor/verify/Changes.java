package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Risk;
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

  /// What differs between the last look that shows settings and the newest one before it that shows
  /// others.
  ///
  /// @param told when it was, if somebody knows; null otherwise
  /// @return empty where nothing differs
  public static Optional<Changes> found(List<Look> looks, @Nullable Instant told) {
    var shown = looks.reversed().stream().filter(each -> !each.settings().isEmpty()).toList();
    return shown.stream()
        .skip(1)
        .map(earlier ->
            new Changes(
                told == null ? earlier.at() : told, between(earlier, shown.getFirst()), Map.of()))
        .filter(each -> !each.all.isEmpty())
        .findFirst();
  }

  /// Whatever was done at that time, to be seen in the tables that most is written to.
  public static Changes unknown(List<Look> looks, Instant told) {
    var changes = new ArrayList<PlannedChange>();
    looks
        .getLast()
        .busiest()
        .filter(each -> Objects.requireNonNullElse(each.ended(), 0L) > 0)
        .limit(BUSIEST)
        .forEach(each ->
            add(
                changes,
                "What was done about " + each.id().relationName().sql(),
                Target.of(each.id()),
                List.of()));
    return new Changes(told, changes, Map.of());
  }

  private static List<PlannedChange> between(Look earlier, Look last) {
    var changes = new ArrayList<PlannedChange>();
    last.changedSince(earlier)
        .forEach(each ->
            add(
                changes,
                "%s is %s, it was %s".formatted(each.name(), each.to(), each.old()),
                Target.SERVER,
                List.of(each)));
    for (var table : last.tables()) {
      var values = earlier.table(table.id().key()).map(table::changedSince).orElse(List.of());
      if (!values.isEmpty()) {
        add(
            changes,
            "Other options of %s: %s"
                .formatted(
                    table.id().relationName().sql(),
                    values.stream()
                        .map(each ->
                            each.to() == null
                                ? each.name() + " no longer set"
                                : "%s = %s".formatted(each.name(), each.to()))
                        .collect(Collectors.joining(", "))),
            Target.of(table.id()),
            values);
      }
    }
    return changes;
  }

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
            Risk.TakesEffect.AT_ONCE,
            List.of(),
            null,
            List.of(),
            Instant.EPOCH));
  }
}
