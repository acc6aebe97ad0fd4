package org.vacuumadvisor.advice;

import org.vacuumadvisor.diagnosis.Finding;

/// A finding that a rule says to ignore, and whether that is done.
public record Ignored(Finding finding, IgnoreRule rule, Standing standing) {

  /// What became of the rule.
  public enum Standing {
    /// The finding is left out of problems and verdict.
    IGNORED,
    /// The last day of the rule has passed.
    ENDED,
    /// Critical findings are never left out.
    TOO_SEVERE
  }

  /// One line for people.
  public String inWords() {
    return switch (standing) {
      case IGNORED ->
          "Ignored until %s: %s. Reason: %s"
              .formatted(rule.until(), finding.headline(), rule.reason());
      case ENDED ->
          "No longer ignored, because the rule ended on %s: %s"
              .formatted(rule.until(), finding.headline());
      case TOO_SEVERE -> "Not ignored, because it is critical: %s".formatted(finding.headline());
    };
  }
}
