package org.vacuumadvisor.verify;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.StorageParameters;

/// Why before and after cannot be compared: each method's answer is a sentence, or empty.
///
/// @param plan all changes that were planned: these may be made
/// @param before looks until the change, the oldest first
/// @param after looks since the change
record Obstacles(List<PlannedChange> plan, List<Look> before, List<Look> after) {
  Optional<String> any(PlannedChange change) {
    return otherServer().or(() -> notMade(change)).or(() -> otherHand(change));
  }

  /// A failover or an upgrade.
  private Optional<String> otherServer() {
    if (before.isEmpty() || after.isEmpty()) {
      return Optional.empty();
    }
    var then = before.getLast();
    var now = after.getLast();
    if (then.version() != null && now.version() != null && !then.version().equals(now.version())) {
      return Optional.of(
          "The server was upgraded in between, from %s to %s."
              .formatted(then.version(), now.version()));
    }
    boolean isElsewhere =
        then.address() != null && now.address() != null && !then.address().equals(now.address());
    return then.standby() != now.standby() || isElsewhere
        ? Optional.of("Another server answers since a failover: its counters are its own.")
        : Optional.empty();
  }

  private Optional<String> notMade(PlannedChange change) {
    return change.values().stream().flatMap(each -> notMade(change, each).stream()).findFirst();
  }

  private Optional<String> notMade(PlannedChange change, PlannedValue value) {
    var newest = newest(change, value.name());
    boolean isResetOfServer = change.target().isServer() && value.to() == null;
    if (newest.isEmpty() || isResetOfServer) {
      return Optional.empty();
    }
    var now = newest.get().value();
    if (SettingValue.isSame(value.to(), now, value.unit())) {
      return Optional.empty();
    }
    var then = change.target().isServer() ? value.inEffect() : value.old();
    return Optional.of(
        (SettingValue.isSame(then, now, value.unit())
                ? "It was not made: %s is still %s."
                : "Another hand changed %s: it is %s now.")
            .formatted(value.name(), now == null ? "not set" : now));
  }

  /// A value at the last look that shows values.
  ///
  /// @param value null where it is not set
  private record Now(@Nullable String value) {}

  private Optional<Now> newest(PlannedChange change, String name) {
    var table = change.target().table();
    var newest = after.reversed().stream();
    return table == null
        ? newest
            .filter(each -> !each.settings().isEmpty())
            .findFirst()
            .flatMap(each -> Optional.ofNullable(each.inEffect().get(name)))
            .map(Now::new)
        : newest
            .flatMap(each -> each.table(table.key()).stream())
            .filter(each -> each.options() != null)
            .findFirst()
            .map(each -> new Now(each.parameters().text(name).orElse(null)));
  }

  /// A setting of vacuum, or an option of the table, that is other than before and was not planned.
  private Optional<String> otherHand(PlannedChange change) {
    var planned = new HashSet<String>();
    plan.stream()
        .filter(each -> each.target().isServer())
        .forEach(each -> each.values().forEach(value -> planned.add(value.name())));
    var then = before.reversed().stream().filter(each -> !each.settings().isEmpty()).findFirst();
    var now = after.reversed().stream().filter(each -> !each.settings().isEmpty()).findFirst();
    var changed = new TreeSet<String>();
    if (then.isPresent() && now.isPresent()) {
      var values = now.get().inEffect();
      then.get()
          .inEffect()
          .forEach((name, old) -> {
            if (isOfVacuum(name)
                && !planned.contains(name)
                && values.containsKey(name)
                && !old.equals(values.get(name))) {
              changed.add(name);
            }
          });
    }
    changed.addAll(otherOptions(change));
    return changed.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Another hand changed %s in the same time.".formatted(String.join(", ", changed)));
  }

  private Set<String> otherOptions(PlannedChange change) {
    var table = change.target().table();
    if (table == null) {
      return Set.of();
    }
    var planned =
        plan.stream()
            .filter(each -> table.equals(each.target().table()))
            .flatMap(each -> each.values().stream())
            .map(PlannedValue::name)
            .collect(Collectors.toSet());
    var then = shown(before, change);
    var now = shown(after, change);
    if (then.isEmpty() || now.isEmpty()) {
      return Set.of();
    }
    return Stream.concat(
            then.get().values().keySet().stream(), now.get().values().keySet().stream())
        .filter(name -> !planned.contains(name))
        .filter(name -> !then.get().text(name).equals(now.get().text(name)))
        .collect(Collectors.toSet());
  }

  private static Optional<StorageParameters> shown(List<Look> looks, PlannedChange change) {
    return Optional.ofNullable(change.target().table()).stream()
        .flatMap(
            table -> looks.reversed().stream().flatMap(each -> each.table(table.key()).stream()))
        .filter(each -> each.options() != null)
        .findFirst()
        .map(TableLook::parameters);
  }

  /// Whether it says when vacuum comes or how fast it is.
  static boolean isOfVacuum(String name) {
    return Setting.named(name).isPresent()
        && (name.startsWith("autovacuum") || name.startsWith("vacuum"));
  }
}
