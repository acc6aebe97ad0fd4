package org.vacuumadvisor.verify;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.advice.Risk;

/// Changes that nobody planned here: found where settings of two looks differ, or taken for granted
/// at a time.
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
    var shown = looks.stream().filter(each -> !each.settings().isEmpty()).toList();
    if (shown.size() < 2) {
      return Optional.empty();
    }
    var last = shown.getLast();
    var older = shown.reversed().stream().filter(each -> !isSame(last, each)).findFirst();
    if (older.isEmpty()) {
      return Optional.empty();
    }
    var first = older.get();
    var changes = new ArrayList<PlannedChange>();
    server(first, last, changes);
    last.tables().forEach(table -> options(first, table, changes));
    if (changes.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(new Changes(told == null ? first.at() : told, changes, Map.of()));
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
            changes.add(
                change(
                    changes.size() + 1,
                    "What was done about " + each.id().relationName().sql(),
                    Target.of(each.id()),
                    List.of())));
    return new Changes(told, changes, Map.of());
  }

  private static void server(Look first, Look last, List<PlannedChange> changes) {
    var then = first.inEffect();
    for (var now : last.settings()) {
      var old = then.get(now.name());
      if (old != null && Obstacles.isOfVacuum(now.name()) && !old.equals(now.inEffect())) {
        changes.add(
            change(
                changes.size() + 1,
                "%s is %s, it was %s".formatted(now.name(), now.inEffect(), old),
                Target.SERVER,
                List.of(new PlannedValue(now.name(), old, now.inEffect(), old, now.unit()))));
      }
    }
  }

  private static void options(Look first, TableLook now, List<PlannedChange> changes) {
    var then = first.table(now.id().key());
    if (then.isEmpty() || then.get().options() == null || now.options() == null) {
      return;
    }
    var old = then.get().parameters();
    var names = new TreeSet<>(old.values().keySet());
    names.addAll(now.parameters().values().keySet());
    var values =
        names.stream()
            .map(name ->
                new PlannedValue(
                    name,
                    old.text(name).orElse(null),
                    now.parameters().text(name).orElse(null),
                    null,
                    null))
            .filter(each -> !Objects.equals(each.old(), each.to()))
            .toList();
    if (!values.isEmpty()) {
      changes.add(
          change(
              changes.size() + 1,
              "Other options of %s: %s"
                  .formatted(
                      now.id().relationName().sql(),
                      String.join(", ", values.stream().map(Changes::words).toList())),
              Target.of(now.id()),
              values));
    }
  }

  private static String words(PlannedValue value) {
    return value.to() == null
        ? value.name() + " no longer set"
        : "%s = %s".formatted(value.name(), value.to());
  }

  /// Whether two looks show the same settings.
  private static boolean isSame(Look first, Look other) {
    var then = first.inEffect();
    Predicate<PlannedValue> isOld =
        each ->
            !Obstacles.isOfVacuum(each.name())
                || Objects.equals(each.inEffect(), then.getOrDefault(each.name(), each.inEffect()));
    return other.settings().stream().allMatch(isOld)
        && other.tables().stream()
            .allMatch(each ->
                first
                    .table(each.id().key())
                    .filter(one -> !Objects.equals(one.options(), each.options()))
                    .isEmpty());
  }

  private static PlannedChange change(
      int number, String title, Target target, List<PlannedValue> values) {
    return new PlannedChange(
        number,
        title,
        target,
        values,
        null,
        values.isEmpty() ? null : Revert.of(target, values),
        Risk.TakesEffect.AT_ONCE,
        List.of(),
        null,
        List.of(),
        Instant.EPOCH);
  }
}
