package org.vacuumadvisor.model;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// Someone for whom row versions must be kept that others no longer need. Vacuum cannot remove what
/// became dead after the holder's horizon (`GetOldestNonRemovableTransactionId` in `procarray.c`).
public sealed interface HorizonHolder {

  /// How many transaction IDs have been given out since the horizon it holds; of figures that
  /// somebody pasted perhaps only at least so many.
  Reading<XidAge> age();

  /// Whether its horizon is known to be older than that.
  default boolean isOlderThan(XidAge limit) {
    return age().is(known -> known.exceeds(limit));
  }

  /// Those that hold back least first, and before them those whose age nobody showed.
  static Comparator<HorizonHolder> byAge() {
    return Comparator.comparing(
        holder -> holder.age().known(),
        Comparator.comparing(age -> age.map(XidAge::count).orElse(-1L)));
  }

  /// How it is called in a sentence: by name, pid, user, application and host, as far as shown.
  default String called() {
    return switch (this) {
      case Session session -> session.backend.fullName();
      case PreparedTransaction it ->
          it.gid.isEmpty()
              ? "prepared transaction%s without a shown gid"
                  .formatted(it.xid.map(xid -> " with ID " + xid).or(""))
              : "prepared transaction " + (it.gid.indexOf(' ') < 0 ? it.gid : "'" + it.gid + "'");
      case Slot slot -> "replication slot " + slot.name;
      case Standby standby -> standby.sender.called("standby");
      case DeferredCleanup _ -> "vacuum_defer_cleanup_age";
    };
  }

  /// What it is, in words.
  default String noun() {
    return switch (this) {
      case Session _ -> "session";
      case PreparedTransaction _ -> "prepared transaction";
      case Slot _ -> "replication slot";
      case Standby _ -> "standby";
      case DeferredCleanup _ -> "setting";
    };
  }

  /// Its name among others of its kind: pid, gid or name.
  default String name() {
    return switch (this) {
      case Session session -> session.backend.pid().map(Object::toString).or("without a shown pid");
      case PreparedTransaction it -> it.gid;
      case Slot slot -> slot.name;
      case Standby _, DeferredCleanup _ -> called();
    };
  }

  /// What it has in common with others that are to be let go, or shown, alike: idle sessions of one
  /// connection pool, transactions that one manager prepared, slots nobody reads, hidden sessions.
  default Object kin() {
    return switch (this) {
      case Session it when it.backend.kind() == Backend.Kind.HIDDEN -> List.of(reach(), it.noun());
      case Session it
          when it.backend.kind() == Backend.Kind.CLIENT && it.backend.isIdleInTransaction() ->
          List.of(reach(), it.backend.who(), it.backend.blockers());
      case PreparedTransaction it -> List.of(reach(), it.owner);
      case Slot slot when slot.isAbandoned() ->
          List.of(reach(), slot.type, slot.plugin, slot.synced, slot.temporary);
      case Session _, Slot _, Standby _, DeferredCleanup _ -> this;
    };
  }

  /// Whose dead rows it keeps.
  Reach reach();

  /// The transaction ID that is kept from being passed, as the server printed it (32 bits).
  Reading<Long> xid();

  /// The same holder, known to reach that far back.
  default HorizonHolder aged(Reading<XidAge> known) {
    return switch (this) {
      case Session it -> new Session(it.backend, it.reach, it.writer, it.own, it.snapshot, known);
      case PreparedTransaction it ->
          new PreparedTransaction(it.gid, it.owner, it.reach, it.since, it.xid, known);
      case Slot it -> it.with(it.consumer, known);
      case Standby it -> new Standby(it.sender, it.reach, it.xid, known);
      case DeferredCleanup _ -> new DeferredCleanup(known);
    };
  }

