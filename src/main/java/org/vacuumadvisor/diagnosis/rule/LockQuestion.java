package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.unit.Quantities.counted;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.TableLock;

/// DDL waits for a lock, or many sessions do, and nobody shows who holds it: an open transaction,
/// or a vacuum to prevent wraparound, which is the only one that does not give way.
final class LockQuestion {
  /// More than meet by chance. Our choice.
  private static final int MANY = 2;

  private static final String SHOWN = "their state, as shown";

  private LockQuestion() {}

  static Optional<Finding> of(Evidence evidence, Rule rule) {
    var sessions = evidence.machinery().sessions();
    var waiting =
        sessions.stream().filter(each -> each.waitsForLock() && each.blockers().isEmpty()).toList();
    var wishes =
        evidence.machinery().locks().stream()
            .filter(each -> !each.granted())
            .collect(Collectors.toMap(TableLock::pid, each -> each, (first, _) -> first));
    Function<Backend, Optional<TableLock>> wish = session -> session.pid().known().map(wishes::get);
    return waiting.stream()
        .filter(each -> isDdl(each, wish.apply(each)) || waiting.size() >= MANY)
        .min(Comparator.comparing(each -> !isDdl(each, wish.apply(each))))
        .map(first ->
            finding(first, wish.apply(first), waiting.size() - 1, sessions, evidence, rule));
  }

  /// Nothing but DDL and LOCK TABLE asks for a lock that keeps readers away.
  private static boolean isDdl(Backend session, Optional<TableLock> wish) {
    return session.command().is(Command::isDdl) || wish.filter(TableLock::isExclusive).isPresent();
  }

  private static Finding finding(
      Backend first,
      Optional<TableLock> wish,
      int others,
      List<Backend> sessions,
      Evidence evidence,
      Rule rule) {
    return rule.found(
            isDdl(first, wish) ? Severity.WARNING : Severity.ADVICE,
            "%s waits for a lock%s%s: who holds it is not shown",
            first.command().is(Command::isDdl)
                ? "DDL of " + first.name()
                : Names.capital(first.name()),
            wish.flatMap(each -> evidence.relation(each.relation()))
                .map(each -> " on " + Names.of(each, evidence))
                .orElse(""),
            others == 0 ? "" : ", and %s too".formatted(counted(others, "more session")))
        .observed("waits for a lock", first.name(), SHOWN)
        .observed("others that wait for a lock", (long) others, SHOWN)
        .observed(
            "idle in transaction in the same database",
            sessions.stream()
                .filter(Backend::isIdleInTransaction)
                .filter(each -> each.database().equals(first.database()))
                .map(Backend::name)
                .collect(Collectors.joining(", ")),
            SHOWN)
        .observed(
            "workers of autovacuum in the same database",
            evidence.workers().stream()
                .filter(each -> first.database().is(each.database()::equals))
                .map(each -> Integer.toString(each.pid()))
                .collect(Collectors.joining(", ")),
            SHOWN)
        .explained("lock")
        .asking(List.of(Question.BLOCKERS))
        .build();
  }
}
