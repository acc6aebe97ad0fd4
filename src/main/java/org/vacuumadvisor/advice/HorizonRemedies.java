package org.vacuumadvisor.advice;

import static org.vacuumadvisor.advice.Risk.TakesEffect.AT_ONCE;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;

/// The contracts by which a holder lets the horizon go, or a session its locks. What may be done is
/// for [Preconditions] to say.
record HorizonRemedies(Survey survey, Preconditions preconditions) {
  /// Whoever is behind them can commit.
  private static final Set<Backend.Kind> ASKED = Set.of(Backend.Kind.CLIENT, Backend.Kind.OBSERVER);

  /// A title is to be read.
  private static final int NAMED = 10;

  private static final Effect HORIZON_MOVES =
      new Effect.NotPredicted(
          "how many dead rows the next vacuum can remove depends on what else blocks cleanup");

  private static final String TRANSACTION_GONE =
      "pg_stat_activity no longer lists the transaction, and the next vacuum brings n_dead_tup"
          + " below the threshold";

  /// Whether it may be done; empty for what does no harm.
  Optional<Permission> permission(Remedy remedy) {
    return switch (remedy) {
      case Remedy.EndSession(var session, var harm) ->
          Optional.of(preconditions.ending(session, harm));
      case Remedy.EndBlocker(var blocker, _) -> Optional.of(preconditions.ending(blocker));
      case Remedy.CancelWaiter(var waiter, _) -> Optional.of(preconditions.cancelling(waiter));
      case Remedy.FinishPrepared(var transaction) ->
          Optional.of(preconditions.finishing(transaction));
      case Remedy.DropSlot(var slot) -> Optional.of(preconditions.dropping(slot));
      default -> Optional.empty();
    };
  }

  /// Whether it must not be done, and nothing milder would do: a client may at least be asked to
  /// commit, a transaction manager to decide, a consumer be started again.
  Optional<String> forbidden(Remedy remedy) {
    return permission(remedy)
        .filter(_ -> !mayBeAsked(remedy))
        .flatMap(permission ->
            permission instanceof Permission.Forbidden(String why)
                ? Optional.of(why)
                : Optional.empty());
  }

  private boolean mayBeAsked(Remedy remedy) {
    return switch (remedy) {
      case Remedy.EndSession(var session, _) -> mayBeAsked(session.backend());
      case Remedy.EndBlocker(var blocker, _) -> mayBeAsked(blocker);
      case Remedy.FinishPrepared _ -> true;
      case Remedy.DropSlot drop -> mayBeStarted(drop.slot());
      default -> false;
    };
  }

  private boolean mayBeStarted(Slot slot) {
    return slot.isAbandoned() && !preconditions.isKeptInStep(slot);
  }

  private static boolean mayBeAsked(Backend backend) {
    return ASKED.contains(backend.kind()) && !backend.waitsForLock();
  }

  Recommendation contract(Remedy.OfHorizon remedy, Draft draft) {
    draft.expected(HORIZON_MOVES);
    return switch (remedy) {
      case Remedy.EndSession end -> end(end, draft);
      case Remedy.FinishPrepared finish -> finish(finish, draft);
      case Remedy.DropSlot drop -> drop(drop, draft);
      case Remedy.CatchUp(Slot slot) -> catchUp(slot, draft);
      case Remedy.RelieveStandby(_, String name, var lag) ->
          lag.isPresent() ? catchUp(name, draft) : relieve(name, draft);
      case Remedy.FindHolder(var database, _, _) ->
          Prescription.inquire("Find out what blocks cleanup", Question.HOLDERS, database, draft);
    };
  }

  Recommendation contract(Remedy.OfLock remedy, Draft draft) {
    draft.expected(new Effect.NotPredicted("who waits for the lock goes on at once"));
    return switch (remedy) {
      case Remedy.EndBlocker blocking ->
          end(
              blocking.blocker().name(),
              blocking.blocker(),
              blocking,
              draft.verify("pg_blocking_pids() of who waits no longer names it"));
      case Remedy.CancelWaiter(Backend waiter, String what) ->
          switch (preconditions.cancelling(waiter)) {
            case Permission.Granted(String sql) ->
                draft
                    .title(
                        "Cancel the statement of %s, which waits for %s"
                            .formatted(waiter.name(), what))
                    .sql(sql)
                    .how("Repeat it with a short lock_timeout when nobody is in its way.")
                    .cost(AT_ONCE, "The statement fails, and its transaction is rolled back")
                    .verify("pg_stat_activity shows nobody who waits for the table")
                    .build();
            case Permission permission -> instead(permission, waiter.name(), draft);
          };
    };
  }

