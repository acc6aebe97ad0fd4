package org.vacuumadvisor.comparison;

import java.util.List;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;

/// A finding, as far as it can be held against another one.
public record Claim(String id, Severity severity, About about, String headline) {
  static Claim of(Finding finding) {
    return new Claim(
        finding.id(), finding.severity(), About.of(finding.subject()), finding.headline());
  }

  /// What it has in common with the same finding at another time.
  Object key() {
    return List.of(id, about);
  }
}
