package org.vacuumadvisor.diagnosis;

/// How bad a finding is; the worst first.
public enum Severity {
  /// The server is in danger or will be within days.
  CRITICAL,
  /// It costs now: space, speed or safety is being lost.
  WARNING,
  /// It will cost, or could be better.
  ADVICE,
  /// Worth knowing; nothing to do.
  INFO
}
