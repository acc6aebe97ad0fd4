package org.vacuumadvisor.advice;

import static org.vacuumadvisor.advice.Risk.TakesEffect.AT_ONCE;

import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.unit.XidAge;

/// Writes the contract for a remedy: the statement on this release at this provider, what it costs,
/// and how to take it back.
final class Prescription {
  private static final String TABLE_LOCK =
      "SHARE UPDATE EXCLUSIVE on the table: reads and writes go on; it waits for, and cancels, a "
          + "running autovacuum of it";
  private static final String NO_LOCK = "none";
  private static final Effect HORIZON_MOVES =
      new Effect.NotPredicted(
          "how many dead rows the next vacuum can remove depends on who else holds the horizon");

  private final Finding finding;
  private final Situation situation;

  Prescription(Finding finding, Situation situation) {
    this.finding = finding;
    this.situation = situation;
  }

  Recommendation of(Remedy remedy) {
    return switch (remedy) {
      case Remedy.EndSession(Session session) -> end(remedy, session);
      case Remedy.FinishPrepared(PreparedTransaction transaction) -> finish(remedy, transaction);
      case Remedy.DropSlot(Slot slot) -> drop(remedy, slot);
      case Remedy.RelieveStandby(_, String name) -> relieve(remedy, name);
      case Remedy.TuneTable tune -> tune(tune);
      case Remedy.ResetTable reset -> reset(reset);
      case Remedy.TuneServer tune -> new ServerChange(tune, situation).contract(draft(remedy));
      case Remedy.VacuumNow(var relations, var options) ->
          vacuum(remedy, relations.getFirst(), String.join(", ", options));
      case Remedy.FreezeDatabase(String database, XidAge least) -> freeze(remedy, database, least);
      case Remedy.AnalyzeDatabase(String database) -> analyze(remedy, database);
      case Remedy.Act(String what) -> draft(remedy).title(what).how(what).build();
    };
  }

  private Draft draft(Remedy remedy) {
    return new Draft(remedy, finding);
  }

  private Recommendation end(Remedy remedy, Session session) {
    var draft =
        draft(remedy)
            .title("End the transaction of session %d".formatted(session.pid()))
            .expected(HORIZON_MOVES)
            .risk(
                NO_LOCK,
                AT_ONCE,
                "The transaction is rolled back and the application gets an error")
            .verify(
                "pg_stat_activity no longer lists the transaction, and the next vacuum brings "
                    + "n_dead_tup below the threshold");
    return session.application().equals("pg_dump")
        ? draft.title("Let the dump finish").how("It ends by itself when it is done.").build()
        : draft
            .sql(Statements.endSession(session))
            .how(
                "Better still, let %s commit or roll back. So that it does not happen again: "
                        .formatted(application(session))
                    + "idle_in_transaction_session_timeout ends sessions that sit idle in a "
                    + "transaction.")
            .build();
  }

  private static String application(Session session) {
    return session.application().isEmpty() ? "the application" : session.application();
  }

  private Recommendation finish(Remedy remedy, PreparedTransaction transaction) {
    var gid = Identifiers.quotedLiteral(transaction.gid());
    var draft =
        draft(remedy)
            .title("Finish prepared transaction " + transaction.gid())
            .sql("ROLLBACK PREPARED " + gid + ";")
            .how(
                "Ask the transaction manager first: if it decided to commit, COMMIT PREPARED %s "
                        .formatted(gid)
                    + "instead. Only its owner or a superuser can, in its database.")
            .expected(HORIZON_MOVES)
            .risk(
                NO_LOCK,
                AT_ONCE,
                "What the transaction wrote is lost by a rollback; nothing brings it back")
            .verify("pg_prepared_xacts no longer lists it");
    return switch (transaction.reach()) {
      case Reach.OneDatabase(String name) -> draft.database(name).build();
      case Reach.Everything(), Reach.Catalogs(_) -> draft.build();
    };
  }

  private Recommendation drop(Remedy remedy, Slot slot) {
    return draft(remedy)
        .title("Drop replication slot " + slot.name() + " if nobody needs it")
        .sql(
            "SELECT pg_catalog.pg_drop_replication_slot(%s);"
                .formatted(Identifiers.quotedLiteral(slot.name())))
        .how("If its consumer is only late, start the consumer again instead.")
        .expected(HORIZON_MOVES)
        .risk(
            NO_LOCK,
            AT_ONCE,
            "A consumer that comes back must be set up anew; a slot cannot be restored")
        .verify("pg_replication_slots no longer lists it")
        .build();
  }

