package org.vacuumadvisor.diagnosis.rule.wraparound;

import java.util.List;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.ServerRule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.DatabaseAge;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.postgres.Wraparound;

/// The server assigns no transaction ID any more: it only reads, and vacuums.
public final class WraparoundShutdown extends ServerRule {

  /// One finding for the server: one database keeps all of them from writing.
  @Override
  protected List<? extends Verdict> examine(ServerEvidence server) {
    var ages = DatabaseAge.of(Wraparound.TRANSACTIONS, server.all());
    if (!ages.isEmpty()) {
      var end = new RunningOut(Wraparound.TRANSACTIONS, ages, WraparoundNear.NEAR, server);
      if (end.isStopped()) {
        return List.of(finding(end, server));
      }
    }
    FreezeFigures.needAllAges(Wraparound.TRANSACTIONS, server);
    return List.of(clear(server));
  }

  private Finding finding(RunningOut end, ServerEvidence server) {
    return found(Severity.CRITICAL, end.subject())
        .headline(
            "Writes have stopped in all databases: %s is out of transaction IDs", end.database())
        .facts(end.facts(FreezeFigures.perDay(Wraparound.TRANSACTIONS, server)))
        .explained("stopped", end.obstacle())
        .toBeCertain(
            end.worst().isRefused()
                ? "SELECT datname, age(datfrozenxid) FROM pg_database ORDER BY 2 DESC;"
                : null)
        .remedies(end.remedies(server.all().settings().freezeTableAge()))
        .build();
  }
}
