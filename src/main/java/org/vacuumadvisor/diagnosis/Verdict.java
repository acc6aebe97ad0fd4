package org.vacuumadvisor.diagnosis;

import java.util.List;
import org.vacuumadvisor.evidence.Asked;
import org.vacuumadvisor.evidence.Question;

/// What a rule says of one subject. It always says one of three things: silence is none of them.
public sealed interface Verdict permits Finding, Verdict.Clear, Verdict.CannotTell {

  Subject subject();

  /// It is not so: everything the rule needed was known.
  ///
  /// @param assumed settings that nobody showed, taken at their defaults
  record Clear(Subject subject, List<Asked> assumed) implements Verdict {
    public Clear {
      assumed = List.copyOf(assumed);
    }
  }

  /// It may be so: figures are missing.
  ///
  /// @param lacks the figures, at least one
  /// @param hasGround whether any other figure that the rule asked for was known, so that somebody
  ///   who shows it may expect an answer
  record CannotTell(Subject subject, List<Asked> lacks, boolean hasGround) implements Verdict {
    public CannotTell {
      lacks = List.copyOf(lacks);
    }

    /// What would settle it.
    public List<Question> questions() {
      return lacks.stream().map(Asked::settledBy).distinct().toList();
    }
  }
}
