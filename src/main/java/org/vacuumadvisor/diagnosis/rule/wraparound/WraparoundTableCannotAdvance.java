package org.vacuumadvisor.diagnosis.rule.wraparound;

import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.LogFacts;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.TableRule;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.diagnosis.rule.threshold.TemporaryTable;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.TableEvidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.evidence.Truth;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// A table whose age does not fall although vacuum comes, or to which vacuum cannot come: it keeps
/// its whole database old.
public final class WraparoundTableCannotAdvance extends TableRule {
  /// More transaction IDs a second than any server is known to use up. Our choice.
  private static final double IMPOSSIBLE_RATE = 200_000;

  @Override
  protected boolean concerns(Relation relation, Evidence evidence) {
    boolean isOfTemporary = relation.isTemporary() && relation.kind() == RelationKind.TOAST;
    return !evidence.isStandby() && !isOfTemporary;
  }

  @Override
  protected Verdict examine(TableEvidence table) {
    return LogFacts.together(FailedVacuums.finding(this, table), table, () -> seen(table));
  }

  private Verdict seen(TableEvidence table) {
    var relation = table.relation();
    if (relation.isTemporary()) {
      return table.decide(ForcedVacuums.isForced(relation, table.all())) && !isHeld(table)
          ? temporary(table)
          : clear(table);
    }
    var options = table.all().options(relation);
    var limit = options.freezeMaxAge().value();
    var kept = options.freezeMinAge().value();
    // a TOAST table without parameters of its own goes by those of its table
    boolean isForEver =
        limit.compareTo(kept) <= 0
            && relation.parameters().text("autovacuum_freeze_max_age").isPresent();
    if (!(isForEver || table.need(TableKeys.XID_AGE).exceeds(limit))
        || isHeld(table)
        || VacuumAtWork.on(relation, table.all()).isPresent()) {
      return clear(table);
    }
    needLimit(table);
    if (isForEver) {
      return forcedForEver(kept, table);
    }
    var vacuumed = table.need(TableFigures.LAST_VACUUMED);
    if (vacuumed.isEmpty() || relation.isShared()) { // the vacuum was another database's
      return clear(table);
    }
    needClock(table);
    // a vacuum at this age freezes every row older than vacuum_freeze_min_age: so soon after one no
    // table can be past the limit again
    var since = table.all().ago(vacuumed.get());
    double used = (double) (limit.count() - kept.count());
    return (double) since.toMillis() / 1e3 * IMPOSSIBLE_RATE < used
        ? withoutEffect(table)
        : clear(table);
  }

  /// A default that nobody showed accuses no table: the limit may have been raised.
  private static void needLimit(TableEvidence table) {
    var setting = Setting.AUTOVACUUM_FREEZE_MAX_AGE;
    if (!table.all().isReadWhole() && table.all().settings().integer(setting).isEmpty()) {
      var server = table.all().aboutServer();
      var _ = table.need(setting.parameter(), Question.SETTINGS, server.ask(setting));
    }
  }

  /// The time of pasted figures is often no more than that of the last vacuum in them.
  private static void needClock(TableEvidence table) {
    if (!table.all().isClockShown()) {
      var now = Question.named("NOW");
      table.lack(now.what(), now);
      var _ = table.decide(Truth.UNKNOWN);
    }
  }

  private static boolean isHeld(TableEvidence table) {
    var half = table.all().options(table.relation()).freezeMaxAge().value().count() / 2;
    return table.all().holders().stream()
        .filter(holder -> holder.isOlderThan(new XidAge(half)))
        .anyMatch(holder -> holder.reach().covers(table.relation()));
  }

  private Finding temporary(TableEvidence table) {
    var database = table.relation().name().database();
    var found =
        warning(table.relation())
            .headline(
                "A temporary table keeps %s old, and autovacuum cannot vacuum it",
                Excerpt.isTold(database) ? "database " + database : "its database")
            .fact(age(table).asEffect())
            .observed("temporary table", Names.of(table), "pg_class", "relpersistence")
            .fact(limit(table).asEffect());
    return TemporaryTable.explained(found, table).build();
  }

  private Finding forcedForEver(XidAge kept, TableEvidence table) {
    var relation = table.relation();
    return advice(relation)
        .headline(
            "A vacuum of %s is forced in each naptime, and need not freeze anything",
            Names.of(relation, table.all()))
        .fact(age(table))
        .fact(limit(table))
        .engine("rows are frozen from", kept, "vacuum_freeze_min_age")
        .explained("forced-for-ever")
        .remedy(new Remedy.ResetTable(relation, Setting.AUTOVACUUM_FREEZE_MAX_AGE.parameter()))
        .build();
  }

  private Finding withoutEffect(TableEvidence table) {
    var name = Names.of(table);
    return warning(table.relation())
        .headline("A vacuum of %s did not lower its age", name)
        .fact(age(table))
        .observed(
            "vacuumed last",
            table
                .ask(TableFigures.LAST_VACUUMED)
                .map(each -> each.map(Names::time).orElse("never")))
        .fact(limit(table))
        .chosen(
            "limit of a rate", Quantities.count(IMPOSSIBLE_RATE) + " transaction IDs a second", "")
        .explained("without-effect", name)
        .build();
  }

  private static Fact age(TableEvidence table) {
    return Fact.observed("age of its oldest transaction ID", table.ask(TableKeys.XID_AGE));
  }

  private static Fact limit(TableEvidence table) {
    return Fact.engine(
        "forced from",
        table.all().options(table.relation()).freezeMaxAge().value(),
        "autovacuum_freeze_max_age");
  }
}
