package org.vacuumadvisor.forecast.simulator;

/// Why autovacuum comes to a table.
public enum Cause {
  /// More dead rows than the threshold.
  DEAD_ROWS("dead rows"),
  /// More inserted rows than the threshold.
  INSERTS("inserts"),
  /// The age of its oldest row: it cannot be put off.
  WRAPAROUND("to prevent wraparound"),
  /// More modified rows than the threshold: it is analyzed.
  CHANGES("changes"),
  /// It does not: somebody ran `VACUUM`.
  COMMAND("a VACUUM command");

  private final String words;

  Cause(String words) {
    this.words = words;
  }

  /// How reports call it.
  public String words() {
    return words;
  }
}
