package org.vacuumadvisor.advice;

import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.vacuumadvisor.action.Permission;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.action.SlotPreconditions;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Backend;
import org.vacuumadvisor.model.Command;
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

  /// So long takes no client for a few rows. Our choice.
  private static final Duration STILL = Duration.ofMinutes(1);

  /// A title is to be read.
  private static final int NAMED = 10;

  private static final Effect HORIZON_MOVES =
      new Effect.NotPredicted(
          "how many dead rows the next vacuum can remove depends on what else blocks cleanup");

  /// Whether it may be done; empty for what does no harm.
  Optional<Permission> permission(Remedy remedy) {
    return switch (remedy) {
      case Remedy.EndSession(var session, var harm) ->
          Optional.of(preconditions.ending(session, harm));
      case Remedy.EndBlocker(var blocker, _) -> Optional.of(preconditions.ending(blocker));
      case Remedy.CancelWaiter(var waiter, _) -> Optional.of(preconditions.cancelling(waiter));
      case Remedy.FinishPrepared(var transaction) ->
          Optional.of(preconditions.finishing(transaction));
      case Remedy.DropSlot(var slot) -> Optional.of(preconditions.slots().dropping(slot));
      default -> Optional.empty();
    };
  }

  /// Whether it must not be done, and nothing milder would do: a client may at least be asked to
  /// commit, a transaction manager to decide, a consumer be started again.
  Optional<String> forbidden(Remedy remedy) {
    return permission(remedy).orElse(null) instanceof Permission.Forbidden(var why)
            && !mayBeAsked(remedy)
        ? Optional.of(why)
        : Optional.empty();
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
    return slot.isAbandoned() && !preconditions.slots().isKeptInStep(slot);
  }

  private static boolean mayBeAsked(Backend backend) {
    boolean isExport = backend.kind() == Backend.Kind.WALSENDER && backend.isIdleInTransaction();
    return isExport || (ASKED.contains(backend.kind()) && !backend.waitsForLock());
  }

  Recommendation contract(Remedy.OfHorizon remedy, Draft draft) {
    draft.expected(HORIZON_MOVES);
    return switch (remedy) {
      case Remedy.EndSession end -> end(end, draft);
      case Remedy.FinishPrepared finish -> finish(finish, draft);
      case Remedy.DropSlot(Slot slot) -> drop(slot, draft);
      case Remedy.CatchUp(Slot slot) -> catchUp(slot, draft);
      case Remedy.RelieveStandby(Slot slot, String name, _) when slot.keepsCatalogsOnly() ->
          draft.said("relieve-decoding", Names.capital(name)).build();
      case Remedy.RelieveStandby(_, String name, var lag) ->
          draft.said(lag.isPresent() ? "replay" : "relieve-standby", name).build();
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
                    .said("cancel", new Rewrites(survey).waiting(waiter), what)
                    .sql(sql)
                    .how(mayEnd(waiter))
                    .build();
            case Permission permission -> instead(permission, waiter.name(), draft);
          };
    };
  }

  private Recommendation end(Remedy.EndSession end, Draft draft) {
    var backend = end.session().backend();
    var all = preconditions.endedWith(end.session());
    var names =
        all.stream().limit(NAMED).map(HorizonHolder::name).collect(Collectors.joining(", "));
    var kin =
        "%s idle in transaction%s: %s%s"
            .formatted(
                Quantities.counted(all.size(), "session"),
                backend.who().map(each -> " (" + each + ")").orElse(""),
                names,
                all.size() > NAMED ? ", …" : "");
    return end(all.size() == 1 ? backend.name() : kin, backend, end, draft);
  }

  /// Whose transaction it is, in words. One of postgres_fdw is part of another server's.
  private static String whose(Backend backend) {
    var name = backend.application().or("");
    return name.equals("postgres_fdw")
        ? "the transaction on the server at %s that uses its foreign tables"
            .formatted(backend.address().or("its client address"))
        : (name.isEmpty() ? "its application" : name)
            + backend.user().map(each -> " of user " + each).or("");
  }

  /// @param whom the session, or all of its kin
  private Recommendation end(String whom, Backend backend, Remedy remedy, Draft draft) {
    return switch (permission(remedy).orElseThrow()) {
      case Permission.Granted(String sql) ->
          draft
              .said("end", whom, whose(backend), prevention(backend))
              .sql(sql)
              .how(mayEnd(backend))
              .build();
      case Permission.Forbidden(String why) ->
          draft
              .said(
                  "end-not-yet",
                  backend.name(),
                  toCome(backend),
                  why.substring(0, 1).toLowerCase(Locale.ROOT) + why.substring(1),
                  survey.server().standby() ? ": then the primary can remove them" : "")
              .build();
      case Permission.EndsByItself(String what) when isStill(backend) ->
          draft
              .said(
                  "end-if-still",
                  backend.name(),
                  Names.capital(what),
                  backend.pid().map(String::valueOf).or("…"))
              .build();
      case Permission permission ->
          new Rewrites(survey)
              .by(backend)
              .map(what -> atWork(what, backend, draft))
              .orElseGet(() -> instead(permission, backend.name(), draft));
    };
  }

  /// What a session that is left alone has yet to do.
  private static String toCome(Backend backend) {
    if (backend.isIdleInTransaction()) {
      return "commit or roll back";
    }
    if (backend.state().is("idle"::equals)) {
      return "release its lock when its program has done with it";
    }
    return backend.waitsFor().is("Client"::equals) && !backend.command().is(Command.LOAD::equals)
        ? "finish: it waits for its client, which is to go on or be closed"
        : "finish";
  }

  /// Whether it has been at a statement for long and waits for its client to take the rows: it may
  /// be that nobody reads them any more.
  private boolean isStill(Backend backend) {
    return backend.state().is("active"::equals)
        && backend.waitsFor().is("Client"::equals)
        && backend
            .stateSince()
            .is(since -> Duration.between(since, survey.takenAt()).compareTo(STILL) >= 0);
  }

  /// Who may end it, where it is not us (`pg_signal_backend()`).
  private String mayEnd(Backend backend) {
    return survey.server().role().is(Server.Role::superuser)
        ? ""
        : "Where it is refused, ask%s a superuser to run it; of an ordinary role pg_signal_backend will do."
            .formatted(backend.user().map(each -> " role %s or".formatted(each)).or(""));
  }

  private Recommendation atWork(String what, Backend backend, Draft draft) {
    boolean hasRepack = Feature.REPACK.isIn(survey.server().release());
    return draft
        .said(
            "rewrite-at-work",
            what,
            backend.name(),
            hasRepack ? "REPACK (CONCURRENTLY)" : "pg_repack",
            what.contains("build") ? "create_index" : hasRepack ? "repack" : "cluster",
            backend.pid().map(String::valueOf).or("its pid"))
        .build();
  }

  /// Which setting would have ended it in time: each looks at something else.
  private String prevention(Backend backend) {
    if (preconditions.isIdle(backend)) {
      var set = survey.settings().integer(Setting.IDLE_IN_TRANSACTION_SESSION_TIMEOUT).orElse(0L);
      return "idle_in_transaction_session_timeout, set to minutes, ends sessions that stay idle in a transaction%s."
          .formatted(set == 0 ? "" : ": it is " + Quantities.duration(Duration.ofMillis(set)));
    }
    if (preconditions.isLongStatement(backend)) {
      return "statement_timeout, set for the role, limits how long a statement may run.";
    }
    return Setting.TRANSACTION_TIMEOUT.isIn(survey.server().release())
        ? "transaction_timeout, set for the role, limits how long a transaction may last."
        : "No setting of this release ends a transaction that keeps working: let the application"
            + " commit in smaller batches.";
  }

  private static Recommendation instead(Permission permission, String whom, Draft draft) {
    return switch (permission) {
      case Permission.EndsByItself(String what) ->
          draft.title("Let %s finish".formatted(whom)).how(Names.capital(what) + ".").build();
      case Permission.NotShown(String what, String ask) ->
          draft.said("show-first", what).sql(ask + ";").build();
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
              .said("finish-prepared", Identifiers.quotedLiteral(transaction.gid()))
              .sql(sql)
              .build();
      case Permission.Forbidden(String why) when transaction.isReplicated() ->
          ask(transaction, draft).how(why + ".").build();
      case Permission.Forbidden(String why) ->
          ask(transaction, draft)
              .how(
                  "Then COMMIT PREPARED %1$s or ROLLBACK PREPARED %1$s, as it decides%2$s. %3$s."
                      .formatted(
                          Identifiers.quotedLiteral(transaction.gid()),
                          transaction.reach() instanceof Reach.OneDatabase(String name)
                              ? ", in database " + name
                              : "",
                          why))
              .build();
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
    var owner = transaction.owner().isEmpty() ? "" : " of role " + transaction.owner();
    return transaction.isReplicated()
        ? draft.said("decide-on-publisher", transaction.called())
        : draft.said("decide-prepared", owner, transaction.called());
  }

  private static Draft in(Reach reach, Draft draft) {
    return switch (reach) {
      case Reach.OneDatabase(String name) -> draft.database(name);
      case Reach.Everything(), Reach.Catalogs(_) -> draft;
    };
  }

  private Recommendation drop(Slot slot, Draft draft) {
    return switch (preconditions.slots().dropping(slot)) {
      case Permission.Granted(String sql) ->
          draft
              .said(
                  SlotPreconditions.isLost(slot) ? "drop-lost-slot" : "drop-slot",
                  slot.name(),
                  user(slot),
                  limit(slot))
              .sql(sql)
              .build();
      case Permission.NotShown(String what, String ask) when slot.isAbandoned() ->
          start(slot, draft)
              .how("To be known before it may be dropped: %s (%s).".formatted(what, ask))
              .build();
      case Permission.Forbidden(String why) when mayBeStarted(slot) ->
          start(slot, draft).how(why + ".").build();
      case Permission permission -> instead(permission, "replication slot " + slot.name(), draft);
    };
  }

  private Draft start(Slot slot, Draft draft) {
    return slot.consumer()
        .paused()
        .known()
        .map(each -> enable(slot, each, draft))
        .orElseGet(() ->
            draft.said(
                slot.isOfFirstCopy() ? "settle-copy" : "start-consumer",
                slot.name(),
                user(slot),
                limit(slot)));
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
        limit.orElse(-1L) >= 0 || !Setting.MAX_SLOT_WAL_KEEP_SIZE.isIn(release)
            ? ""
            : "max_slot_wal_keep_size, unlimited %s, bounds what a slot may keep on disk, and gives"
                    .formatted(limit.isPresent() ? "now" : "by default")
                + " the slot up beyond: set it to what the disk can spare, such as '20GB'. ";
    var time =
        Setting.IDLE_REPLICATION_SLOT_TIMEOUT.isIn(release)
            ? "idle_replication_slot_timeout gives slots up that nobody reads."
            : "";
    return (retained.orElse("") + size + time).strip();
  }

  private Recommendation catchUp(Slot slot, Draft draft) {
    return slot.consumer()
        .paused()
        .known()
        .map(each -> enable(slot, each, draft))
        .orElseGet(() ->
            slot.isForConflicts()
                ? draft.said("enable-subscriptions")
                : peeker(slot)
                    .map(each ->
                        draft.said(
                            "peeked", slot.name(), Names.capital(each.fullName()), limit(slot)))
                    .orElseGet(
                        () -> draft.said("confirm", slot.name(), consumer(slot), limit(slot))))
        .build();
  }

  /// A session in the database of a slot that no walsender serves, which looks at what such a slot
  /// has: which one, its statement alone tells, and that is not read.
  private Optional<Backend> peeker(Slot slot) {
    boolean isServed = survey.machinery().sender(slot).isPresent();
    return survey.machinery().sessions().stream()
        .filter(each -> !isServed && each.command().is(Command.PEEKS::equals))
        .filter(each ->
            slot.reach() instanceof Reach.Catalogs(var database)
                && each.database().is(name -> database.is(name::equals)))
        .findFirst();
  }

  private Draft enable(Slot slot, Slot.Subscription paused, Draft draft) {
    var name = Identifiers.quoted(paused.name());
    if (!slot.isForConflicts()) {
      var errors = Quantities.count(paused.errors().or(0L));
      var what = paused.isFailing() ? "mend-failing" : "mend-disabled";
      return draft.said(what, name, paused.database(), limit(slot), errors);
    }
    if (paused.enabled().or(false)) { // where nobody shows it, enabling does no harm
      return draft.said("mend-subscription", name, paused.database());
    }
    return draft
        .said("enable-subscription", name, paused.database())
        .database(paused.database())
        .sql("ALTER SUBSCRIPTION %s ENABLE;".formatted(name));
  }

  private String consumer(Slot slot) {
    return survey.machinery().sender(slot).map(each -> each.called("consumer")).orElse(user(slot));
  }
}
