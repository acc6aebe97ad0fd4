package org.vacuumadvisor.verify;

/// What came of a change.
public enum Verdict {
  /// The figure came to what was promised; without a promise, it fell by what is worth having.
  KEPT("kept"),
  NO_EFFECT("no effect"),
  /// The figure, or what was to be guarded, is worse than before.
  WORSE("worse: revert"),
  /// What was seen so far can be chance.
  UNDECIDED("undecided"),
  /// Before and after cannot be compared.
  INVALID("cannot be judged");

  private final String words;

  Verdict(String words) {
    this.words = words;
  }

  /// In a report.
  public String inWords() {
    return words;
  }
}
