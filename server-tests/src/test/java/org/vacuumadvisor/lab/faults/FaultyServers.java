package org.vacuumadvisor.lab.faults;

import java.util.List;
import java.util.Map;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.lab.server.Standbys;
import org.vacuumadvisor.postgres.Release;

/// The servers that faults are seeded on. Autovacuum is on but comes once in weeks: what was seeded
/// stays until it has been seen.
final class FaultyServers {
  static final String NAPTIME = "2000000";

  private FaultyServers() {}

  /// Of the releases of a normal build, 13 to 18, the oldest and the newest. All of them where
  /// somebody chose others: with the profile `old-releases`, or `-Dtest.releases=14,15,16,17`.
  static List<Release> releases() {
    var all = Releases.underTest();
    boolean isNormal =
        all.containsAll(
            List.of(Release.V13, Release.V14, Release.V15, Release.V16, Release.V17, Release.V18));
    return isNormal ? List.of(all.getFirst(), all.getLast()) : all;
  }

  /// One that lets everybody hold the horizon.
  static ServerSpec patient(Release release) {
    return Standbys.readyFor(ServerSpec.of(release))
        .with(
            Map.of(
                "autovacuum_naptime", NAPTIME,
                "wal_level", "logical",
                "max_prepared_transactions", "10"));
  }

  /// The same for one class alone: what holds the horizon of all databases, and the server's
  /// settings, are everybody's.
  static PostgresServer own(Release release, Class<?> user) {
    return SharedServers.on(patient(release).with("cluster_name", user.getSimpleName()));
  }

  /// One where freezing is forced after as few transactions as PostgreSQL allows.
  static ServerSpec soonFrozen(Release release) {
    return ServerSpec.of(release)
        .with(Map.of("autovacuum_naptime", NAPTIME, "autovacuum_freeze_max_age", "100000"));
  }
}
