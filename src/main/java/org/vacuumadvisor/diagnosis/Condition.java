package org.vacuumadvisor.diagnosis;

/// How a server is, in one word.
public enum Condition {
  /// It is in danger, or will be within days.
  ACT_NOW("Act now"),
  /// Something should be changed.
  NEEDS_ATTENTION("Needs attention"),
  /// A server was read whole, and the rules that matter found nothing.
  HEALTHY("Healthy"),
  /// A part of the evidence was shown, and nothing in it is wrong: what was not shown may be.
  NOTHING_WRONG_SHOWN("Nothing wrong in what was shown"),
  /// Nothing that was read tells about vacuum, or what was not understood may tell the opposite.
  NOTHING_TO_JUDGE("Nothing to judge");

  private final String words;

  Condition(String words) {
    this.words = words;
  }

  /// As a report begins.
  public String inWords() {
    return words;
  }
}
