package org.vacuumadvisor.diagnosis.rule.threshold;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.FindingBuilder;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Identifiers;

/// A temporary table to which no autovacuum comes: nobody but its session can read it.
public final class TemporaryTable extends TableRule {
  private static final long MIN_REPORTED_ROWS = 10_000;

  /// PostgreSQL's default scale factor: from this share on, any other table awaits its vacuum.
  private static final double MANY_DEAD = 0.2;

  @Override
  public String id() {
    return FindingId.AUTOVACUUM_DISABLED;
  }

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    return relation.isTemporary() && relation.kind() == RelationKind.TABLE;
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    long dead = table.need(TableFigures.DEAD_ROWS);
    if (dead < MIN_REPORTED_ROWS) {
      return clear(table);
    }
    double live = table.need(TableFigures.ROWS);
    if ((double) dead < MANY_DEAD * live) {
      return clear(table);
    }
    boolean isAtWork = session(table).filter(each -> each.state().is("active"::equals)).isPresent();
    var found =
        found(isAtWork ? Severity.INFO : Severity.ADVICE, table.relation())
            .headline(
                "Autovacuum cannot come to temporary table %s: %s dead rows, and %s live ones",
                Names.of(table), dead, live)
            .observed("dead rows", table.ask(TableFigures.DEAD_ROWS))
            .observed("live rows", table.ask(TableFigures.ROWS))
            .chosen("many", MANY_DEAD, "PostgreSQL's default scale factor");
    return explained(found, table).build();
  }

  private static Optional<Backend> session(TableEvidence table) {
    var pid = table.relation().get(TableKeys.SESSION_PID).known();
    return pid.flatMap(each -> table.all().machinery().session(Math.toIntExact(each)));
  }

  /// What to do, of a table like this: whose it is the schema's name tells since 16; before, it is
  /// to be found out.
  public static FindingBuilder explained(FindingBuilder found, TableEvidence table) {
    var name = Names.of(table);
    return table
        .relation()
        .get(TableKeys.SESSION_PID)
        .known()
        .map(pid -> session(table).map(Backend::fullName).orElse("session " + pid))
        .map(owner -> found.explained("temporary", owner, name))
        .orElseGet(() ->
            found.explained(
                "temporary-unnamed",
                name,
                Identifiers.quotedLiteral(table.relation().name().name())));
  }
}
