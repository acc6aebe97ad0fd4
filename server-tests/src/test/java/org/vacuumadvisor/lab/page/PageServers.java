package org.vacuumadvisor.lab.page;

import java.util.List;
import java.util.Map;
import org.vacuumadvisor.lab.server.PostgresServer;
import org.vacuumadvisor.lab.server.Releases;
import org.vacuumadvisor.lab.server.ServerSpec;
import org.vacuumadvisor.lab.server.SharedServers;
import org.vacuumadvisor.postgres.Release;

/// Servers on which nothing touches a page but the test: no autovacuum, no checkpoint, and no full
/// page images, after which VACUUM since 16 likes to freeze. Tests share them one class at a time:
/// another's transactions would keep rows.
final class PageServers {
  private static final Map<String, String> QUIET =
      Map.of(
          "autovacuum", "off",
          "full_page_writes", "off",
          "checkpoint_timeout", "1h",
          "bgwriter_lru_maxpages", "0",
          "max_parallel_workers_per_gather", "0");

  private PageServers() {}

  /// Those of the releases that tests run on that have all the functions the tests ask.
  static List<Release> releases() {
    return Releases.underTest().stream()
        .filter(release -> release.compareTo(Release.V13) >= 0)
        .toList();
  }

  static PostgresServer on(Release release) {
    return SharedServers.on(ServerSpec.of(release).with(QUIET).initializedWith("--data-checksums"));
  }
}
