package org.vacuumadvisor.lab.server;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.vacuumadvisor.postgres.Release;

/// Servers that several users in one program share: each is started when it is first wanted, and
/// vanishes once the program has ended, as every server does. Who uses one leaves it as it was
/// found, works in a database of their own, and does not close it.
public final class SharedServers {
  private static final ConcurrentMap<ServerSpec, PostgresServer> RUNNING =
      new ConcurrentHashMap<>();

  private SharedServers() {}

  /// The shared server of a release, with the settings of [ServerSpec#of].
  public static PostgresServer on(Release release) {
    return on(ServerSpec.of(release));
  }

  /// The shared server of that kind.
  public static PostgresServer on(ServerSpec spec) {
    return RUNNING.computeIfAbsent(spec, PostgresServer::start);
  }
}
