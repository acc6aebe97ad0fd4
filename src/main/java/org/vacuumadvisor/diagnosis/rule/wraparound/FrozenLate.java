package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.LoggedTable;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.TableHistory;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;

/// Vacuums to prevent wraparound that did their work, but came when a table was far older than the
/// age at which they are forced: that is no routine.
///
/// @param tables the one that was oldest first
record FrozenLate(List<LoggedTable> tables, ServerEvidence server) {
  /// Autovacuum is due at the limit itself; nobody intends twice that. Our choice.
  private static final long TIMES = 2;

  static Optional<FrozenLate> in(ServerEvidence server) {
    var tables =
        server
            .all()
            .histories()
            .filter(each -> isLate(each, server))
            // [FailsafeActive] tells of the others
            .filter(
                each -> each.milestones().forced().filter(run -> run.is(Trait.FAILSAFE)).isEmpty())
            .sorted(Comparator.comparingLong(FrozenLate::ahead).reversed())
            .map(each -> LoggedTable.of(each, server.all()))
            .toList();
    return tables.isEmpty() ? Optional.empty() : Optional.of(new FrozenLate(tables, server));
  }

  /// Whether the last forced vacuum of a table came late.
  static boolean isLate(TableHistory table, ServerEvidence server) {
    return limit(server).filter(limit -> ahead(table) > TIMES * limit.count()).isPresent();
  }

  private static Optional<XidAge> limit(ServerEvidence server) {
    return FreezeFigures.freezeMaxAge(server).known();
  }

  /// By how much relfrozenxid advanced: the table was at least that old.
  private static long ahead(TableHistory table) {
    var advance = table.milestones().forced().map(run -> run.outcome().newRelfrozenXid());
    return advance.map(each -> each.ahead()).orElse(0L);
  }

  private LoggedTable worst() {
    return tables.getFirst();
  }

  private Run run() {
    return worst().history().milestones().forced().orElseThrow();
  }

  private XidAge age() {
    return new XidAge(ahead(worst().history()));
  }

  /// As a part of another finding's proof.
  Fact fact() {
    return LogFacts.by(run(), worst().name() + " was frozen only at the age of", age());
  }

  Finding finding(Rule rule) {
    boolean isAssumed = server.all().settings().value(Setting.AUTOVACUUM_FREEZE_MAX_AGE).isEmpty();
    return rule.found(
            Severity.WARNING, tables.size() == 1 ? worst().subject() : new Subject.Cluster())
        .headline(
            "A vacuum froze %s only when it was %s transactions old%s",
            worst().name(),
            Quantities.rounded(age().count()),
            tables.size() == 1
                ? ""
                : ", and %s likewise"
                    .formatted(Quantities.counted(tables.size() - 1L, "other table")))
        .told(run(), "relfrozenxid moved on by", age())
        .told(run(), "it took", LogFacts.elapsed(run()))
        .engine(
            "autovacuum is forced from",
            limit(server).orElseThrow(),
            isAssumed
                ? "autovacuum_freeze_max_age, its default: not shown"
                : "autovacuum_freeze_max_age")
        .chosen("late", TIMES + " times that", "")
        .explained("frozen-late", worst().name())
        .confidence(isAssumed ? Confidence.MEDIUM : Confidence.HIGH)
        .build();
  }
}
