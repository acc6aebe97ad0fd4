package org.vacuumadvisor.model;

import java.time.Instant;
import org.vacuumadvisor.unit.XidAge;

/// Someone for whom row versions must be kept that others no longer need. Vacuum cannot remove what
/// became dead after the holder's horizon (`GetOldestNonRemovableTransactionId` in `procarray.c`).
public sealed interface HorizonHolder {

  /// How many transaction IDs have been given out since the horizon it holds.
  XidAge age();

  /// Whose dead rows it keeps.
  Reach reach();

  /// A session of a client, or a background process, with a snapshot or a transaction ID.
  ///
  /// @param state `state`; missing without the right to see it
  /// @param since `xact_start`; missing without the right to see it
  /// @param writer whether it has a transaction ID of its own: it has written
  record Session(
      int pid,
      Reach reach,
      String user,
      String application,
      Reading<String> backendType,
      Reading<String> state,
      Reading<Instant> since,
      Reading<Instant> stateSince,
      boolean writer,
      XidAge age)
      implements HorizonHolder {}

  /// A transaction of two-phase commit that nobody finished yet.
  record PreparedTransaction(
      String gid, String owner, Reach reach, Reading<Instant> since, XidAge age)
      implements HorizonHolder {}

  /// A replication slot; it holds on although nobody is connected.
  ///
  /// @param type `physical` or `logical`
  /// @param inactiveSince `inactive_since`, since 17
  /// @param walStatus `wal_status`, since 13
  record Slot(
      String name,
      String type,
      boolean active,
      Reach reach,
      Reading<Instant> inactiveSince,
      Reading<String> walStatus,
      XidAge age)
      implements HorizonHolder {

    /// Whether it keeps rows of the system catalogs alone, as a logical slot does.
    public boolean keepsCatalogsOnly() {
      return reach instanceof Reach.Catalogs;
    }
  }

  /// A standby that reports its oldest snapshot (`hot_standby_feedback`) without a slot.
  record Standby(int pid, String application, Reading<String> address, Reach reach, XidAge age)
      implements HorizonHolder {}

  /// The setting `vacuum_defer_cleanup_age`, until 15.
  record DeferredCleanup(XidAge age) implements HorizonHolder {
    @Override
    public Reach reach() {
      return new Reach.Everything();
    }
  }

  /// Whose dead rows a holder keeps.
  sealed interface Reach {
    /// The tables of one database, and the catalogs that all databases share.
    record OneDatabase(String name) implements Reach {}

    /// All tables of all databases.
    record Everything() implements Reach {}

    /// The catalogs, and tables with `user_catalog_table`, of all databases: PostgreSQL keeps one
    /// `catalog_xmin` for all slots.
    ///
    /// @param database the one that a logical slot decodes
    record Catalogs(Reading<String> database) implements Reach {}

    /// Whether the holder keeps dead rows of this relation.
    default boolean covers(Relation relation) {
      return switch (this) {
        case OneDatabase(String name) ->
            relation.isShared() || relation.name().database().equals(name);
        case Everything() -> true;
        case Catalogs _ ->
            relation.isSystem() || relation.parameters().bool("user_catalog_table").orElse(false);
      };
    }
  }
}
