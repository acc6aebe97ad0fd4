package org.vacuumadvisor.diagnosis;

import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;

/// A rule that says what messages of the server mean, and nothing else: [Message] has them.
public abstract class MessageRule implements Rule {

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    var told = Message.findings(this, evidence);
    return LogFacts.verdicts(evidence, Stream.concat(told, shown(evidence)).toList());
  }

  /// What views show that a message would say.
  protected Stream<Finding> shown(Evidence evidence) {
    return Stream.empty();
  }
}
