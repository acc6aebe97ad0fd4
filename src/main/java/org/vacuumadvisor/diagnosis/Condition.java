package org.vacuumadvisor.diagnosis;

/// How a server is, in one word.
public enum Condition {
  /// It is in danger, or will be within days.
  ACT_NOW("Act now"),
  /// Something should be changed.
  NEEDS_ATTENTION("Needs attention"),
  /// The rules that matter were asked and found nothing.
  HEALTHY("Healthy"),
  /// Nothing wrong was found, but figures are missing without which that says little.
  CANNOT_JUDGE("Cannot judge");

  private final String words;

  Condition(String words) {
    this.words = words;
  }

  /// As a report begins.
  public String inWords() {
    return words;
  }
}
