package org.vacuumadvisor.model;

import java.time.Instant;
import org.vacuumadvisor.model.Reading.Why;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;

/// The server a survey speaks of.
///
/// @param release that of the server, or the latest it may be of
/// @param versionText `server_version`: `18.6 (Debian 18.6-1)`
/// @param recovery whether it is in recovery: it vacuums nothing, and its counters are its own
/// @param blockSize `block_size`; where nobody showed it 8192, which `configure` takes by default
/// @param nextXid the next transaction ID to be given out, 64 bits wide: epoch included
/// @param startedAt when the postmaster started; missing in pasted figures
/// @param countingSince what `stats_reset` of `pg_stat_bgwriter` and of `pg_stat_archiver` agree
///   on: a crash loses the counters, and a standby has its own
/// @param role who we are on it; missing where we never were
public record Server(
    Release release,
    Reading<String> versionText,
    Reading<Provider> provider,
    Reading<Boolean> recovery,
    int blockSize,
    Reading<Long> nextXid,
    Reading<Instant> startedAt,
    Reading<Instant> countingSince,
    Reading<Role> role,
    Endpoint endpoint) {
  /// `DEFAULT_BLCKSZ` of `configure`.
  public static final int USUAL_BLOCK_SIZE = 8192;

  /// A server that nobody looked at: nothing is known of it but what its messages tell.
  ///
  /// @param release the latest that has the forms of its messages
  public static Server unseen(Release release) {
    return new Server(
        release,
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        USUAL_BLOCK_SIZE,
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Reading.missing(Why.NOT_COLLECTED),
        Endpoint.UNKNOWN);
  }

  /// Whether it is known to be in recovery. What is shown of another counts as a primary's: a
  /// standby vacuums nothing, and counts neither dead rows nor vacuums.
  public boolean standby() {
    return recovery.or(false);
  }

  /// Who runs it; the people who use it, where nobody showed that it is a managed service.
  public Provider assumedProvider() {
    return provider.or(Provider.PLAIN);
  }

  /// Whether our role is known not to see what the sessions of other roles do.
  public boolean hidesSessions() {
    return role.is(each -> !each.seesAllSessions());
  }

  /// The same server, read as one of another release.
  public Server as(Release other) {
    return new Server(
        other,
        versionText,
        provider,
        recovery,
        blockSize,
        nextXid,
        startedAt,
        countingSince,
        role,
        endpoint);
  }

  /// Our role as a GRANT has it.
  public String grantee() {
    return role.map(each -> Identifiers.quoted(each.name())).or("CURRENT_USER");
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