  private Recommendation end(Remedy.EndSession end, Draft draft) {
    var backend = end.session().backend();
    var all = preconditions.endedWith(end.session());
    return all.size() == 1
        ? end(backend.name(), backend, end, draft)
        : end(
            "%s idle in transaction%s: %s"
                .formatted(
                    Quantities.counted(all.size(), "session"),
                    backend.who().map(each -> " (" + each + ")").orElse(""),
                    all.stream()
                            .limit(NAMED)
                            .map(HorizonHolder::name)
                            .collect(Collectors.joining(", "))
                        + (all.size() > NAMED ? ", …" : "")),
            backend,
            end,
            draft);
  }

  /// @param whom the session, or all of its kin
  private Recommendation end(String whom, Backend backend, Remedy remedy, Draft draft) {
    return switch (permission(remedy).orElseThrow()) {
      case Permission.Granted(String sql) ->
          draft
              .title("End " + whom)
              .sql(sql)
              .how(
                  "Better, let %s commit or roll back.%s"
                      .formatted(
                          backend
                              .application()
                              .known()
                              .filter(each -> !each.isEmpty())
                              .orElse("its application"),
                          prevention(backend)))
              .how(mayEnd())
              .cost(AT_ONCE, "The transaction is rolled back and the application gets an error")
              .verify(TRANSACTION_GONE)
              .build();
      case Permission.Forbidden(String why) ->
          draft
              .title(
                  "Let %s %s"
                      .formatted(
                          backend.name(),
                          backend.isIdleInTransaction() ? "commit or roll back" : "finish"))
              .how(
                  "Ask its application%s. It is not to be ended yet: %s."
                      .formatted(
                          survey.server().standby() ? ": then the primary can remove them" : "",
                          why.substring(0, 1).toLowerCase(Locale.ROOT) + why.substring(1)))
              .verify(TRANSACTION_GONE)
              .build();
      case Permission permission ->
          new Rewrites(survey)
              .by(backend)
              .map(what -> spare(what, backend, draft))
              .orElseGet(() -> instead(permission, backend.name(), draft));
    };
  }

  /// Who may end it, where it is not us (`pg_signal_backend()`).
  private String mayEnd() {
    return survey.server().role().is(Server.Role::superuser)
        ? ""
        : "It takes a superuser or the role itself; of an ordinary role pg_signal_backend will do.";
  }

  private Recommendation spare(String what, Backend backend, Draft draft) {
    return draft
        .title("Let %s by %s finish".formatted(what, backend.name()))
        .how(
            "Even readers wait until it is done. It ends by itself; where nobody can wait for"
                + " that, whoever began it may cancel it, which leaves the table as it was.")
        .how(
            "Next time, plain VACUUM, %s or CREATE INDEX CONCURRENTLY goes on beside them."
                .formatted(
                    Feature.REPACK.isIn(survey.server().release())
                        ? "REPACK (CONCURRENTLY)"
                        : "pg_repack"))
        .build();
  }

  /// Which setting would have ended it in time: each looks at something else.
  private String prevention(Backend backend) {
    if (preconditions.isIdle(backend)) {
      return " idle_in_transaction_session_timeout ends sessions that stay idle in a transaction.";
    }
    if (preconditions.isLongStatement(backend)) {
      return " statement_timeout, set for the role, limits how long a statement may run.";
    }
    return Setting.TRANSACTION_TIMEOUT.isIn(survey.server().release())
        ? " transaction_timeout, set for the role, limits how long a transaction may last."
        : " No setting of this release ends a transaction that keeps working: let the application"
            + " commit in smaller batches.";
  }

  /// Where the action itself is not offered.
  private static Recommendation instead(Permission permission, String whom, Draft draft) {
    return switch (permission) {
      case Permission.EndsByItself(String what) ->
          draft.title("Let %s finish".formatted(whom)).how(Names.capital(what) + ".").build();
      case Permission.NotShown(String what, String ask) ->
          draft
              .title("Show " + what)
              .sql(ask + ";")
              .how("Only then can be said what may be ended.")
              .expected(new Effect.NotPredicted("it shows what is missing"))
              .verify("run the advisor again")
              .build();
      case Permission.Forbidden(String why) ->
          draft.title("Leave %s alone".formatted(whom)).how(why + ".").build();
      case Permission.Granted(String sql) -> draft.sql(sql).build();
    };
  }

