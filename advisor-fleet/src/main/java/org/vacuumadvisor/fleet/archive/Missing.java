package org.vacuumadvisor.fleet.archive;

import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Reading.Why;

/// Gathers why figures of a row are null, for its column `missing`. What never happened or does not
/// apply is no gap: there null says it all.
public final class Missing {
  private final Map<String, Why> reasons = new TreeMap<>();

  /// The value for a column; null where it is missing.
  public <T> @Nullable T of(String column, Reading<T> reading) {
    return switch (reading) {
      case Reading.Known<T>(T value, _) -> value;
      case Reading.Missing<T>(Why why) -> {
        if (why != Why.NOT_APPLICABLE) {
          reasons.put(column, why);
        }
        yield null;
      }
    };
  }

  /// `{"n_dead_tup": "tracking-off"}`; null where nothing is missing. Names of columns and reasons
  /// need no escapes.
  public @Nullable String json() {
    return reasons.isEmpty()
        ? null
        : reasons.entrySet().stream()
            .map(each -> "\"%s\": \"%s\"".formatted(each.getKey(), word(each.getValue())))
            .collect(Collectors.joining(", ", "{", "}"));
  }

  private static String word(Why why) {
    return why.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
