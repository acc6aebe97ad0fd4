package org.vacuumadvisor.verify;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.SettingValue;

/// Why before and after cannot be compared: each method's answer is a sentence, or empty.
///
/// @param plan all changes that were planned: these may be made
/// @param before looks until the change, the oldest first
/// @param after looks since the change
record Obstacles(List<PlannedChange> plan, List<Look> before, List<Look> after) {
  Optional<String> any(PlannedChange change) {
    return otherServer()
        .or(() ->
            change.values().stream().flatMap(each -> notMade(change, each).stream()).findFirst())
        .or(() -> otherHand(change));
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

  /// What the last look shows that shows values is not what was to be set.
  private Optional<String> notMade(PlannedChange change, PlannedValue value) {
    if (change.target().isServer()) {
      return withSettings(after)
          .flatMap(each -> each.inEffect(value.name()))
          .filter(_ -> value.to() != null)
          .flatMap(now -> notMade(value, value.inEffect(), now));
    }
    return withOptions(after, change.target().table())
        .flatMap(
            each -> notMade(value, value.old(), each.parameters().text(value.name()).orElse(null)));
  }

  private static Optional<String> notMade(
      PlannedValue value, @Nullable String then, @Nullable String now) {
    return SettingValue.isSame(value.to(), now, value.unit())
        ? Optional.empty()
        : Optional.of(
            (SettingValue.isSame(then, now, value.unit())
                    ? "It was not made: %s is still %s."
                    : "Another hand changed %s: it is %s now.")
                .formatted(value.name(), now == null ? "not set" : now));
  }

  private static Optional<Look> withSettings(List<Look> looks) {
    return looks.reversed().stream().filter(each -> !each.settings().isEmpty()).findFirst();
  }

  private static Optional<TableLook> withOptions(List<Look> looks, @Nullable TableId table) {
    return table == null
        ? Optional.empty()
        : looks.reversed().stream()
            .flatMap(each -> each.table(table.key()).stream())
            .filter(each -> each.options() != null)
            .findFirst();
  }

  /// A setting of vacuum, or an option of the table, that is other than before and was not planned.
  private Optional<String> otherHand(PlannedChange change) {
    var table = change.target().table();
    var ofServer =
        withSettings(after)
            .flatMap(now -> withSettings(before).map(now::changedSince))
            .orElse(List.of());
    var ofTable =
        withOptions(after, table)
            .flatMap(now -> withOptions(before, table).map(now::changedSince))
            .orElse(List.of());
    var changed =
        Stream.concat(unplanned(ofServer, null), unplanned(ofTable, table))
            .collect(Collectors.joining(", "));
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of("Another hand changed %s in the same time.".formatted(changed));
  }

  /// @param table null for the server
  private Stream<String> unplanned(List<PlannedValue> changed, @Nullable TableId table) {
    var planned =
        plan.stream()
            .filter(each -> Objects.equals(table, each.target().table()))
            .flatMap(each -> each.values().stream())
            .map(PlannedValue::name)
            .collect(Collectors.toSet());
    return changed.stream()
        .map(PlannedValue::name)
        .filter(each -> !planned.contains(each))
        .sorted();
  }
}