  /// A session of a client, or a background process, with a snapshot or a transaction ID.
  ///
  /// @param writer whether it has a transaction ID of its own: it has written
  /// @param own `backend_xid`
  /// @param snapshot `backend_xmin`
  record Session(
      Backend backend,
      Reach reach,
      boolean writer,
      Reading<Long> own,
      Reading<Long> snapshot,
      Reading<XidAge> age)
      implements HorizonHolder {

    /// The older of the two; modulo 2³², as `TransactionIdPrecedes` compares.
    @Override
    public Reading<Long> xid() {
      boolean isSnapshotOlder =
          Reading.both(own, snapshot, "-", (one, other) -> (int) (one - other) > 0)
              .or(!own.isKnown());
      return isSnapshotOlder ? snapshot : own;
    }

    public Reading<String> state() {
      return backend.state();
    }

    /// `xact_start`, or else the latest moment at which its transaction can have begun.
    public Reading<Instant> since() {
      return backend.transactionStart().isKnown() || backend.began().known().isEmpty()
          ? backend.transactionStart()
          : backend.began().map(Backend.Bound::time);
    }
  }

  /// A transaction of two-phase commit that nobody finished yet.
  record PreparedTransaction(
      String gid,
      String owner,
      Reach reach,
      Reading<Instant> since,
      Reading<Long> xid,
      Reading<XidAge> age)
      implements HorizonHolder {

    /// Whether a subscription with `two_phase` prepared it (`TwoPhaseTransactionGid()`, since 15).
    public boolean isReplicated() {
      return gid.matches("pg_gid_\\d+_\\d+");
    }
  }

  /// A replication slot; it holds on although nobody is connected.
  ///
  /// @param type `physical` or `logical`
  /// @param synced whether it was copied here from a primary (17), which it belongs to
  /// @param temporary whether it ends with the session that made it
  record Slot(
      String name,
      String type,
      Reading<String> plugin,
      Consumer consumer,
      Wal wal,
      boolean synced,
      boolean temporary,
      Reach reach,
      Reading<Long> xid,
      Reading<XidAge> age)
      implements HorizonHolder {

    /// Who reads it.
    ///
    /// @param active `active`; missing in a paste that does not show it
    /// @param pid `active_pid`: the walsender
    /// @param goneSince `inactive_since`, since 17
    /// @param paused a subscription with `retain_dead_tuples` that is disabled or has no worker, of
    ///   the slot that these retain; of another, one here that names it, disabled or failing (15)
    public record Consumer(
        Reading<Boolean> active,
        Reading<Integer> pid,
        Reading<Instant> goneSince,
        Reading<Subscription> paused) {
      /// Of a slot that no subscription retains.
      public Consumer(Reading<Boolean> active, Reading<Integer> pid, Reading<Instant> goneSince) {
        this(active, pid, goneSince, Reading.missing(Reading.Why.NOT_APPLICABLE));
      }
    }

    /// A subscription, by its name in its database.
    ///
    /// @param enabled `subenabled`: one that is, and has no worker, fails
    /// @param errors of its workers, as `pg_stat_subscription_stats` counts them
    public record Subscription(
        String database, String name, Reading<Boolean> enabled, Reading<Long> errors) {
      /// Whether it is known to fail, and to try again and again.
      public boolean isFailing() {
        return enabled.or(false) && errors.is(count -> count > 0);
      }

      public String called() {
        var counted = Quantities.count(errors.or(0L));
        return "subscription %s in database %s, %s errors so far,"
            .formatted(name, database, counted);
      }
    }

    /// The WAL that is kept for it.
    ///
    /// @param status `wal_status`, since 13
    /// @param invalidation `invalidation_reason`, since 17: what it was lost by
    /// @param retained bytes between `restart_lsn` and the end of the WAL
    /// @param safe `safe_wal_size`: how much more may be written before it can be lost; only with
    ///   `max_slot_wal_keep_size`
    /// @param restart `restart_lsn`, as a position in bytes
    /// @param confirmed `confirmed_flush_lsn` of a logical slot, likewise
    public record Wal(
        Reading<String> status,
        Reading<String> invalidation,
        Reading<Bytes> retained,
        Reading<Long> safe,
        Reading<Long> restart,
        Reading<Long> confirmed) {

      /// What the consumer has yet to confirm, in bytes of WAL.
      public Reading<Bytes> unconfirmed() {
        return Reading.both(
            retained,
            Reading.both(confirmed, restart, "-", (at, from) -> at - from),
            "-",
            (kept, passed) -> new Bytes(Math.max(0, kept.count() - passed)));
      }

      /// Whether its consumer is shown to have moved on since another look.
      public boolean hasMoved(Wal before) {
        return !restart.known().equals(before.restart.known())
            || !confirmed.known().equals(before.confirmed.known());
      }
    }

    /// The same slot, known to be without a consumer since then.
    public Slot goneSince(Reading<Instant> time) {
      return with(new Consumer(consumer.active, consumer.pid, time, consumer.paused), age);
    }

    private Slot with(Consumer by, Reading<XidAge> known) {
      return new Slot(name, type, plugin, by, wal, synced, temporary, reach, xid, known);
    }

    /// Whether it keeps rows of the system catalogs alone, as a logical slot does.
    public boolean keepsCatalogsOnly() {
      return reach instanceof Reach.Catalogs;
    }

    /// Whether a standby reads it; a `catalog_xmin` it has is that of a logical slot over there.
    public boolean isPhysical() {
      return type.equals("physical");
    }

    /// Whether the server itself keeps it, for subscriptions with `retain_dead_tuples` (19). Its
    /// name is reserved, and nobody can drop it.
    public boolean isForConflicts() {
      return name.equals("pg_conflict_detection");
    }

    /// Whether a subscription made it for the first copy of a table, and drops it when that is done
    /// (`ReplicationSlotNameForTablesync()`). While the copy runs nobody is connected to it.
    public boolean isOfFirstCopy() {
      return name.matches("pg_\\d+_sync_\\d+_\\d+");
    }

    /// Whether what it kept is gone: it holds nothing any more.
    public boolean isLost() {
      return wal.status.is("lost"::equals);
    }

    /// Whether it is shown that somebody reads it.
    public boolean active() {
      return consumer.active().or(false);
    }

    /// Whether nobody showed what it holds.
    public boolean isUnseen() {
      return age instanceof Reading.Missing<XidAge>(Reading.Why why)
          && why == Reading.Why.NOT_COLLECTED
          && xid.known().isEmpty();
    }

    /// Whether it is shown that nobody does.
    public boolean isAbandoned() {
      return consumer.active().is(each -> !each);
    }
  }

