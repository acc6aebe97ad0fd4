package org.vacuumadvisor.postgres;

import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/// The releases that a server may be of, where nobody said which: what was seen of it bounds them.
public record ReleaseRange(Release earliest, Release latest) {
  /// Any release we know.
  public static final ReleaseRange ANY = new ReleaseRange(Release.V9_6, Release.newest());

  /// @throws IllegalArgumentException if no release lies between
  public ReleaseRange {
    if (earliest.compareTo(latest) > 0) {
      throw new IllegalArgumentException(
          "no release is both " + earliest + " or later and " + latest);
    }
  }

  public static ReleaseRange of(Release release) {
    return new ReleaseRange(release, release);
  }

  /// That release and all later ones.
  public static ReleaseRange startingAt(Release earliest) {
    return new ReleaseRange(earliest, Release.newest());
  }

  /// That release and all earlier ones.
  public static ReleaseRange endingAt(Release latest) {
    return new ReleaseRange(Release.V9_6, latest);
  }

  /// Those that somebody can have run by then, if that is known: work on a release begins in July
  /// of the year before its own.
  public static ReleaseRange by(Instant time) {
    var releases = List.of(Release.values());
    int since96 = time.atOffset(ZoneOffset.UTC).minusMonths(6).getYear() - 2015;
    return time.equals(Instant.EPOCH)
        ? ANY
        : endingAt(releases.get(Math.clamp(since96, 0, releases.size() - 1)));
  }

  /// What both say; this one where they contradict each other, as the logs of two servers do.
  public ReleaseRange and(ReleaseRange other) {
    var from = earliest.compareTo(other.earliest) >= 0 ? earliest : other.earliest;
    var to = latest.compareTo(other.latest) <= 0 ? latest : other.latest;
    return from.compareTo(to) > 0 ? this : new ReleaseRange(from, to);
  }

  public boolean isOne() {
    return earliest == latest;
  }

  /// The releases of this range from which on a server has the feature; the same range where none
  /// is left, for then what told of the feature was of something else.
  public ReleaseRange from(Release since) {
    return since.compareTo(earliest) <= 0 || since.compareTo(latest) > 0
        ? this
        : new ReleaseRange(since, latest);
  }

  /// All of them, the earliest first.
  public Stream<Release> stream() {
    return Stream.of(Release.values())
        .filter(each -> each.compareTo(earliest) >= 0 && each.compareTo(latest) <= 0);
  }

  /// The earliest of them that does not have something; empty if all have it.
  public Optional<Release> lacking(Predicate<Release> has) {
    return stream().filter(has.negate()).findFirst();
  }

  /// `18`, `13 or later`, `9.6 to 16`, in words.
  public String inWords() {
    if (latest == Release.V9_6) {
      return "9.6 or earlier";
    }
    if (isOne()) {
      return earliest.major();
    }
    if (latest == Release.newest()) {
      return earliest == Release.V9_6 ? "of an unknown release" : earliest.major() + " or later";
    }
    return earliest.major() + " to " + latest.major();
  }

  /// `PostgreSQL 18`, `PostgreSQL 16 or 17`, `PostgreSQL 10 to 13`.
  @Override
  public String toString() {
    if (equals(ANY)) {
      return "PostgreSQL of unknown version";
    }
    if (latest == Release.V9_6) {
      return "PostgreSQL 9.6 or earlier";
    }
    return switch ((int) stream().count()) {
      case 1 -> "PostgreSQL " + latest.major();
      case 2 -> "PostgreSQL %s or %s".formatted(earliest.major(), latest.major());
      default -> "PostgreSQL %s to %s".formatted(earliest.major(), latest.major());
    };
  }

  /// All of them as a list, the latest first.
  public List<Release> latestFirst() {
    return stream().toList().reversed();
  }
}
