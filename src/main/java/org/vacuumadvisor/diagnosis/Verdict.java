package org.vacuumadvisor.diagnosis;

import java.util.List;
import java.util.function.Supplier;
import org.vacuumadvisor.evidence.Asked;
import org.vacuumadvisor.evidence.Inquiry;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.SubjectEvidence;

/// What a rule says of one subject. It always says one of three things: silence is none of them.
public sealed interface Verdict permits Finding, Verdict.Clear, Verdict.CannotTell {

  Subject subject();

  /// It is not so, as far as what was asked for is known: what is so by PostgreSQL's defaults alone
  /// may be otherwise on a server whose settings nobody showed, and is not worth a question.
  static Verdict clear(Subject subject, Inquiry inquiry) {
    var assumed = inquiry.assumed();
    return assumed.isEmpty() ? new Clear(subject) : new CannotTell(subject, assumed, false);
  }

  /// What a rule says of a subject; that it cannot tell where it ended for want of a figure.
  static Verdict of(Subject subject, SubjectEvidence asked, Supplier<Verdict> rule) {
    return asked.judge(rule).orElseGet(() -> cannotTell(subject, asked.inquiry()));
  }

  /// It may be so: nobody showed what would tell it.
  static Verdict notShown(Subject subject, Question settledBy) {
    var asked = new Asked(settledBy.what(), null, settledBy);
    return new CannotTell(subject, List.of(asked), false);
  }

  /// It may be so: the rule ended for want of a figure.
  static Verdict cannotTell(Subject subject, Inquiry inquiry) {
    return new CannotTell(subject, inquiry.missing(), inquiry.isGrounded());
  }

  /// It is not so: everything the rule needed was known.
  record Clear(Subject subject) implements Verdict {}

  /// It may be so: figures are missing.
  ///
  /// @param lacks the figures, at least one
  /// @param hasGround whether any other figure that the rule asked for was known, so that somebody
  ///   who shows it may expect an answer
  record CannotTell(Subject subject, List<Asked> lacks, boolean hasGround) implements Verdict {
    public CannotTell {
      lacks = List.copyOf(lacks);
    }
  }
}
