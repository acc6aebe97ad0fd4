package org.vacuumadvisor.lab.promise;

import java.util.ArrayList;
import java.util.List;

/// Whether a counter that was looked at again and again stays at its level, or still grows.
final class Level {
  /// In the second half of the looks it is higher by less on average.
  private static final double STILL_GROWING = 1.05;

  private static final int LEAST_LOOKS = 20;

  private final List<Long> looks = new ArrayList<>();

  void add(long value) {
    looks.add(value);
  }

  /// Whether it no longer grows.
  boolean isSteady() {
    int half = looks.size() / 2;
    return looks.size() >= LEAST_LOOKS
        && mean(looks.subList(half, looks.size())) <= STILL_GROWING * mean(looks.subList(0, half));
  }

  private static double mean(List<Long> some) {
    return some.stream().mapToLong(each -> each).average().orElse(0);
  }
}
