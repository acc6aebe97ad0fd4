package org.vacuumadvisor.postgres;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// A property that changes with the releases: each value holds from its release until the next one.
public final class ByRelease<T> {
  private final TreeMap<Release, T> since = new TreeMap<>();

  public static <T> ByRelease<T> of(T value) {
    return new ByRelease<T>().from(Release.V9_6, value);
  }

  public ByRelease<T> from(Release release, T value) {
    since.put(release, value);
    return this;
  }

  Optional<T> in(Release release) {
    return Optional.ofNullable(since.floorEntry(release)).map(Map.Entry::getValue);
  }

  /// For a property that every release has.
  public T at(Release release) {
    return in(release).orElseThrow();
  }
}
