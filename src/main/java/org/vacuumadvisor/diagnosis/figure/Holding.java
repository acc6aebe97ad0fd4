package org.vacuumadvisor.diagnosis.figure;

import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.reading.Source;

/// How findings about ages call whoever keeps row versions from being frozen.
public final class Holding {
  private Holding() {}

  public static String named(HorizonHolder holder) {
    return switch (holder) {
      case Session session ->
          session.backend().pid().map(pid -> "the session with pid " + pid).or("a session");
      case PreparedTransaction prepared ->
          prepared.gid().isEmpty()
              ? "a prepared transaction"
              : "prepared transaction " + prepared.gid();
      case Slot slot -> "replication slot " + slot.name();
      case Standby standby -> "standby " + standby.application();
      case DeferredCleanup _ -> "vacuum_defer_cleanup_age";
    };
  }

  /// Where its age was read.
  public static Source source(HorizonHolder holder) {
    return switch (holder) {
      case Session session ->
          new Source.Shown(
              "pg_stat_activity", session.writer() ? "backend_xid, backend_xmin" : "backend_xmin");
      case PreparedTransaction _ -> new Source.Shown("pg_prepared_xacts", "transaction");
      case Slot slot ->
          new Source.Shown(
              "pg_replication_slots", slot.keepsCatalogsOnly() ? "catalog_xmin" : "xmin");
      case Standby _ -> new Source.Shown("pg_stat_replication", "backend_xmin");
      case DeferredCleanup _ -> new Source.Shown("pg_settings", "vacuum_defer_cleanup_age");
    };
  }

  /// Whether it keeps rows of that database; where one of the two is not named, it may.
  public static boolean reaches(HorizonHolder holder, String database) {
    return !(holder.reach() instanceof Reach.OneDatabase(String name))
        || name.isEmpty()
        || database.isEmpty()
        || name.equals(database);
  }
}
