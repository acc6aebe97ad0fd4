package org.vacuumadvisor.source.jdbc;

import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.unit.Resource;

/// A statement as a release reads it. Each is a resource, `tables.sql`, that runs as it is with
/// `psql -f`; a release that needs another text has a variant, `tables@18.sql`, which later
/// releases inherit. What came with a release has only variants.
public final class Query {
  private Query() {}

  /// Empty where the release has nothing to read on this topic.
  static Optional<String> text(Topic topic, Release release) {
    return text(Query.class, topic.name().toLowerCase(Locale.ROOT), release);
  }

  /// A statement that lies beside a class; empty where the release has nothing to read there.
  public static Optional<String> text(Class<?> beside, String stem, Release release) {
    return release
        .andEarlier()
        .flatMap(each -> Resource.ifAny(beside, stem + "@" + each.major() + ".sql").stream())
        .findFirst()
        .or(() -> Resource.ifAny(beside, stem + ".sql"));
  }
}
