package org.vacuumadvisor.diagnosis;

import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;

/// A rule that says what messages of the server mean, and nothing else: [Message] has them.
public abstract class MessageRule implements Rule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    return LogFacts.verdicts(evidence, Message.findings(this, evidence).toList());
  }
}
