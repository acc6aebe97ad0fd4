package org.vacuumadvisor.verify;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.verify.Outcome.Verdict;
import org.vacuumadvisor.verify.PlannedChange.Target;

/// Why before and after cannot be compared.
///
/// @param plan all changes that were planned: these may be made
/// @param before looks until the change, the oldest first
/// @param after looks since the change
record Obstacles(List<PlannedChange> plan, List<Look> before, List<Look> after) {
  /// Empty if they can be.
  Optional<Outcome> any(PlannedChange change) {
    return otherServer()
        .map(why -> Outcome.of(change, Verdict.INVALID, why))
        .or(() ->
            change.values().stream().flatMap(each -> notMade(change, each).stream()).findFirst())
        .or(() -> otherHand(change.target()).map(why -> Outcome.of(change, Verdict.INVALID, why)));
  }

  /// A failover or an upgrade.
  private Optional<String> otherServer() {
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    var then = before.getLast();
    var now = after.getLast();
    if (isOther(then.version(), now.version())) {
      return Optional.of(
          "The server was upgraded in between, from %s to %s."
              .formatted(then.version(), now.version()));
    }
    return then.standby() != now.standby() || isOther(then.address(), now.address())
        ? Optional.of("Another server answers since a failover: its counters are its own.")
        : Optional.empty();
  }

  private static boolean isOther(@Nullable String then, @Nullable String now) {
    return then != null && now != null && !then.equals(now);
  }

  /// The last look that shows what a target has set.
  private static Optional<Look> showing(List<Look> looks, Target target) {
    return looks.reversed().stream().filter(each -> each.values(target).isPresent()).findFirst();
  }

  /// What the last look shows that shows values is not what was to be set. What a RESET of a
  /// setting brings is not known before.
  private Optional<Outcome> notMade(PlannedChange change, PlannedValue value) {
    var target = change.target();
    var shown = showing(after, target).flatMap(each -> each.values(target));
    if (shown.isEmpty()
        || (target.isServer() && (value.to() == null || !shown.get().containsKey(value.name())))) {
      return Optional.empty();
    }
    var row = shown.get().get(value.name());
    var now = row == null ? null : row.inEffect();
    if (SettingValue.isSame(value.to(), now, value.unit())) {
      return Optional.empty();
    }
    var then = target.isServer() ? value.inEffect() : value.old();
    var what = now == null ? "not set" : now;
    return Optional.of(
        SettingValue.isSame(then, now, value.unit())
            ? Outcome.of(
                change,
                Verdict.NOT_MADE,
                "It was not made: %s is still %s.".formatted(value.name(), what))
            : Outcome.of(
                change,
                Verdict.INVALID,
                "Another hand changed %s: it is %s now.".formatted(value.name(), what)));
  }

  /// A setting of vacuum, or an option of the table, that is other than before and was not planned.
  private Optional<String> otherHand(Target target) {
    var changed =
        Stream.of(Target.SERVER, target)
            .distinct()
            .flatMap(each ->
                showing(after, each)
                    .flatMap(now -> showing(before, each).map(then -> now.changedSince(then, each)))
                    .stream()
                    .flatMap(values -> values.stream().filter(it -> !isPlanned(each, it))))
            .map(PlannedValue::name)
            .collect(Collectors.joining(", "));
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of("Another hand changed %s in the same time.".formatted(changed));
  }

  private boolean isPlanned(Target target, PlannedValue value) {
    return plan.stream()
        .filter(each -> Objects.equals(target.table(), each.target().table()))
        .flatMap(each -> each.values().stream())
        .anyMatch(each -> each.name().equals(value.name()));
  }
}
