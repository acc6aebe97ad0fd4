package org.vacuumadvisor.model;

import java.time.Instant;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;

/// The server a survey speaks of.
///
/// @param versionText `server_version`: `18.6 (Debian 18.6-1)`; empty where nobody said it
/// @param standby whether it is in recovery: it vacuums nothing, and its counters are its own
/// @param nextXid the next transaction ID to be given out, 64 bits wide: epoch included
/// @param startedAt when the postmaster started; missing in pasted figures
public record Server(
    Release release,
    String versionText,
    Provider provider,
    boolean standby,
    int blockSize,
    Reading<Long> nextXid,
    Reading<Instant> startedAt,
    Role role,
    Endpoint endpoint) {

  /// A server that did not say where it is reached.
  public Server(
      Release release,
      String versionText,
      Provider provider,
      boolean standby,
      int blockSize,
      Reading<Long> nextXid,
      Reading<Instant> startedAt,
      Role role) {
    this(
        release,
        versionText,
        provider,
        standby,
        blockSize,
        nextXid,
        startedAt,
        role,
        Endpoint.UNKNOWN);
  }

  /// The same server, read as one of another release.
  public Server as(Release other) {
    return new Server(
        other, versionText, provider, standby, blockSize, nextXid, startedAt, role, endpoint);
  }

  /// Who we are on the server.
  ///
  /// @param monitor whether the role has the privileges of `pg_read_all_stats`
  public record Role(String name, boolean superuser, boolean monitor) {

    /// Whether the sessions of other roles are shown to us in full.
    public boolean seesAllSessions() {
      return superuser || monitor;
    }
  }
}
