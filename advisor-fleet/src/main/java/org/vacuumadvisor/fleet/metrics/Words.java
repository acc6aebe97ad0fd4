package org.vacuumadvisor.fleet.metrics;

import java.util.Locale;

/// How values of enums are written in labels.
final class Words {
  private Words() {}

  static String of(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT);
  }
}
