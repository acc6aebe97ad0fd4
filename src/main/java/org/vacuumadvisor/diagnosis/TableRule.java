package org.vacuumadvisor.diagnosis;

import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.model.Relation;

/// A rule that judges one table at a time.
///
/// [#examine] asks the table for its figures. What it cannot do without it gets by
/// [TableEvidence#need] or [TableEvidence#decide], which end it where a figure is not known: it
/// then has said that it cannot tell, and which figures it lacked. So a rule that comes to its end
/// has known what it needed.
public abstract class TableRule implements Rule {

  /// The tables it may concern, by what they are, not by their figures: those that autovacuum comes
  /// to, unless it says otherwise.
  protected boolean concerns(Relation relation, Evidence evidence) {
    return isTended(relation, evidence);
  }

  /// A finding, or [#clear].
  protected abstract Verdict examine(TableEvidence table);

  @Override
  public final Stream<Verdict> examine(Evidence evidence) {
    var tables = evidence.tables().filter(each -> concerns(each, evidence)).map(evidence::about);
    return Stream.concat(ofServer(evidence), tables.map(this::judged));
  }

  /// What it says of all tables of the server at once, where that is all that is known.
  protected Stream<? extends Verdict> ofServer(Evidence evidence) {
    return Stream.empty();
  }

  private Verdict judged(TableEvidence table) {
    return Verdict.of(new Subject.OfRelation(table.relation()), table, () -> examine(table));
  }

  /// Whether it is a user's, and autovacuum comes to it.
  protected static boolean isTended(Relation relation, Evidence evidence) {
    return relation.isAutovacuumed() && !relation.isSystem() && !evidence.isStandby();
  }

  /// It is not so.
  protected static Verdict clear(TableEvidence table) {
    return Verdict.clear(new Subject.OfRelation(table.relation()), table.inquiry());
  }
}
