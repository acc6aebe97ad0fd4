package org.vacuumadvisor.cli.apply;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.postgres.SettingValue;

/// Why a change must not be made: something else stands there than was expected.
final class Difference {
  private Difference() {}

  /// Empty where all is as expected.
  static Optional<String> of(Change.OfTable change, Optional<ServerLook.Table> now) {
    if (now.isEmpty()) {
      return Optional.of("there is no table of that name now");
    }
    if (now.get().oid() != change.table().oid()) {
      return Optional.of("another table has that name now");
    }
    for (var each : change.values()) {
      var value = now.get().parameters().text(each.name()).orElse(null);
      if (!SettingValue.isSame(value, each.from(), null)) {
        return Optional.of(words(each, value));
      }
    }
    return Optional.empty();
  }

  /// Empty where all is as expected.
  static Optional<String> of(Change.OfServer change, Optional<ServerLook.Setting> found) {
    if (found.isEmpty()) {
      return Optional.of("this server has no setting of that name");
    }
    var now = found.get();
    if (!now.isReloaded()) {
      return Optional.of(
          "%s takes effect at the server's start only: it is not for apply"
              .formatted(change.name()));
    }
    if (now.isOverridden()) {
      return Optional.of(
          "%s is set elsewhere (%s), which overrides ALTER SYSTEM"
              .formatted(change.name(), now.source()));
    }
    var inEffect = change.inEffect();
    if (inEffect == null) {
      return SettingValue.isSame(now.ofAlterSystem(), change.value().from(), now.unit())
          ? Optional.empty()
          : Optional.of(words(change.value(), now.ofAlterSystem()));
    }
    if (!SettingValue.isSame(now.inEffect(), inEffect, now.unit())) {
      return Optional.of(words(new Value(change.name(), inEffect, null), now.inEffect()));
    }
    return now.isLoaded()
        ? Optional.empty()
        : Optional.of(
            "another value of %s is written and not loaded yet: %s"
                .formatted(change.name(), Value.inWords(now.written())));
  }

  private static String words(Value expected, @Nullable String now) {
    return "%s is %s now, not %s: somebody changed it"
        .formatted(expected.name(), Value.inWords(now), Value.inWords(expected.from()));
  }
}