  private Recommendation finish(Remedy.FinishPrepared finish, Draft draft) {
    PreparedTransaction transaction = finish.transaction();
    return switch (permission(finish).orElseThrow()) {
      case Permission.Granted(String sql) ->
          in(transaction.reach(), draft)
              .title(
                  "Ask the transaction manager first, then COMMIT PREPARED or ROLLBACK PREPARED %s"
                      .formatted(Identifiers.quotedLiteral(transaction.gid())))
              .sql(sql)
              .how(
                  "The statement, run in psql, rolls it back if it is still the same transaction."
                      + " If the transaction manager decided to commit, COMMIT PREPARED %s instead."
                          .formatted(Identifiers.quotedLiteral(transaction.gid()))
                      + " Only its owner or a superuser can, in its database.")
              .cost(
                  AT_ONCE,
                  "What the transaction wrote is lost by a rollback; nothing brings it back")
              .verify("pg_prepared_xacts no longer lists it")
              .build();
      case Permission.Forbidden(String why) -> ask(transaction, draft).how(why + ".").build();
      case Permission.NotShown(String what, String ask) when !transaction.gid().isEmpty() ->
          ask(transaction, draft)
              .how(
                  "Then COMMIT PREPARED or ROLLBACK PREPARED, as it decides. To be known before"
                      + " that: %s (%s).".formatted(what, ask))
              .build();
      case Permission permission -> instead(permission, transaction.called(), draft);
    };
  }

  private static Draft ask(PreparedTransaction transaction, Draft draft) {
    return draft
        .title(
            transaction.isReplicated()
                ? "Decide %s on the publisher".formatted(transaction.called())
                : "Ask the transaction manager%s whether %s is to be committed or rolled back"
                    .formatted(
                        transaction.owner().isEmpty() ? "" : " of role " + transaction.owner(),
                        transaction.called()))
        .verify("pg_prepared_xacts no longer lists it");
  }

  private static Draft in(Reach reach, Draft draft) {
    return switch (reach) {
      case Reach.OneDatabase(String name) -> draft.database(name);
      case Reach.Everything(), Reach.Catalogs(_) -> draft;
    };
  }

  private Recommendation drop(Remedy.DropSlot drop, Draft draft) {
    Slot slot = drop.slot();
    return switch (permission(drop).orElseThrow()) {
      case Permission.Granted(String sql) ->
          draft
              .title(
                  "Start the consumer of replication slot %s again; drop the slot only if nobody"
                          .formatted(slot.name())
                      + " needs it any more")
              .sql(sql)
              .how("Ask first who used it: %s.".formatted(user(slot)))
              .how(limit(slot))
              .cost(
                  AT_ONCE,
                  "A consumer that comes back must be set up anew; a slot cannot be restored")
              .verify("pg_replication_slots no longer lists it")
              .build();
      case Permission.EndsByItself permission ->
          instead(permission, "replication slot " + slot.name(), draft);
      case Permission.NotShown(String what, String ask) when slot.isAbandoned() ->
          start(slot, draft)
              .how("To be known before it may be dropped: %s (%s).".formatted(what, ask))
              .build();
      case Permission.NotShown permission ->
          instead(permission, "replication slot " + slot.name(), draft);
      case Permission.Forbidden(String why) when mayBeStarted(slot) ->
          start(slot, draft).how("Do not drop it. " + why + ".").build();
      case Permission.Forbidden permission ->
          instead(permission, "replication slot " + slot.name(), draft);
    };
  }

  private Draft start(Slot slot, Draft draft) {
    return draft
        .title("Start the consumer of replication slot %s again".formatted(slot.name()))
        .how("Ask who uses it: %s.".formatted(user(slot)))
        .how(limit(slot))
        .verify("pg_replication_slots shows it active, and its xmin or catalog_xmin moves");
  }

  private static String user(Slot slot) {
    var plugin = slot.plugin().known().map(name -> ", decoded by " + name).orElse("");
    return switch (slot.reach()) {
      case Reach.Catalogs(var database) ->
          "a subscriber or a change-data-capture tool%s%s"
              .formatted(database.known().map(name -> " of database " + name).orElse(""), plugin);
      case Reach.Everything(), Reach.OneDatabase(_) ->
          "a standby, or a tool that archives or backs up WAL" + plugin;
    };
  }

  /// What limits the risk that the WAL it keeps fills the disk.
  private String limit(Slot slot) {
    var retained =
        slot.wal().retained().known().map(each -> "It keeps %s of WAL. ".formatted(each));
    var release = survey.server().release();
    var limit = survey.settings().integer(Setting.MAX_SLOT_WAL_KEEP_SIZE);
    var size =
        limit.orElse(-1) >= 0 || !Setting.MAX_SLOT_WAL_KEEP_SIZE.isIn(release)
            ? ""
            : "max_slot_wal_keep_size, unlimited %s, bounds what a slot may keep on disk, and gives"
                    .formatted(limit.isPresent() ? "now" : "by default")
                + " the slot up beyond. ";
    var time =
        Feature.IDLE_SLOT_TIMEOUT.isIn(release)
            ? "idle_replication_slot_timeout gives slots up that nobody reads."
            : "";
    return (retained.orElse("") + size + time).strip();
  }

