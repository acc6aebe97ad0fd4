package org.vacuumadvisor.postgres;

import org.vacuumadvisor.unit.XidAge;

/// How the members of multixacts in use lower the age at which autovacuum is forced
/// (`MultiXactMemberFreezeThreshold()` in `multixact.c`).
public final class MultixactLimit {
  /// `MaxMultiXactOffset` where offsets have 32 bits: so many members there can be.
  public static final long MAX_MEMBERS = 4_294_967_295L;

  private static final ByRelease<Members> MEMBERS =
      ByRelease.of(new Members(2_147_483_647L, 3_221_225_472L))
          .from(Release.V19, new Members(2_000_000_000L, 4_000_000_000L));

  /// Up to `low` nothing is lowered; at `high` the limit is 0.
  private record Members(long low, long high) {}

  private MultixactLimit() {}

  /// Members in use up to here lower nothing: `MULTIXACT_MEMBER_SAFE_THRESHOLD`, from 19 on
  /// `MULTIXACT_MEMBER_LOW_THRESHOLD`.
  public static long lowMembers(Release release) {
    return MEMBERS.at(release).low;
  }

  /// From here on every table with multixacts is vacuumed at any age:
  /// `MULTIXACT_MEMBER_DANGER_THRESHOLD`, from 19 on `MULTIXACT_MEMBER_HIGH_THRESHOLD`.
  public static long highMembers(Release release) {
    return MEMBERS.at(release).high;
  }

  /// The age in effect.
  ///
  /// @param configured `autovacuum_multixact_freeze_max_age`
  /// @param multixacts multixacts in use
  /// @param members members in use
  public static XidAge of(Release release, XidAge configured, long multixacts, long members) {
    Members limits = MEMBERS.at(release);
    if (members <= limits.low) {
      return configured;
    }
    double fraction = (double) (members - limits.low) / (double) (limits.high - limits.low);
    long left = multixacts - (long) ((double) multixacts * fraction);
    return new XidAge(Math.min(configured.count(), Math.max(0, left)));
  }
}
