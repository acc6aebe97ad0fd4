package org.vacuumadvisor.postgres;

import java.util.List;
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

  /// The releases of this range before `until`; the same range where none is left.
  public ReleaseRange before(Release until) {
    var rest = stream().filter(each -> each.compareTo(until) < 0).toList();
    return rest.isEmpty() ? this : new ReleaseRange(earliest, rest.getLast());
  }

  /// All of them, the earliest first.
  public Stream<Release> stream() {
    return Stream.of(Release.values())
        .filter(each -> each.compareTo(earliest) >= 0 && each.compareTo(latest) <= 0);
  }

  /// `18`, `13 or later`, `9.6 to 16`, in words.
  public String inWords() {
    if (isOne()) {
      return earliest.major();
    }
    if (latest == Release.newest()) {
      return earliest == Release.V9_6 ? "of an unknown release" : earliest.major() + " or later";
    }
    return earliest.major() + " to " + latest.major();
  }

  /// All of them as a list, the latest first.
  public List<Release> latestFirst() {
    return stream().toList().reversed();
  }
}
