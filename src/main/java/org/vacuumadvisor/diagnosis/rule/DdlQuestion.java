package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.unit.Quantities.counted;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.reading.Source;
import org.vacuumadvisor.model.session.Backend;
import org.vacuumadvisor.model.session.Command;

/// DDL waits for a lock, and nobody shows who holds it: an open transaction, or a vacuum to prevent
/// wraparound, which is the only one that does not give way.
final class DdlQuestion {
  private static final Source SHOWN = new Source.Words("their state, as shown");

  private DdlQuestion() {}

  static Optional<Finding> of(Evidence evidence) {
    var sessions = evidence.survey().machinery().sessions();
    var waiting =
        sessions.stream().filter(each -> each.waitsForLock() && each.blockers().isEmpty()).toList();
    return waiting.stream()
        .filter(each -> each.command().known().filter(Command.DDL::equals).isPresent())
        .findFirst()
        .map(ddl -> finding(ddl, waiting.size() - 1, sessions, evidence));
  }

  private static Finding finding(
      Backend ddl, int others, List<Backend> sessions, Evidence evidence) {
    var facts = new ArrayList<Fact>();
    facts.add(Fact.observed("waits for a lock with DDL", ddl.name(), SHOWN));
    facts.add(Fact.observed("others that wait for a lock", (long) others, SHOWN));
    var idle =
        sessions.stream()
            .filter(Backend::isIdleInTransaction)
            .filter(each -> each.database().equals(ddl.database()))
            .map(Backend::name)
            .collect(Collectors.joining(", "));
    if (!idle.isEmpty()) {
      facts.add(Fact.observed("idle in transaction in the same database", idle, SHOWN));
    }
    var workers =
        evidence.survey().machinery().workers().or(List.of()).stream()
            .filter(each -> ddl.database().known().filter(each.database()::equals).isPresent())
            .map(Machinery.Worker::pid)
            .map(Object::toString)
            .collect(Collectors.joining(", "));
    if (!workers.isEmpty()) {
      facts.add(Fact.observed("workers of autovacuum in the same database", workers, SHOWN));
    }
    return OpenQuestions.finding(
        Severity.WARNING,
        new Subject.Cluster(),
        "DDL of %s waits for a lock%s: who holds it is not shown"
            .formatted(
                ddl.name(),
                others == 0 ? "" : ", and %s too".formatted(counted(others, "more session"))),
        facts,
        "Whoever wants the table after it waits behind it, readers included. A transaction that"
            + " has touched the table holds its lock to its end, idle or not. An ordinary"
            + " autovacuum gives way within deadlock_timeout; one to prevent wraparound does not.",
        List.of(Question.BLOCKERS));
  }
}
