package org.vacuumadvisor.diagnosis;

import java.util.Locale;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;

/// One thing that can be wrong, or right, with a server's vacuuming. A rule is a pure function
/// without state; it sees no other rule.
public interface Rule {
  /// The id of its findings, and the name of its page in `docs/rules`: the name of its class in
  /// kebab-case.
  default String id() {
    return getClass()
        .getSimpleName()
        .replaceAll("(?<=[a-z])(?=[A-Z])", "-")
        .toLowerCase(Locale.ROOT);
  }

  /// What it says of each subject that it concerns.
  Stream<? extends Verdict> examine(Evidence evidence);

  /// A warning about the whole server.
  default FindingBuilder warning(String headline, Object... figures) {
    return found(Severity.WARNING, headline, figures);
  }

  /// The same about a table; what it says of it comes next, as its headline.
  default FindingBuilder warning(Relation relation) {
    return found(Severity.WARNING, relation);
  }

  /// Advice about the whole server.
  default FindingBuilder advice(String headline, Object... figures) {
    return found(Severity.ADVICE, headline, figures);
  }

  /// The same about a table.
  default FindingBuilder advice(Relation relation) {
    return found(Severity.ADVICE, relation);
  }

  /// Something worth knowing about the whole server.
  default FindingBuilder info(String headline, Object... figures) {
    return found(Severity.INFO, headline, figures);
  }

  /// The same about a table.
  default FindingBuilder info(Relation relation) {
    return found(Severity.INFO, relation);
  }

  /// A finding about the server as a whole, to be written.
  ///
  /// @param headline one line, with places for figures
  /// @param figures what stands there, if any do
  default FindingBuilder found(Severity severity, String headline, Object... figures) {
    return found(severity, new Subject.Cluster()).headline(headline, figures);
  }

  /// The same about a table.
  default FindingBuilder found(Severity severity, Relation relation) {
    return found(severity, new Subject.OfRelation(relation));
  }

  /// The same about whatever it is.
  default FindingBuilder found(Severity severity, Subject subject) {
    return new FindingBuilder(id(), severity, subject);
  }
}
