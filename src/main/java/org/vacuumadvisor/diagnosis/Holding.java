package org.vacuumadvisor.diagnosis;

import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Reach;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.model.Source;

/// Where the age of whoever keeps row versions was read, and what is in its reach.
public final class Holding {
  private Holding() {}

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
