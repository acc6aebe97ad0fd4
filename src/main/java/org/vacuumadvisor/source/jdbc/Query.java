package org.vacuumadvisor.source.jdbc;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.source.Topic;

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
        .flatMap(each -> resource(stem + "@" + each.major() + ".sql").stream())
        .findFirst()
        .or(() -> resource(stem + ".sql"));
  }

  private static Optional<String> resource(String name) {
    try (InputStream stream = Query.class.getResourceAsStream(name)) {
      return stream == null
          ? Optional.empty()
          : Optional.of(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
    } catch (IOException unreadable) {
      throw new UncheckedIOException("our own resource " + name, unreadable);
    }
  }
}
