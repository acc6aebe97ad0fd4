package org.vacuumadvisor.evidence;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.model.Reading;

/// What one rule asked of the evidence about one subject. Proof, doubts and questions follow from
/// it, so that no rule can forget one or make one up.
public final class Inquiry {
  private final List<Asked> asked = new ArrayList<>(4);

  <T> Reading<T> note(String label, Question settledBy, Reading<T> reading) {
    var source = reading instanceof Reading.Known<T>(_, var known) ? known : null;
    asked.add(new Asked(label, source, settledBy));
    return reading;
  }

  /// What it lacked.
  public List<Asked> missing() {
    return asked.stream().filter(each -> !each.isKnown()).toList();
  }

  /// Whether anything it asked for was known, and not only assumed.
  public boolean isGrounded() {
    return asked.stream().anyMatch(each -> each.isKnown() && !each.isAssumed());
  }

  /// What it took PostgreSQL's default for.
  public List<Asked> assumed() {
    // a server that was read itself leaves nothing to be assumed: no stream for each rule and table
    for (var each : asked) {
      if (each.isAssumed()) {
        return asked.stream().filter(Asked::isAssumed).toList();
      }
    }
    return List.of();
  }
}