  /// A standby that reports its oldest snapshot (`hot_standby_feedback`) without a slot.
  record Standby(Sender sender, Reach reach, Reading<Long> xid, Reading<XidAge> age)
      implements HorizonHolder {}

  /// The setting `vacuum_defer_cleanup_age`, until 15.
  record DeferredCleanup(Reading<XidAge> age) implements HorizonHolder {
    @Override
    public Reach reach() {
      return new Reach.Everything();
    }

    @Override
    public Reading<Long> xid() {
      return Reading.missing(Reading.Why.NOT_APPLICABLE);
    }
  }

  /// Whose dead rows a holder keeps.
  sealed interface Reach {

    /// Whether some table is in both.
    default boolean overlaps(Reach other) {
      return !(this instanceof OneDatabase(String one)
          && other instanceof OneDatabase(String two)
          && !one.isEmpty()
          && !two.isEmpty()
          && !one.equals(two));
    }

    /// The tables of one database, and the catalogs that all databases share.
    record OneDatabase(String name) implements Reach {}

    /// All tables of all databases.
    record Everything() implements Reach {}

    /// The catalogs, and tables with `user_catalog_table`, of all databases: PostgreSQL keeps one
    /// `catalog_xmin` for all slots.
    ///
    /// @param database the one that a logical slot decodes
    record Catalogs(Reading<String> database) implements Reach {}

    /// Whether the holder keeps dead rows of this relation. Where a text tells the database of only
    /// one of the two, it may.
    default boolean covers(Relation relation) {
      var database = relation.name().database();
      return switch (this) {
        case OneDatabase(String name) ->
            relation.isShared() || name.isEmpty() || database.isEmpty() || database.equals(name);
        case Everything() -> true;
        case Catalogs _ ->
            relation.isSystem() || relation.parameters().bool("user_catalog_table").orElse(false);
      };
    }
  }
}
