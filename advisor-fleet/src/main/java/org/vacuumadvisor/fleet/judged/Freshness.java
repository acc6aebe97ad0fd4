package org.vacuumadvisor.fleet.judged;

import java.time.Duration;

/// How old evidence may be that a verdict rests on. What is older says nothing of now.
///
/// @param looks the last look at a server that is watched
/// @param logs the last that logs tell: a server at work vacuums something every day
public record Freshness(Duration looks, Duration logs) {
  private static final Duration LOGS = Duration.ofDays(1);

  /// `watch` looks every few seconds, and surveys every minute: several rounds.
  public static final Freshness STANDARD = of(Duration.ofMinutes(15));

  /// A server of very many tables is surveyed every hour only, and looked at in between.
  static final Duration SURVEYS = Duration.ofHours(3);

  /// So old at most.
  ///
  /// @param limit of looks, and of logs where it is more than a day
  public static Freshness of(Duration limit) {
    return new Freshness(limit, limit.compareTo(LOGS) > 0 ? limit : LOGS);
  }
}