  private Recommendation catchUp(Slot slot, Draft draft) {
    return slot.consumer()
        .paused()
        .known()
        .map(each -> resume(each, draft))
        .orElseGet(() -> slot.isForConflicts() ? resume(draft) : confirm(slot, draft));
  }

  private static Recommendation resume(Slot.Subscription paused, Draft draft) {
    var name = Identifiers.quoted(paused.name());
    return draft
        .title("Let subscription %s of database %s run again".formatted(name, paused.database()))
        .database(paused.database())
        .sql("ALTER SUBSCRIPTION %s ENABLE;".formatted(name))
        .how(
            ("Ask first who disabled it: it then applies again what its publisher sends. If it is"
                    + " enabled, its worker fails: the log says why. If it is to stay as it is:"
                    + " ALTER SUBSCRIPTION %s SET (retain_dead_tuples = false), which gives up"
                    + " finding update_deleted conflicts.")
                .formatted(name))
        .cost(AT_ONCE, "It applies what waits for it")
        .verify("age(xmin) of pg_replication_slots falls")
        .build();
  }

  private static Recommendation resume(Draft draft) {
    return draft
        .title("Let the subscriptions with retain_dead_tuples go on, or retain nothing")
        .how(
            "In the databases of SELECT subdbid, subname, subenabled FROM pg_subscription WHERE"
                + " subretaindeadtuples: enable what is disabled (ALTER SUBSCRIPTION … ENABLE) and"
                + " look in the log for why an enabled one does not run; or SET"
                + " (retain_dead_tuples = false), which gives up finding update_deleted conflicts.")
        .verify("age(xmin) of pg_replication_slots falls")
        .build();
  }

  private Recommendation confirm(Slot slot, Draft draft) {
    var who = survey.machinery().sender(slot).map(each -> each.called("consumer"));
    return draft
        .title(
            "Ask the sink behind slot %s why it does not confirm what it received"
                .formatted(slot.name()))
        .how(
            "It is %s. Does its target accept writes, does it flush (offsets, acknowledgements), is"
                    .formatted(who.orElse(user(slot)))
                + " there an error in its log (a subscriber names the row at which it fails, and"
                + " comes back every few seconds)? Look at confirmed_flush_lsn twice: if it moves,"
                + " the consumer is too slow, or one long transaction is being decoded. Do not drop"
                + " the slot: it is in use.")
        .how(limit(slot))
        .verify("confirmed_flush_lsn moves on, and age(catalog_xmin) falls")
        .build();
  }

  private static Recommendation catchUp(String name, Draft draft) {
    return draft
        .title("Let the standby catch up with its replay")
        .how(
            "%s: on the standby, SELECT pg_is_wal_replay_paused(), pg_last_xact_replay_timestamp();"
                    .formatted(name)
                + " pg_wal_replay_resume() goes on where somebody paused it. If it is delayed on"
                + " purpose (recovery_min_apply_delay), hot_standby_feedback = off there frees the"
                + " rows. Else a query there conflicts with what is replayed"
                + " (max_standby_streaming_delay limits the wait), or its disk is too slow. What it"
                + " has not replayed it reports as still needed.")
        .verify("replay_lag and age(backend_xmin) of pg_stat_replication fall")
        .build();
  }

  private static Recommendation relieve(String name, Draft draft) {
    return draft
        .title("Find the long transaction on the standby")
        .how(
            name
                + ": on the standby, SELECT pid, xact_start, state FROM pg_stat_activity WHERE"
                + " backend_xmin IS NOT NULL ORDER BY xact_start. A dump or report that is at work"
                + " ends by itself: let it finish; ask whose it is if it is idle or runs for hours."
                + " If nothing there is old, or it has no xact_start, look at backend_xmin of the"
                + " standby's own pg_stat_replication and at xmin of its pg_replication_slots: a"
                + " sender or a slot in use hands on the hold of a standby behind it, so look"
                + " there; a slot left over from a failover, unused and not synced, holds back the"
                + " primary as a query does, until it is dropped there.")
        .verify("age(backend_xmin) of pg_stat_replication, or xmin of its slot, moves on")
        .build();
  }
}
