package org.vacuumadvisor.diagnosis.rule.wraparound;

import static org.vacuumadvisor.postgres.Wraparound.MULTIXACTS;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.ServerRule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.DatabaseAge;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// Multixact IDs, or the space for their members, run out or have run out: rows that several
/// transactions lock at once use them up.
public final class MultixactNear extends ServerRule {
  /// Half of the ID space. pganalyze warns there.
  static final XidAge NEAR = new XidAge(Wraparound.WRAP.count() / 2);

  /// The age from which a vacuum of a table is worth it: the default of
  /// `vacuum_multixact_freeze_table_age`.
  private static final XidAge LEAST = new XidAge(150_000_000);

  @Override
  protected List<? extends Verdict> examine(ServerEvidence server) {
    var members = MultixactMembers.of(server);
    if (members.filter(each -> each.isStopped() || each.isLast()).isPresent()) {
      return List.of(ofMembers(members.get()));
    }
    var ages = DatabaseAge.of(MULTIXACTS, server.all());
    if (!ages.isEmpty()) {
      var end = new RunningOut(MULTIXACTS, ages, NEAR, server);
      if (end.isStopped() || end.worst().age().exceeds(NEAR)) {
        return List.of(ofIds(end, members, server));
      }
    }
    if (members.isPresent() && members.get().areMany()) {
      return List.of(ofMembers(members.get()));
    }
    FreezeFigures.needAllAges(MULTIXACTS, server);
    return List.of(clear(server));
  }

  private Finding ofIds(RunningOut end, Optional<MultixactMembers> members, ServerEvidence server) {
    var perDay = FreezeFigures.perDay(MULTIXACTS, server);
    return found(end.isLate() ? Severity.CRITICAL : Severity.WARNING, end.subject())
        .headline(
            end.isStopped()
                ? "New multixacts are refused: %s is out of multixact IDs".formatted(end.database())
                : "%s: %s multixacts until new ones are refused %s"
                    .formatted(
                        end.atStart(), Quantities.rounded(end.left().count()), end.used(perDay)))
        .facts(end.facts(perDay))
        .facts(members.stream().map(MultixactMembers::fact))
        .engine(
            "autovacuum is forced from",
            FreezeFigures.multixactFreezeMaxAge(server).or(XidAge.NONE),
            "autovacuum_multixact_freeze_max_age, less where many members are in use")
        .convention("near", NEAR, "pganalyze warns at half of 2^31")
        .explained(end.isStopped() ? "ids-stopped" : "ids", end.obstacle())
        .toBeCertain(
            end.worst().isRefused()
                ? "SELECT datname, mxid_age(datminmxid) FROM pg_database ORDER BY 2 DESC;"
                : members.isEmpty()
                    ? "The members in use, which may run out first: pg_get_multixact_stats() from"
                        + " 19 on; before, the size of pg_multixact/members."
                    : null)
        .remedies(end.remedies(LEAST))
        .build();
  }

  private Finding ofMembers(MultixactMembers members) {
    return found(members.isLast() ? Severity.CRITICAL : Severity.WARNING, members.subject())
        .headline(members.headline())
        .fact(members.fact())
        .fact(members.limit())
        .explained(members.isStopped() ? "members-stopped" : "members", members.where())
        .build();
  }
}
