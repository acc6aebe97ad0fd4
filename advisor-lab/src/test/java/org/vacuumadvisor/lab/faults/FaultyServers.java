package org.vacuumadvisor.lab.faults;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Release;

/// The servers that faults are seeded on. Autovacuum is on but comes once in weeks: what was seeded
/// stays until it has been seen.
final class FaultyServers {
  static final String NAPTIME = "2000000";

  private FaultyServers() {}

  /// The oldest and the newest release of a normal build. All of them where somebody chose them:
  /// with the profile `old-releases` or the system property `vacuumadvisor.releases`.
  static List<Release> releases() {
    var all = Releases.underTest();
    boolean isChosen =
        !System.getProperty("vacuumadvisor.releases", "").isEmpty()
            || !Feature.INSERT_TRIGGERED_VACUUM.isIn(all.getFirst());
    return isChosen ? all : Stream.of(all.getFirst(), all.getLast()).distinct().toList();
  }

  /// One that lets everybody hold the horizon.
  static ServerSpec patient(Release release) {
    return ServerSpec.of(release)
        .readyForStandbys()
        .with(
            Map.of(
                "autovacuum_naptime", NAPTIME,
                "wal_level", "logical",
                "max_prepared_transactions", "10"));
  }

  /// One where freezing is forced after as few transactions as PostgreSQL allows.
  static ServerSpec soonFrozen(Release release) {
    return ServerSpec.of(release)
        .with(Map.of("autovacuum_naptime", NAPTIME, "autovacuum_freeze_max_age", "100000"));
  }
}
