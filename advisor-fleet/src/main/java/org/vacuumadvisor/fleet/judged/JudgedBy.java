package org.vacuumadvisor.fleet.judged;

import java.util.Locale;

/// By what a row of `servers` and the rows of `findings` that belong to it were judged.
public enum JudgedBy {
  /// A survey.
  SURVEYED,
  /// The last days of a cluster's logs.
  LOGGED,
  /// What a cluster's logs told after its last survey.
  LOGGED_SINCE;

  /// As the archive has it.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
