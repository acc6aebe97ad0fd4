package org.vacuumadvisor.advice;

import static org.vacuumadvisor.advice.Risk.TakesEffect.AT_ONCE;

import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.postgres.Identifiers;

/// The contracts by which a holder lets the horizon go.
final class LettingGo {
  private static final String NO_LOCK = "none";
  private static final Effect HORIZON_MOVES =
      new Effect.NotPredicted(
          "how many dead rows the next vacuum can remove depends on who else holds the horizon");

  private LettingGo() {}

  static Recommendation end(Session session, Draft draft) {
    draft
        .title("End the transaction of session %d".formatted(session.pid()))
        .expected(HORIZON_MOVES)
        .risk(NO_LOCK, AT_ONCE, "The transaction is rolled back and the application gets an error")
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

  static Recommendation finish(PreparedTransaction transaction, Draft draft) {
    var gid = Identifiers.quotedLiteral(transaction.gid());
    draft
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

  static Recommendation drop(Slot slot, Draft draft) {
    return draft
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

  static Recommendation catchUp(Slot slot, Draft draft) {
    return draft
        .title("Find out why the consumer of slot %s lags".formatted(slot.name()))
        .how(
            "Compare confirmed_flush_lsn of pg_replication_slots with pg_current_wal_lsn() twice:"
                + " if it stands still, look at the consumer's log, for it receives but does not"
                + " confirm; if it moves, the consumer is too slow, or one long transaction is"
                + " being decoded. Do not drop the slot: it is in use.")
        .expected(HORIZON_MOVES)
        .risk(NO_LOCK, AT_ONCE, "none")
        .verify("age(catalog_xmin) of pg_replication_slots falls")
        .build();
  }

  static Recommendation relieve(String name, Draft draft) {
    return draft
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
}
