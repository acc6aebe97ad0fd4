package org.vacuumadvisor.gui.server;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How often a server is looked at.
enum Interval {
  TEN_SECONDS("Every 10 s", Duration.ofSeconds(10)),
  HALF_A_MINUTE("Every 30 s", Duration.ofSeconds(30)),
  MINUTE("Every minute", Duration.ofMinutes(1)),
  FIVE_MINUTES("Every 5 minutes", Duration.ofMinutes(5)),
  BY_HAND("By hand", null);

  private final String word;
  private final @Nullable Duration length;

  Interval(String word, @Nullable Duration length) {
    this.word = word;
    this.length = length;
  }

  /// Empty where only a person says when.
  Optional<Duration> length() {
    return Optional.ofNullable(length);
  }

  @Override
  public String toString() {
    return word;
  }
}
