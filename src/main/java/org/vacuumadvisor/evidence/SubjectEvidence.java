package org.vacuumadvisor.evidence;

import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.vacuumadvisor.model.Key;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Source;

/// What is known of one subject, for one rule: each figure that the rule asks for is recorded.
public abstract sealed class SubjectEvidence permits TableEvidence, IndexEvidence, ServerEvidence {
  private final Evidence evidence;
  private final Inquiry inquiry = new Inquiry();

  SubjectEvidence(Evidence evidence) {
    this.evidence = evidence;
  }

  /// A figure or setting, to be recorded.
  public <T> Reading<T> ask(String label, Question settledBy, Reading<T> reading) {
    return inquiry.note(label, settledBy, reading);
  }

  /// Something that no figure shows, to be recorded as missing.
  public void lack(String label, Question settledBy) {
    var _ = inquiry.note(label, settledBy, Reading.missing(Reading.Why.NOT_COLLECTED));
  }

  /// A figure without which the rule cannot tell: if it is not known, the rule ends here.
  public <T> T need(String label, Question settledBy, Reading<T> reading) {
    return known(ask(label, settledBy, reading));
  }

  static <T> T known(Reading<T> reading) {
    return switch (reading) {
      case Reading.Known<T>(T value, _) -> value;
      case Reading.Missing<T> _ -> throw new Unknown();
    };
  }

  /// Where a figure was read: in the line it stands in, if somebody pasted it.
  Source source(Key<?> key, Relation table, String pasted) {
    var excerpt = evidence.excerpt();
    return excerpt
        .flatMap(shown -> shown.figure(table, pasted))
        .<Source>map(figure -> new Source.At(excerpt.get().where(figure.line()), key))
        .orElse(key);
  }

  /// Whether it is so; if that is unknown, the rule ends here.
  public boolean decide(Truth truth) {
    return switch (truth) {
      case YES -> true;
      case NO -> false;
      case UNKNOWN -> throw new Unknown();
    };
  }

  /// What a rule says; empty if it ended because a figure is not known.
  public <V> Optional<V> judge(Supplier<V> rule) {
    try {
      return Optional.of(rule.get());
    } catch (Unknown _) {
      return Optional.empty();
    }
  }

  /// When the figures were true.
  public Instant takenAt() {
    return evidence.takenAt();
  }

  /// Everything that is known of the server.
  public Evidence all() {
    return evidence;
  }

  /// What was asked for so far.
  public Inquiry inquiry() {
    return inquiry;
  }

  /// Ends a rule that needs a figure nobody knows: what is missing is in the record of what it
  /// asked for. It never leaves [#judge].
  private static final class Unknown extends RuntimeException {
    private static final long serialVersionUID = 1;

    /// It is thrown for a hundred thousand tables: without a stack trace.
    Unknown() {
      super("a figure is not known", null, false, false);
    }
  }
}
