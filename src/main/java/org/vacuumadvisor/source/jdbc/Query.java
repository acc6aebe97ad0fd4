package org.vacuumadvisor.source.jdbc;

import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.unit.Resource;

/// The statement for a topic. Each is a resource, `tables.sql`, that runs as it is with `psql -f`;
/// a release that needs another text has a variant, `tables@18.sql`, which later releases inherit.
/// A topic that came with a release has only variants.
final class Query {
  private Query() {}

  /// Empty where the release has nothing to read on this topic.
  static Optional<String> text(Topic topic, Release release) {
    var stem = topic.name().toLowerCase(Locale.ROOT);
    return release
        .andEarlier()
        .flatMap(each -> Resource.ifAny(Query.class, stem + "@" + each.major() + ".sql").stream())
        .findFirst()
        .or(() -> Resource.ifAny(Query.class, stem + ".sql"));
  }
}
