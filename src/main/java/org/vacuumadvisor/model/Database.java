package org.vacuumadvisor.model;

import java.time.Instant;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.unit.XidAge;

/// A database of the cluster.
///
/// @param surveyed whether its relations are in the survey
/// @param halfDropped whether a DROP DATABASE was interrupted, and nobody comes any more
/// @param allowsConnections `datallowconn`; autovacuum comes to one that does not, people cannot
/// @param xidAge `age(datfrozenxid)`; not of one that is half dropped, which no limit counts
/// @param multixactAge `mxid_age(datminmxid)`
/// @param statisticsReset `stats_reset`: never, or not since the server knows, if it is missing
/// @param commits `xact_commit`
/// @param rollbacks `xact_rollback`
/// @param checksumFailures only where checksums are on, since 12
public record Database(
    long oid,
    String name,
    boolean surveyed,
    boolean halfDropped,
    Reading<Boolean> allowsConnections,
    Reading<XidAge> xidAge,
    Reading<XidAge> multixactAge,
    Reading<Instant> statisticsReset,
    long commits,
    Reading<Long> rollbacks,
    long rowsInserted,
    long rowsUpdated,
    long rowsDeleted,
    long rowsFetched,
    Reading<Conflicts> conflicts,
    Reading<ChecksumFailures> checksumFailures) {

  /// Pages that were not as they had been written.
  ///
  /// @param count `checksum_failures`
  /// @param last `checksum_last_failure`
  public record ChecksumFailures(long count, Reading<Instant> last) {}

  /// Queries that a standby cancelled because they stood in the way of replay.
  ///
  /// @param lock `confl_lock`: of an ACCESS EXCLUSIVE lock, as DDL and the truncation by a vacuum
  ///   take
  /// @param snapshot `confl_snapshot`: of a vacuum's clean-up
  public record Conflicts(long lock, long snapshot) {
    /// Those of the kind that there are more of.
    public long worst() {
      return Math.max(lock, snapshot);
    }
  }

  /// How old its oldest ID of that kind is.
  public Reading<XidAge> age(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> xidAge;
      case MULTIXACTS -> multixactAge;
    };
  }

  /// Whether nobody can connect to it, as to `template0` where nothing else is shown.
  public boolean isClosed() {
    return halfDropped || !allowsConnections.or(!name.equals("template0"));
  }
}
