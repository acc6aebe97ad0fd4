package org.vacuumadvisor.diagnosis;

import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;

/// One thing that can be wrong, or right, with a server's vacuuming. A rule is a pure function
/// without state; it sees no other rule.
public interface Rule {
  /// The id of its findings in kebab-case, and the name of its page in `docs/rules`.
  String id();

  /// What it says of each subject that it concerns.
  Stream<? extends Verdict> examine(Evidence evidence);
}
