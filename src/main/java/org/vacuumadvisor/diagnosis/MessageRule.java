package org.vacuumadvisor.diagnosis;

import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Occurrences;

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

  /// Whether one of the messages that are kept has these words.
  protected static boolean says(Optional<Occurrences> told, String words) {
    return told.stream()
        .flatMap(each -> Stream.of(each.first(), each.last()))
        .flatMap(each -> Stream.ofNullable(each.text()))
        .anyMatch(each -> each.contains(words));
  }
}
