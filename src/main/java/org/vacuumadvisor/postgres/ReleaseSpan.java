package org.vacuumadvisor.postgres;

/// The releases that a server can be of, by what is known so far.
///
/// @param earliest the oldest release it can be
/// @param latest the newest release it can be
public record ReleaseSpan(Release earliest, Release latest) {
  /// Nothing is known.
  public static final ReleaseSpan ANY = new ReleaseSpan(Release.V9_6, Release.V19);

  /// @throws IllegalArgumentException if no release is left
  public ReleaseSpan {
    if (earliest.compareTo(latest) > 0) {
      throw new IllegalArgumentException("no release from " + earliest + " to " + latest);
    }
  }

  public static ReleaseSpan from(Release earliest) {
    return new ReleaseSpan(earliest, Release.V19);
  }

  public static ReleaseSpan until(Release latest) {
    return new ReleaseSpan(Release.V9_6, latest);
  }

  /// What both say; this one where they contradict each other, as the logs of two servers do.
  public ReleaseSpan and(ReleaseSpan other) {
    var from = earliest.compareTo(other.earliest) >= 0 ? earliest : other.earliest;
    var to = latest.compareTo(other.latest) <= 0 ? latest : other.latest;
    return from.compareTo(to) > 0 ? this : new ReleaseSpan(from, to);
  }

  /// `PostgreSQL 18`, `PostgreSQL 16 or 17`, `PostgreSQL 10 to 13`.
  @Override
  public String toString() {
    if (equals(ANY)) {
      return "PostgreSQL of unknown version";
    }
    return switch ((int) latest.andEarlier().takeWhile(each -> each != earliest).count()) {
      case 0 -> "PostgreSQL " + latest.major();
      case 1 -> "PostgreSQL %s or %s".formatted(earliest.major(), latest.major());
      default -> "PostgreSQL %s to %s".formatted(earliest.major(), latest.major());
    };
  }
}