  private Recommendation relieve(Remedy remedy, String name) {
    return draft(remedy)
        .title("Find the long transaction on the standby")
        .how(
            "%s: on the standby, SELECT pid, xact_start, state FROM pg_stat_activity WHERE "
                    .formatted(name)
                + "backend_xmin IS NOT NULL ORDER BY xact_start; then end or shorten what is"
                + " oldest. Without hot_standby_feedback the primary would not wait, and cancel"
                + " such queries after max_standby_streaming_delay.")
        .expected(HORIZON_MOVES)
        .risk(NO_LOCK, AT_ONCE, "A query on the standby is ended")
        .verify("age(backend_xmin) of pg_stat_replication, or xmin of its slot, moves on")
        .build();
  }

  private Recommendation tune(Remedy.TuneTable tune) {
    var relation = tune.relation();
    return onTable(tune, relation)
        .title(
            "Set %s for %s"
                .formatted(String.join(" and ", tune.parameters().keySet()), display(relation)))
        .sql(Statements.setParameters(relation, tune.parameters(), situation))
        .undo(Statements.restoreParameters(relation, tune.parameters().keySet(), situation))
        .expected(tune.effect())
        .verify(
            "pg_stat_all_tables.autovacuum_count of the table rises more often, and n_dead_tup and "
                + "n_ins_since_vacuum stay below the new threshold; look after a day")
        .build();
  }

  private Recommendation reset(Remedy.ResetTable reset) {
    var relation = reset.relation();
    return onTable(reset, relation)
        .title("Let autovacuum come to " + display(relation) + " again")
        .sql(Statements.resetParameters(relation, reset.parameters(), situation))
        .undo(Statements.restoreParameters(relation, reset.parameters(), situation))
        .expected(new Effect.NotPredicted("it restores the server's settings for this table"))
        .verify("last_autovacuum of pg_stat_all_tables is set within a few autovacuum_naptime")
        .build();
  }

  private Draft onTable(Remedy remedy, Relation relation) {
    return draft(remedy)
        .database(relation.name().database())
        .appliesTo(new Subject.OfRelation(relation))
        .risk(TABLE_LOCK, AT_ONCE, "The next vacuum of the table may come at once");
  }

  private Recommendation vacuum(Remedy remedy, Relation relation, String options) {
    var owner = situation.owner(relation);
    return draft(remedy)
        .database(owner.name().database())
        .appliesTo(new Subject.OfRelation(relation))
        .title(
            "%s %s in a quiet hour"
                .formatted(options.contains("FREEZE") ? "Freeze" : "Vacuum", display(relation)))
        .sql(
            "VACUUM %s%s;"
                .formatted(options.isEmpty() ? "" : "(" + options + ") ", owner.name().sql()))
        .expected(new Effect.NotPredicted("it does now what autovacuum would do later"))
        .risk(
            TABLE_LOCK.replace("; it waits for, and cancels, a running autovacuum of it", "")
                + "; at the end ACCESS EXCLUSIVE for a moment if empty pages can be cut off",
            AT_ONCE,
            "Reads up to %s and its indexes, unthrottled unless vacuum_cost_delay is set"
                .formatted(owner.extent().size()))
        .verify(
            "last_vacuum of pg_stat_all_tables; age(relfrozenxid) and relallvisible of pg_class")
        .build();
  }

  private Recommendation freeze(Remedy remedy, String database, XidAge least) {
    var draft =
        draft(remedy)
            .database(database)
            .appliesTo(new Subject.OfDatabase(database))
            .title("Freeze what is oldest in database " + database)
            .sql("VACUUM (FREEZE);")
            .expected(new Effect.NotPredicted("how far the age falls depends on the horizon"))
            .risk(
                "SHARE UPDATE EXCLUSIVE on one table after the other: reads and writes go on",
                AT_ONCE,
                "Reads every page that is not frozen yet, and writes many of them")
            .verify("age(datfrozenxid) of pg_database falls");
    return Feature.SELECTIVE_VACUUM.isIn(situation.survey().server().release())
        ? draft
            .how(
                "Only the oldest tables, several at a time: vacuumdb --freeze --min-xid-age=%d --jobs=4 "
                        .formatted(least.count())
                    + "with the database's name.")
            .build()
        : draft.build();
  }

  private Recommendation analyze(Remedy remedy, String database) {
    return draft(remedy)
        .database(database)
        .title("Let the server count its rows again in database " + database)
        .sql("ANALYZE;")
        .expected(new Effect.NotPredicted("it restores the counters autovacuum goes by"))
        .risk(
            "SHARE UPDATE EXCLUSIVE on one table after the other: reads and writes go on",
            AT_ONCE,
            "Reads a sample of every table")
        .verify("last_analyze and n_live_tup of pg_stat_all_tables are set")
        .build();
  }

  private String display(Relation relation) {
    var owner = situation.owner(relation);
    return owner.key().equals(relation.key())
        ? relation.name().sql()
        : "the TOAST table of " + owner.name().sql();
  }
}
